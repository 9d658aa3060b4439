// What is done to the selected shapes as wholes: ignored or not, locked or not, before or behind others, doubled.

import { boxUnion } from '@loupe/geometry';
import { byPerson, movedBy, shapeBounds } from './shape.ts';
import { commitEdits } from './editor-edit.ts';
import { freeSelection } from './editor-labels.ts';
import type { Box } from '@loupe/geometry';
import type { Editor } from './editor-state.ts';
import type { Shape } from './types.ts';

/** The contract's bounds of `z`. */
const Z_MAX = 1_000_000;

const change = (editor: Editor, shapes: readonly Shape[], change: (shape: Shape) => Partial<Shape>): void =>
  commitEdits(
    editor,
    shapes.map((shape) => ({ id: shape.id, shape: { ...byPerson(shape), ...change(shape) } })),
  );

/** All of them become regions to ignore; where all are, none is any more. */
export function toggleIgnore(editor: Editor): void {
  const shapes = freeSelection(editor);
  const ignore = shapes.some((shape) => !shape.ignore);
  change(editor, shapes, () => ({ ignore }));
}

/** A lock can be opened by whoever may draw: it guards against slips of the hand. */
export function toggleLock(editor: Editor): void {
  const shapes = [...editor.selection].flatMap((id) => editor.doc.shapes.get(id) ?? []);
  const locked = shapes.some((shape) => !shape.locked);
  commitEdits(
    editor,
    shapes.map((shape) => ({ id: shape.id, shape: { ...shape, locked } })),
  );
}

/** Before all others, or behind them; among themselves they stay as they were. */
export function arrange(editor: Editor, to: 'front' | 'back'): void {
  const shapes = freeSelection(editor);
  const moved = new Set(shapes.map((shape) => shape.id));
  const others = [...editor.doc.shapes.values()].filter(({ id }) => !moved.has(id)).map(({ z }) => z);
  if (shapes.length === 0 || others.length === 0) return;
  const own = shapes.map(({ z }) => z);
  const limit = (list: readonly number[], pick: (...all: number[]) => number): number =>
    list.reduce((a, b) => pick(a, b));
  const shift =
    to === 'front'
      ? limit(others, Math.max) + 1 - limit(own, Math.min)
      : limit(others, Math.min) - 1 - limit(own, Math.max);
  // what is there already stays: no op without an effect
  if (to === 'front' ? shift <= 0 : shift >= 0) return;
  change(editor, shapes, ({ z }) => ({ z: Math.max(-Z_MAX, Math.min(Z_MAX, z + shift)) }));
}

/** In the order of the keys. */
export const alignSides = ['left', 'right', 'top', 'bottom', 'middleX', 'middleY'] as const;
export type AlignSide = (typeof alignSides)[number];

/** How far a shape goes so that its side, or its middle, is where that of the selection is. */
function alignShift([x1, y1, x2, y2]: Box, all: Box, side: AlignSide): readonly [number, number] {
  switch (side) {
    case 'left':
      return [all[0] - x1, 0];
    case 'right':
      return [all[2] - x2, 0];
    case 'top':
      return [0, all[1] - y1];
    case 'bottom':
      return [0, all[3] - y2];
    case 'middleX':
      return [(all[0] + all[2] - x1 - x2) / 2, 0];
    case 'middleY':
      return [0, (all[1] + all[3] - y1 - y2) / 2];
  }
}

export function align(editor: Editor, side: AlignSide): void {
  const shapes = freeSelection(editor);
  if (shapes.length < 2) return editor.events.onNotice?.('canvas.selectTwo');
  const all = shapes.map(shapeBounds).reduce(boxUnion);
  commitEdits(
    editor,
    shapes.flatMap((shape) => {
      const [x, y] = alignShift(shapeBounds(shape), all, side);
      return x === 0 && y === 0 ? [] : [{ id: shape.id, shape: movedBy(shape, x, y) }];
    }),
  );
}
