// Each kind of shape, edited by its handles: whatever is done keeps to the contract's rule for that kind.

import { newShape, shapeRules, ShapeKind } from '@loupe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSound, outlineOf, shapeKinds } from './registry.ts';

const image = { width: 200, height: 100 };
const place = fc.record({ x: fc.double({ min: -50, max: 250, noNaN: true }), y: fc.integer({ min: -50, max: 150 }) });
const square = [10, 10, 60, 10, 60, 60, 10, 60];
const pointsOf = (kind: ShapeKind): number[] => (shapeRules[kind].points === 2 ? [10, 10, 60, 60] : [...square]);
const shapeOf = (kind: ShapeKind) => newShape({ id: 'a', labelId: 1, kind, points: pointsOf(kind) });

describe.each(ShapeKind.options)('%s', (kind) => {
  const sort = shapeKinds[kind];
  const rule = shapeRules[kind];

  it('is outlined as the square that it is', () => {
    expect(isSound(shapeOf(kind))).toBe(true);
    expect(outlineOf(shapeOf(kind))).toMatchObject({ points: square, parts: [0] });
  });

  it('gives corners away only where their number is free', () => {
    expect(sort.corners === null).toBe(rule.isExact);
  });

  it('keeps its number of points and stays in the image, whichever handle is dragged wherever', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), place), { minLength: 1, maxLength: 6 }), (drags) => {
        const before = shapeOf(kind);
        const count = sort.handles(before).length;
        const after = drags.reduce((shape, [handle, to]) => sort.drag(shape, handle % count, to, image), before);
        expect(after.points).toHaveLength(before.points.length);
        const inside = after.points.every((v, i) => v >= 0 && v <= (i % 2 === 0 ? image.width : image.height));
        expect(inside).toBe(true);
        if (sort.isBox) expect(isSound(after)).toBe(true);
      }),
    );
  });
});

it.each(ShapeKind.options.filter((kind) => shapeKinds[kind].corners))(
  '%s loses corners down to the fewest that the contract allows, and gets new ones',
  (kind) => {
    const corners = shapeKinds[kind].corners!;
    let shape = shapeOf(kind);
    for (let less = corners.remove(shape, 0); less; less = corners.remove(shape, 0)) shape = less;
    expect(shape.points.length / 2).toBe(shapeRules[kind].points);
    expect(corners.add(shape, 0, { x: 30, y: 30 }, image).points.slice(2, 4)).toEqual([30, 30]);
  },
);

it('keeps a quadrilateral convex wherever its corners are dragged, but lets one that came crossed be mended', () => {
  const { allows } = shapeKinds.quad;
  const sound = shapeOf('quad');
  const crossed = { ...sound, points: [10, 10, 60, 60, 60, 10, 10, 60] };
  expect(allows?.(crossed, sound)).toBe(false);
  expect(allows?.(sound, crossed)).toBe(true);
  expect(allows?.(crossed, crossed)).toBe(true);
});
