// Polygons of places of one colour.

import { createWandTool, states } from './wand.ts';
import type { ToolDef } from '../tool.ts';

export const wand = {
  id: 'wand',
  key: 'G',
  title: { zh: '魔棒', en: 'Magic wand' },
  tip: {
    zh: '单击以取颜色相近的相连区域（限于可见范围），按住并左右拖动调整容差；与所选多边形相连时加入其中，Shift 将分离部分也归入，Alt 去除，Ctrl + 单击选择多边形',
    en: 'Click to take what is connected and of similar colour, as far as it is in view; hold and drag sideways to set the tolerance. What touches the selected polygon is added to it, with Shift also what lies apart; Alt takes away, Ctrl + click selects one',
  },
  makes: 'polygon',
  icon: {
    lines:
      'M2.5 15.5 10 8M11.5 2.5v3M11.5 10v3M6.5 6.5h3M14 6.5h2.5M8.3 3.3l1.4 1.4M14.8 3.3l-1.4 1.4M14.8 9.8l-1.4-1.4',
  },
  states,
  create: createWandTool,
} as const satisfies ToolDef;
