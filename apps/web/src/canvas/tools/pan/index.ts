// The hand. Panning itself is the editor's: it works in every tool, with Space or the middle button.

import { noDraft } from '../tool.ts';
import type { Tool, ToolDef } from '../tool.ts';

function createPanTool(): Tool {
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
    state: () => 'idle',
  };
}

export const pan = {
  id: 'pan',
  key: 'H',
  title: { zh: '平移', en: 'Pan' },
  tip: {
    zh: '拖动图片；任何工具下也可按住空格或鼠标中键',
    en: 'Drag the image; in any tool, hold Space or the middle mouse button',
  },
  icon: { lines: 'M9 1.8v14.4M1.8 9h14.4M7 3.8l2-2 2 2M7 14.2l2 2 2-2M3.8 7l-2 2 2 2M14.2 7l2 2-2 2' },
  states: { idle: [] },
  create: createPanTool,
} as const satisfies ToolDef;
