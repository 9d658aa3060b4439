// What is selected: shapes, or one prediction.

import { LIFT_MAX, refresh, touchShapes } from './editor-paint.ts';
import { redrawStatic } from './static-layer.ts';
import { stageShape } from './visibility.ts';
import type { Editor } from './editor-state.ts';

export function select(editor: Editor, ids: Iterable<string>): void {
  const next = new Set([...ids].filter((id) => stageShape(editor, id)));
  const before = editor.selection;
  if (editor.predictions.selected === null && next.size === before.size && [...next].every((id) => before.has(id)))
    return;
  editor.selection = next;
  editor.predictions.selected = null;
  const moved = [...before, ...next].filter((id) => before.has(id) !== next.has(id));
  if (before.size > LIFT_MAX || next.size > LIFT_MAX) redrawStatic(editor.layer);
  else
    touchShapes(
      editor,
      moved.map((id) => editor.doc.shapes.get(id)).filter((shape) => shape !== undefined),
    );
  tellSelection(editor);
}

function tellSelection(editor: Editor): void {
  editor.events.onSelection([...editor.selection], editor.predictions.selected);
  refresh(editor);
}

export function selectPrediction(editor: Editor, id: string | null): void {
  if (id === editor.predictions.selected) return;
  if (id !== null) select(editor, []);
  editor.predictions.selected = id;
  tellSelection(editor);
}
