// The tools in the order of the rail. A row here is all that keys, rail, icons and the editor need to know of a tool.

import { assist } from './assist/index.ts';
import { brush } from './brush/index.ts';
import { cut } from './cut/index.ts';
import { eraser } from './eraser/index.ts';
import { freehand } from './freehand/index.ts';
import { pan } from './pan/index.ts';
import { points } from './points/index.ts';
import { polygon } from './polygon/index.ts';
import { quadrilateral } from './quadrilateral/index.ts';
import { rectangle } from './rectangle/index.ts';
import { rotated } from './rotated/index.ts';
import { select } from './select/index.ts';
import { wand } from './wand/index.ts';
import type { Shape } from '../types.ts';
import type { ToolDef } from './tool.ts';

const registered = [
  select,
  rectangle,
  rotated,
  quadrilateral,
  polygon,
  freehand,
  brush,
  eraser,
  assist,
  wand,
  points,
  cut,
  pan,
] as const;

export type ToolName = (typeof registered)[number]['id'];
export type ToolInfo = ToolDef<ToolName>;

export const tools: readonly ToolInfo[] = registered;

/** The tools for an image whose data set takes these kinds of shapes. */
export const toolsFor = (kinds: readonly Shape['kind'][], all: readonly ToolInfo[] = tools): readonly ToolInfo[] =>
  all.filter(({ makes }) => makes === undefined || kinds.includes(makes));

/** The tool itself where it is offered; else the first offered one that draws. */
export function offeredTool(name: ToolName, kinds: readonly Shape['kind'][], all = tools): ToolName {
  const offered = toolsFor(kinds, all);
  const taken = offered.find(({ id }) => id === name) ?? offered.find(({ makes }) => makes) ?? offered[0];
  return taken?.id ?? name;
}
