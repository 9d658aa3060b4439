// What is done to the selected shapes as wholes: ignored or not, locked or not, before or behind others, doubled.

import { byPerson } from './shape.ts';
import { commitEdits } from './editor-edit.ts';
import { freeSelection } from './editor-labels.ts';
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
