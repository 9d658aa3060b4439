// The hand. Panning itself is the editor's: it works in every tool, with Space or the middle button.

import { noDraft } from './tool.ts';
import type { Tool } from './tool.ts';

export function createPanTool(): Tool {
  const nothing = (): void => {};
  return {
    down: nothing,
    move: nothing,
    up: nothing,
    doubleClick: nothing,
    command: () => false,
    isBusy: () => false,
    draft: () => noDraft,
    cursor: () => 'grab',
  };
}
