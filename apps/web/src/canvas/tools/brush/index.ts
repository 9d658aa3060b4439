// Paints polygons.

import { createBrushTool, states } from './brush.ts';
import type { ToolDef } from '../tool.ts';

export const brush = {
  id: 'brush',
  key: 'B',
  title: { zh: '画笔', en: 'Brush' },
  tip: {
    zh: '涂抹以扩大所选多边形；未选中时绘制新多边形。Alt 擦除，Shift 绘制新多边形，[ ] 或 Alt + 滚轮调整大小',
    en: 'Paint to extend the selected polygon, or a new one. Alt erases, Shift starts a new one; [ ] or Alt + wheel sets the size',
  },
  makes: 'polygon',
  hasBrush: true,
  followsHand: true,
  icon: {
    lines: 'M15.5 2.5 8.2 9.8M6.2 9.4c-2 .3-2 2.4-2.5 3.6-.3.8-.9 1.4-1.7 1.8 2.4 1 6 .9 6.7-1.8.4-1.7-1-3.4-2.5-3.6Z',
  },
  states,
  create: (ctx) => createBrushTool(ctx, false),
} as const satisfies ToolDef;
