// Predictions and conflicts as the screen sees them: what is shown of them, and what a person decides.

import { conflictsOf } from './conflicts.ts';
import { acceptPredictions, keepAll, keepOne, rejectPredictions, restorePredictions } from './editor-edit.ts';
import { redrawAll } from './editor-paint.ts';
import { selectPrediction } from './editor-selection.ts';
import {
  allShown,
  listPredictions,
  loadPredictions,
  rejectedPredictions,
  shownPredictions,
  type SourceViews,
} from './predictions.ts';
import type { Conflict } from './conflicts.ts';
import type { Editor } from './editor-state.ts';
import type { Shape } from './types.ts';

function setSourceViews(editor: Editor, views: SourceViews): void {
  const { predictions, doc } = editor;
  predictions.views = views;
  const { selected } = predictions;
  const isGone = selected !== null && !shownPredictions(predictions, doc).some(({ shape }) => shape.id === selected);
  if (isGone) selectPrediction(editor, null);
  redrawAll(editor);
}

export function predictionMethods(editor: Editor) {
  return {
    setPredictions: (shapes: readonly Shape[] | null, views = allShown) => {
      selectPrediction(editor, null);
      loadPredictions(editor.predictions, shapes, views);
      redrawAll(editor);
    },
    setSourceViews: (views: SourceViews) => setSourceViews(editor, views),
    acceptPredictions: (ids: readonly string[]) => acceptPredictions(editor, ids),
    rejectPredictions: (ids: readonly string[]) => rejectPredictions(editor, ids),
    rejectedPredictions: () => rejectedPredictions(editor.predictions, editor.doc),
    restorePredictions: (ids: readonly string[]) => restorePredictions(editor, ids),
    conflicts: () => conflictsOf(editor.doc),
    keepOne: (conflict: Conflict, id: string) => keepOne(editor, conflict, id),
    keepAll: (conflict: Conflict) => keepAll(editor, conflict),
    predictions: () => listPredictions(editor.predictions, editor.doc),
    selectPrediction: (id: string | null) => selectPrediction(editor, id),
  };
}
