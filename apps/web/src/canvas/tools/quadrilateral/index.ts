// Draws quadrilaterals around texts; the first corner is where reading starts.

import { createQuadrilateralTool, states } from './quadrilateral.ts';
import type { ToolDef } from '../tool.ts';

export const quadrilateral = {
  id: 'quadrilateral',
  key: 'Q',
  title: { zh: '四边形', en: 'Quadrilateral' },
  tip: {
    zh: '拖出矩形，或从文字起点开始沿阅读方向依次单击四个角点',
    en: 'Drag a rectangle, or click the four corners in reading direction, from where the text starts',
  },
  makes: 'quad',
  icon: { lines: 'M3.2 4.6 14.8 3l-1.6 11.4-8.6-1.2Z', dots: [[3.2, 4.6]] },
  states,
  create: createQuadrilateralTool,
} as const satisfies ToolDef;
