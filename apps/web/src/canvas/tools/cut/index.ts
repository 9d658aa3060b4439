// Cuts polygons by a line.

import { createCutTool, states } from './cut.ts';
import type { ToolDef } from '../tool.ts';

export const cut = {
  id: 'cut',
  key: 'K',
  title: { zh: '切割', en: 'Cut' },
  tip: {
    zh: '拖出一条穿过多边形的线，或依次单击后双击结束；切割所选多边形；未选中或未穿过所选时，切割线经过的所有多边形',
    en: 'Drag a line across a polygon, or click points and double-click; cuts the selected polygons that it crosses, else all that it crosses',
  },
  makes: 'polygon',
  icon: { lines: 'M12.5 2.5 5 11.2M12.5 2.5l3 3L6.8 12.5M5 11.2l1.8 1.3-3.3 3Z' },
  states,
  create: createCutTool,
} as const satisfies ToolDef;
