// Draws polygons with the hand.

import { createFreehandTool, states } from './freehand.ts';
import type { ToolDef } from '../tool.ts';

export const freehand = {
  id: 'freehand',
  key: 'Shift+P',
  title: { zh: '手绘', en: 'Freehand' },
  tip: { zh: '按住并绕目标画一圈，松开即闭合', en: 'Hold and go around the object; it closes when you let go' },
  makes: 'polygon',
  followsHand: true,
  icon: { lines: 'M4 13.5C1 9.5 4.5 3 9.5 3s6.5 3 5.5 5-3.5.8-4 2.8 2 2.2 1 3.7-5 1.5-8-1Z' },
  states,
  create: createFreehandTool,
} as const satisfies ToolDef;
