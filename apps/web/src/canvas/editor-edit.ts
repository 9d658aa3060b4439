// What the person asks for becomes one entry of the history and the ops that carry it to the server.

import { select } from './editor-selection.ts';
import { commit } from './history.ts';
import { acceptedShape, findPrediction, withTwins } from './predictions.ts';
import { isSound } from './shapes/registry.ts';
import type { Conflict } from './conflicts.ts';
import type { Editor } from './editor-state.ts';
import type { Edit } from './model.ts';
import type { Shape, ShapeOp } from './types.ts';

/** Makes a line or a speck of what was none. What came so from elsewhere may still be moved and labelled. */
function makesUnsound(editor: Editor, id: string, shape: Shape | null): boolean {
  const before = editor.doc.shapes.get(id);
  return shape !== null && !isSound(shape) && (before === undefined || isSound(before));
}

export function commitEdits(editor: Editor, edits: readonly Edit[]): void {
  if (editor.isReadOnly || editor.past) return;
  if (edits.some((edit) => 'id' in edit && makesUnsound(editor, edit.id, edit.shape))) {
    editor.events.onNotice?.('canvas.tooSmall');
    return;
  }
  sendOps(editor, commit(editor.history, editor.doc, edits));
}

export function sendOps(editor: Editor, ops: ShapeOp[]): void {
  if (ops.length === 0) return;
  editor.mark = null;
  editor.events.onOps(ops, editor.doc.imageId);
}

/** Makes shapes of predictions, as one entry of the history. `as`: with another label. Gives the ids of the shapes. */
export function acceptPredictions(editor: Editor, ids: readonly string[], as?: number): string[] {
  if (editor.isReadOnly) return [];
  const found = ids.flatMap((id) => findPrediction(editor.predictions, id)?.shape ?? []);
  const shapes = found.flatMap((prediction) => {
    const labelId = as ?? prediction.labelId ?? editor.labelId;
    return (labelId !== null && acceptedShape(prediction, labelId, editor.doc)) || [];
  });
  if (shapes.length === 0 && found.length > 0 && editor.labelId === null) editor.events.onNotice?.('canvas.noLabel');
  const taken = shapes.filter(({ id }) => editor.doc.rejected.has(id));
  addShapes(
    editor,
    shapes,
    taken.map(({ id }) => ({ proposalId: id, isRejected: false })),
  );
  return shapes.map((shape) => shape.id);
}

/** Turns predictions down, as one entry of the history: what is no object is none, whoever has said it. */
export function rejectPredictions(editor: Editor, ids: readonly string[]): void {
  commitEdits(
    editor,
    withTwins(editor.predictions, ids, editor.doc).map((proposalId) => ({ proposalId, isRejected: true })),
  );
}

/** They are undecided again. */
export function restorePredictions(editor: Editor, ids: readonly string[]): void {
  commitEdits(
    editor,
    ids.map((proposalId) => ({ proposalId, isRejected: false })),
  );
}

/** New shapes as one entry; an image that was checked as empty no longer is. */
export function addShapes(editor: Editor, shapes: readonly Shape[], also: readonly Edit[] = []): void {
  if (shapes.length === 0) return;
  const uncheck: Edit[] = editor.doc.isCheckedEmpty ? [{ isCheckedEmpty: false }] : [];
  commitEdits(editor, [...uncheck, ...also, ...shapes.map((shape) => ({ id: shape.id, shape }))]);
  select(
    editor,
    shapes.map((shape) => shape.id),
  );
}

/** Of shapes in conflict one stays; the others go. */
export function keepOne(editor: Editor, { shapes }: Conflict, id: string): void {
  commitEdits(
    editor,
    shapes.flatMap((shape) => (shape.id === id ? [] : [{ id: shape.id, shape: null, keeps: id }])),
  );
}

/** All of them are wanted. */
export function keepAll(editor: Editor, { of }: Conflict): void {
  const copies = [...editor.doc.copies].filter(([, root]) => root === of);
  commitEdits(
    editor,
    copies.map(([copyId]) => ({ copyId, of, isKept: true })),
  );
}
