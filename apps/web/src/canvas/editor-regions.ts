// Selected shapes as regions: united, or taken away from each other.

import { commitEdits } from './editor-edit.ts';
import { freeSelection } from './editor-labels.ts';
import { select } from './editor-selection.ts';
import { subtractedEdits, unitedEdits } from './region-shapes.ts';
import { unitedTexts } from './text-regions.ts';
import type { Editor } from './editor-state.ts';
import type { Edit } from './model.ts';

function apply(editor: Editor, edits: Edit[] | undefined): boolean {
  if (edits === undefined) editor.events.onNotice?.('canvas.tooManyPoints');
  if (edits === undefined || edits.length === 0) return false;
  commitEdits(editor, edits);
  return true;
}

/** All selected shapes become one, with the label of the one that was selected first; texts are one line of text. */
export function uniteSelection(editor: Editor): void {
  const shapes = freeSelection(editor);
  if (shapes.length < 2) return editor.events.onNotice?.('canvas.selectTwo');
  // As the first one, a defect would become part of what nobody looks at, or the other way round.
  if (shapes.some(({ ignore }) => ignore !== shapes[0]!.ignore)) return editor.events.onNotice?.('canvas.uniteAlike');
  const texts = editor.hasTexts ? unitedTexts(shapes, editor.doc) : null;
  if (!apply(editor, texts ?? unitedEdits(shapes))) return;
  select(editor, [shapes[0]!.id]);
  if (shapes.some(({ labelId }) => labelId !== shapes[0]!.labelId)) editor.events.onNotice?.('canvas.unitedLabels');
}

/** The shape that was selected first loses what lies in the others; they stay, locked or not. */
export function subtractSelection(editor: Editor): void {
  const [first, ...others] = [...editor.selection].flatMap((id) => editor.doc.shapes.get(id) ?? []);
  if (!first || others.length === 0) return editor.events.onNotice?.('canvas.selectTwo');
  if (first.locked) return editor.events.onNotice?.('canvas.locked');
  apply(editor, subtractedEdits([first, ...others]));
}
