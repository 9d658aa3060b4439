// Draws upright rectangles.

import { createRectangleTool, states } from './rectangle.ts';
import type { ToolDef } from '../tool.ts';

export const rectangle = {
  id: 'rectangle',
  key: 'R',
  title: 'annotation.tool.rectangle.title',
  tip: 'annotation.tool.rectangle.tip',
  makes: 'rect',
  icon: { lines: 'M2.5 4h13v10h-13Z' },
  states,
  create: createRectangleTool,
} as const satisfies ToolDef;
