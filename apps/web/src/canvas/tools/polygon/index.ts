// Draws polygons.

import { createPolygonTool, states } from './polygon.ts';
import type { ToolDef } from '../tool.ts';

const corners = [
  [9, 2.8],
  [15.4, 7.4],
  [13, 15],
  [5, 15],
  [2.6, 7.4],
] as const;

export const polygon = {
  id: 'polygon',
  key: 'P',
  title: { zh: '多边形', en: 'Polygon' },
  tip: {
    zh: '依次单击各角点；双击、Enter 或单击第一个角点闭合',
    en: 'Click to place points; double-click, press Enter or click the first point to close',
  },
  makes: 'polygon',
  snaps: true,
  icon: { lines: 'M9 2.8 15.4 7.4 13 15H5L2.6 7.4Z', dots: corners },
  states,
  create: createPolygonTool,
} as const satisfies ToolDef;
