// Paints polygons.

import { createBrushTool, states } from './brush.ts';
import type { ToolDef } from '../tool.ts';

export const brush = {
  id: 'brush',
  key: 'B',
  title: { zh: '画笔', en: 'Brush' },
  tip: {
    zh: '涂抹处与所选多边形相连时扩大该多边形，否则绘制新多边形。Shift 将分离部分也归入所选多边形，Alt 擦除，[ ] 或 Alt + 滚轮调整大小',
    en: 'A stroke that touches the selected polygon extends it, any other is a new polygon. Shift adds what lies apart to the selected one, Alt erases; [ ] or Alt + wheel sets the size',
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
