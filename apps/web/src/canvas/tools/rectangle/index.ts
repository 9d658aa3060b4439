// Draws upright rectangles.

import { createRectangleTool, states } from './rectangle.ts';
import type { ToolDef } from '../tool.ts';

export const rectangle = {
  id: 'rectangle',
  key: 'R',
  title: { zh: '矩形', en: 'Rectangle' },
  tip: { zh: '拖动绘制，或依次单击两个对角', en: 'Drag, or click two opposite corners' },
  makes: 'rect',
  snaps: true,
  icon: { lines: 'M2.5 4h13v10h-13Z' },
  states,
  create: createRectangleTool,
} as const satisfies ToolDef;
