// A tool that only tests have: it draws a diamond from its middle. It shows what a tool of our own takes, end to end.

import { drawnShape } from '../shape.ts';
import { drawn, mayDraw, noDraft } from '../tools/tool.ts';
import type { ToolInfo, ToolName } from '../tools/registry.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { Shape } from '../types.ts';
import type { AnyPoint } from '@loupe/geometry';

function createStampTool(ctx: ToolContext): Tool {
  let middle: AnyPoint | null = null;
  let radius = 0;
  const diamond = (id: string, { x, y }: AnyPoint): Shape =>
    drawnShape(id, 'quad', ctx.labelId(), [x, y - radius, x + radius, y, x, y + radius, x - radius, y]);
  return {
    down: (p) => {
      if (mayDraw(ctx, p.image)) [middle, radius] = [p.image, 0];
    },
    move: (p) => {
      if (middle) radius = Math.abs(p.image.x - middle.x);
    },
    up: () => {
      if (!middle) return;
      const shape = diamond(ctx.newId(), middle);
      middle = null;
      ctx.commit(drawn(ctx, shape));
      ctx.select([shape.id]);
    },
    doubleClick: () => {},
    command: (command) => {
      const isMine = middle !== null && command === 'cancel';
      if (isMine) middle = null;
      return isMine;
    },
    isBusy: () => middle !== null,
    draft: () => (middle ? { ...noDraft, shapes: [diamond('', middle)] } : noDraft),
    cursor: () => 'cell',
    state: () => (middle ? 'dragging' : 'idle'),
  };
}

export const stamp: ToolInfo = {
  id: 'stamp' as ToolName,
  key: 'J',
  title: { zh: '印章', en: 'Stamp' },
  tip: { zh: '从中心拖动', en: 'Drag from the middle' },
  makes: 'quad',
  icon: { lines: 'M9 2 16 9 9 16 2 9Z', dots: [[9, 9]] },
  states: { idle: ['dragging'], dragging: ['idle'] },
  create: createStampTool,
};
