// Takes corners of polygons away.

import { createPointEraser, states } from './points.ts';
import type { ToolDef } from '../tool.ts';

export const points = {
  id: 'points',
  key: 'Shift+V',
  title: { zh: '删除角点', en: 'Point eraser' },
  tip: {
    zh: '拖过所选多边形的角点将其删除；[ ] 或 Alt + 滚轮调整大小',
    en: 'Drag over points of the selected polygon to remove them; [ ] or Alt + wheel sets the size',
  },
  makes: 'polygon',
  hasBrush: true,
  followsHand: true,
  icon: {
    lines: 'M3 13 9 4l6 9M11.8 11.8l4.4 4.4M16.2 11.8l-4.4 4.4',
    dots: [
      [3, 13],
      [9, 4],
    ],
  },
  states,
  create: createPointEraser,
} as const satisfies ToolDef;
