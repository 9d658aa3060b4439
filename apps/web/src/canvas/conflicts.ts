// Shapes that two people edited at the same time: which belong together.

import type { ShapeDocument } from './model.ts';
import type { Shape } from './types.ts';

/** Edits of one shape of which nobody has said which is right; the first is the one that stood there. */
export type Conflict = { readonly of: string; readonly shapes: readonly Shape[] };

/** As the server counts them: copies of one shape, and that shape, as long as more than one of them is there. */
export function conflictsOf({ copies, shapes }: Pick<ShapeDocument, 'copies' | 'shapes'>): Conflict[] {
  if (copies.size === 0) return [];
  const groups = Map.groupBy(copies, ([, of]) => of);
  return [...groups].flatMap(([of, members]) => {
    const ids = new Set([of, ...members.map(([id]) => id)]);
    const there = [...ids].flatMap((id) => shapes.get(id) ?? []);
    return there.length > 1 ? [{ of, shapes: there }] : [];
  });
}
