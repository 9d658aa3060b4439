// Selects, moves and edits what is there.

import { createSelectTool, states } from './select.ts';
import type { ToolDef } from '../tool.ts';

export const select = {
  id: 'select',
  key: 'V',
  title: 'annotation.tool.select.title',
  tip: 'annotation.tool.select.tip',
  icon: { lines: 'M4 2.5 14 9l-4.6 1.1L6.8 14.5Z' },
  states,
  create: createSelectTool,
} as const satisfies ToolDef;
