// What follows when the document changes, and what comes from the server during a gesture: it waits for its end.

import { refresh, touchShapes } from './editor-paint.ts';
import { findPrediction, twinsIn } from './predictions.ts';
import { select, selectPrediction } from './editor-selection.ts';
import { isSelecting } from './editor-state.ts';
import { renameInHistory } from './history.ts';
import { loadIndex, updateIndex } from './shape-index.ts';
import { changedList } from './shape-list.ts';
import { isOnStage, stageShape, stageShapes } from './visibility.ts';
import type { Editor } from './editor-state.ts';
import type { Change, DocumentEvent } from './model.ts';

/** Brings index, layers, selection and history after the document, whoever has changed it. */
export function followDocument(editor: Editor, event: DocumentEvent): void {
  if (event.kind === 'loaded') loadIndex(editor.index, stageShapes(editor));
  if (event.kind === 'renamed') followRename(editor, event.from, event.to);
  if (event.kind === 'changed') followChanges(editor, event.changes);
  editor.shapeList = event.kind === 'changed' && editor.shapeList ? changedList(editor.shapeList, event.changes) : null;
  for (const listener of editor.listeners) listener();
  refresh(editor);
}

function followRename(editor: Editor, from: string, to: string): void {
  renameInHistory(editor.history, from, to);
  if (!editor.past) updateIndex(editor.index, from, null);
  if (editor.hidden.has(from)) editor.hidden = new Set([...editor.hidden, to]);
  if (!editor.past) updateIndex(editor.index, to, stageShape(editor, to));
  if (editor.selection.has(from))
    select(
      editor,
      [...editor.selection].map((id) => (id === from ? to : id)),
    );
}

/** A prediction that was decided on leaves the stage, or comes back: it is drawn with the resting shapes. */
function touchPredictions(editor: Editor, changes: readonly Change[]): void {
  const { predictions, doc } = editor;
  const touched = changes.flatMap((change) => {
    const own = change.kind === 'empty' ? undefined : findPrediction(predictions, change.id)?.shape;
    // what the other source says of the object goes and comes with it
    return own ? [own, ...twinsIn(predictions, own.id)] : [];
  });
  touchShapes(editor, touched);
  const { selected } = predictions;
  if (selected === null) return;
  const isTaken = [selected, ...twinsIn(predictions, selected).map(({ id }) => id)].some((id) => doc.shapes.has(id));
  if (isTaken || doc.rejected.has(selected)) selectPrediction(editor, null);
}

function followChanges(editor: Editor, changes: readonly Change[]): void {
  const shapes = changes.filter((change) => change.kind === 'shape');
  touchPredictions(editor, changes);
  // comes onto the stage when the past leaves it
  if (editor.past) return;
  for (const { id, after } of shapes) updateIndex(editor.index, id, after && isOnStage(editor, after) ? after : null);
  const left = [...editor.selection].filter((id) => stageShape(editor, id));
  if (left.length < editor.selection.size) select(editor, left);
  touchShapes(
    editor,
    shapes.flatMap(({ before, after }) => [before, after]).filter((shape) => shape !== null),
  );
}

/** Runs now, or after the gesture that holds shapes in the hand. */
export function whenIdle(editor: Editor, run: () => void): void {
  if (isSelecting(editor) && editor.tool.isBusy()) editor.waiting.push(run);
  else run();
}

export function runWaiting(editor: Editor): void {
  for (const run of editor.waiting.splice(0)) run();
}
