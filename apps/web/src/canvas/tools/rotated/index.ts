// Draws rectangles at an angle.

import { createRotatedTool, states } from './rotated.ts';
import type { ToolDef } from '../tool.ts';

export const rotated = {
  id: 'rotated',
  key: 'O',
  title: { zh: '旋转矩形', en: 'Rotated rectangle' },
  tip: {
    zh: '先拖出一条边，再单击确定宽度；选中后拖动旋钮可旋转',
    en: 'Drag one edge, then click to set the width; turn it later by its knob',
  },
  makes: 'rrect',
  snaps: true,
  icon: { lines: 'M2 10.2 10.2 2 16 7.8 7.8 16ZM11.5 15.5h4v-4' },
  states,
  create: createRotatedTool,
} as const satisfies ToolDef;
