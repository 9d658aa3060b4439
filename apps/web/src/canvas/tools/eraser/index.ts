// Rubs polygons out.

import { createBrushTool, states } from '../brush/brush.ts';
import type { ToolDef } from '../tool.ts';

export const eraser = {
  id: 'eraser',
  key: 'Shift+B',
  title: { zh: '橡皮擦', en: 'Eraser' },
  tip: {
    zh: '从所选多边形中擦除，可擦出孔洞或擦成几块；未选中时擦除光标下的多边形。Alt 改为涂抹，[ ] 或 Alt + 滚轮调整大小',
    en: 'Erase from the selected polygon, or the one under the cursor; holes and separate pieces stay one shape. Alt paints; [ ] or Alt + wheel sets the size',
  },
  makes: 'polygon',
  hasBrush: true,
  followsHand: true,
  icon: { lines: 'M2.5 11.5 10 4l4.5 4.5-6.5 6.5H5.5ZM6.5 7.5l4.5 4.5M8 15h7.5' },
  states,
  create: (ctx) => createBrushTool(ctx, true),
} as const satisfies ToolDef;
