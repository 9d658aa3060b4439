// Going back to a moment: the edits that make the image what it was then, as one entry of the history.

import { commitEdits } from './editor-edit.ts';
import { allItems } from './shape-index.ts';
import { isSameShape, plainShape } from './shape.ts';
import type { Editor } from './editor-state.ts';
import { knowShape, type Edit } from './model.ts';
import type { Shape } from './types.ts';

export type Restored = {
  readonly changed: number;
  /** Shapes whose label is no more: they stay as they are, or away. */
  readonly left: number;
};

/** `decided`: whether a prediction was turned down then; of one that is not named what is decided stays. */
export function restorePast(
  editor: Editor,
  past: readonly Shape[],
  isCheckedEmpty: boolean,
  decided: ReadonlyMap<string, boolean> = new Map(),
): Restored {
  const { doc, labelById } = editor;
  const isKnown = ({ labelId }: Shape): boolean => labelId !== null && labelById.has(labelId);
  const wanted = past.map(plainShape);
  const ids = new Set(wanted.map(({ id }) => id));
  const differing = wanted.filter((shape) => !isSameShape(doc.shapes.get(shape.id) ?? null, shape));
  const back = differing.filter(isKnown);
  // what is not there any more is brought back, and not drawn again: the history says so, and whose it was
  for (const { id } of back) if (!doc.shapes.has(id)) knowShape(doc, { id });
  const gone = [...doc.shapes.keys()].filter((id) => !ids.has(id));
  const edits: Edit[] = [
    ...(doc.isCheckedEmpty && back.length > 0 ? [{ isCheckedEmpty: false }] : []),
    ...gone.map((id) => ({ id, shape: null })),
    ...back.map((shape) => ({ id: shape.id, shape })),
  ];
  for (const { shape } of allItems(editor.predictions.index)) {
    const isRejected = decided.get(shape.id) ?? doc.rejected.has(shape.id);
    if (isRejected !== doc.rejected.has(shape.id)) edits.push({ proposalId: shape.id, isRejected });
  }
  // said of an image without shapes alone
  const isBare = doc.shapes.size - gone.length === 0 && back.length === 0;
  if (isBare && isCheckedEmpty !== doc.isCheckedEmpty) edits.push({ isCheckedEmpty });
  commitEdits(editor, edits);
  return { changed: edits.length, left: differing.length - back.length };
}
