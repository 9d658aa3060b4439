// The list after changes is the one that sorting all shapes gives.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShapeChange } from './model.ts';
import { drawnShape } from './shape.ts';
import { changedList, sortedShapes } from './shape-list.ts';
import type { Shape } from './types.ts';

const shapeOf = (n: number, z: number): Shape => ({
  ...drawnShape(`s${String(n).padStart(3, '0')}`, 'rect', 11, [0, 0, 9, 9]),
  z,
});
const height = fc.integer({ min: -2, max: 2 });
const edit = fc.tuple(fc.nat(400), fc.option(height));

it('after any edits, several of one shape among them', () => {
  fc.assert(
    fc.property(
      fc.array(height, { minLength: 100, maxLength: 300 }),
      fc.array(edit, { maxLength: 5 }),
      (all, edits) => {
        const shapes = new Map(all.map((z, n) => [shapeOf(n, z).id, shapeOf(n, z)]));
        const list = sortedShapes(shapes.values());
        const changes = edits.flatMap(([n, z]): ShapeChange[] => {
          const { id } = shapeOf(n, 0);
          const [before, after] = [shapes.get(id) ?? null, z === null ? null : shapeOf(n, z)];
          if (!before && !after) return [];
          if (after) shapes.set(id, after);
          else shapes.delete(id);
          return [{ kind: 'shape', id, before, after }];
        });
        const next = changedList(list, changes);
        const few = changes.length <= 0.02 * list.length;
        expect(next !== null).toBe(few);
        if (next) expect(next).toEqual(sortedShapes(shapes.values()));
        // what others hold does not change
        expect(list).toHaveLength(all.length);
      },
    ),
  );
});
