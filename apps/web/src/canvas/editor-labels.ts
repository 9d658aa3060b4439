// Labels of new shapes and of shapes that are there: two things, so that a key never changes one instead of the other.

import { acceptPredictions, commitEdits } from './editor-edit.ts';
import { refresh } from './editor-paint.ts';
import { labelTarget } from './editor-state.ts';
import { byPerson } from './shape.ts';
import type { Editor } from './editor-state.ts';
import type { Shape } from './types.ts';

/** The selected shapes that may be changed; tells when all are locked. */
export function freeSelection(editor: Editor): Shape[] {
  const all = [...editor.selection].map((id) => editor.doc.shapes.get(id)).filter((shape) => shape !== undefined);
  const free = all.filter((shape) => !shape.locked);
  if (all.length > 0 && free.length === 0) editor.events.onNotice?.('canvas.locked');
  return free;
}

/** Gives these shapes a label, as one entry of the history, and says so. Those that have it, or are locked, stay. */
export function relabel(editor: Editor, ids: Iterable<string>, labelId: number): void {
  if (editor.isReadOnly) return;
  const shapes = [...ids].map((id) => editor.doc.shapes.get(id)).filter((shape) => shape !== undefined);
  const others = shapes.filter((shape) => !shape.locked && shape.labelId !== labelId);
  if (others.length === 0) return;
  commitEdits(
    editor,
    others.map((shape) => ({ id: shape.id, shape: { ...byPerson(shape), labelId } })),
  );
  editor.events.onRelabel?.(others, labelId);
}

/**
 * What a number key or a click in the label list does: a selected prediction is accepted with that label. The label picked last is always that of new shapes; in Select it
 * is given to what is selected as well.
 */
export function pickLabel(editor: Editor, labelId: number): void {
  const { selected } = editor.predictions;
  if (selected !== null) acceptPredictions(editor, [selected], labelId);
  else if (labelTarget(editor) === 'selection') {
    relabel(
      editor,
      freeSelection(editor).map((shape) => shape.id),
      labelId,
    );
  }
  editor.labelId = labelId;
  refresh(editor);
}
