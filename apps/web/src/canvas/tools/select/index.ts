// Selects, moves and edits what is there.

import { createSelectTool, states } from './select.ts';
import type { ToolDef } from '../tool.ts';

export const select = {
  id: 'select',
  key: 'V',
  title: { zh: '选择', en: 'Select' },
  tip: {
    zh: '单击或拖框选择；拖动角点和边可修改图形',
    en: 'Click or drag to select; drag corners and edges to reshape',
  },
  icon: { lines: 'M4 2.5 14 9l-4.6 1.1L6.8 14.5Z' },
  states,
  create: createSelectTool,
} as const satisfies ToolDef;
