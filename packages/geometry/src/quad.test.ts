// Quadrilaterals, turned rectangles, segments and simplification.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polygonArea } from './polygon.ts';
import { isConvexQuad, orderQuad, rotatedRectCorners, rotatedRectOf } from './quad.ts';
import { segmentDistance, segmentsMeet } from './segment.ts';
import { simplifyLine, simplifyRing } from './simplify.ts';

describe('quad', () => {
  it('orders corners clockwise from the top left, whatever the order they come in', () => {
    const wanted = [1, 2, 11, 1, 12, 9, 2, 8];
    for (const order of [
      [0, 1, 2, 3],
      [3, 1, 0, 2],
      [2, 3, 1, 0],
    ]) {
      expect(orderQuad(order.flatMap((i) => wanted.slice(2 * i, 2 * i + 2)))).toEqual(wanted);
    }
  });

  it('tells convex from dented and crossed', () => {
    expect(isConvexQuad([0, 0, 10, 0, 10, 10, 0, 10])).toBe(true);
    expect(isConvexQuad([0, 0, 10, 0, 3, 3, 0, 10])).toBe(false);
    expect(isConvexQuad([0, 0, 10, 10, 10, 0, 0, 10])).toBe(false);
    expect(isConvexQuad([0, 0, 5, 0, 10, 0, 0, 10])).toBe(false);
  });

  it('turns a rectangle and reads it back', () => {
    const size = fc.double({ min: 1, max: 500, noNaN: true });
    const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
    fc.assert(
      fc.property(size, size, size, size, angle, (cx, cy, width, height, a) => {
        const corners = rotatedRectCorners({ cx, cy, width, height, angle: a });
        expect(polygonArea(corners)).toBeCloseTo(width * height, 4);
        const back = rotatedRectOf(corners);
        expect(back.cx).toBeCloseTo(cx, 6);
        expect(back.cy).toBeCloseTo(cy, 6);
        expect(back.width).toBeCloseTo(width, 6);
        expect(back.height).toBeCloseTo(height, 6);
        expect(back.angle).toBeCloseTo(a, 6);
      }),
    );
  });
});

describe('segment', () => {
  it('measures to the line, to its ends and to a point', () => {
    expect(segmentDistance({ x: 5, y: 3 }, 0, 0, 10, 0)).toBe(3);
    expect(segmentDistance({ x: 13, y: 4 }, 0, 0, 10, 0)).toBe(5);
    expect(segmentDistance({ x: 3, y: 4 }, 0, 0, 0, 0)).toBe(5);
  });

  it('meets where it crosses, touches or overlaps', () => {
    expect(segmentsMeet(0, 0, 10, 10, 0, 10, 10, 0)).toBe(true);
    expect(segmentsMeet(0, 0, 10, 0, 10, 0, 20, 5)).toBe(true);
    expect(segmentsMeet(0, 0, 10, 0, 5, 0, 20, 0)).toBe(true);
    expect(segmentsMeet(0, 0, 10, 0, 11, 0, 20, 0)).toBe(false);
    expect(segmentsMeet(0, 0, 10, 0, 0, 1, 10, 1)).toBe(false);
  });
});

describe('simplify', () => {
  const line = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 4, maxLength: 120 }).map((v) => {
    return v.slice(0, v.length & ~1);
  });

  it('keeps the ends and stays within the tolerance', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 30 }), (points, tolerance) => {
        const simple = simplifyLine(points, tolerance);
        expect(simple.slice(0, 2)).toEqual(points.slice(0, 2));
        expect(simple.slice(-2)).toEqual(points.slice(-2));
        for (let i = 0; i < points.length; i += 2) {
          const p = { x: points[i] as number, y: points[i + 1] as number };
          let best = Infinity;
          for (let k = 0; k + 3 < simple.length; k += 2) {
            const ends = simple.slice(k, k + 4) as [number, number, number, number];
            best = Math.min(best, segmentDistance(p, ...ends));
          }
          expect(best).toBeLessThanOrEqual(tolerance);
        }
      }),
    );
  });

  it('drops what lies on an edge, never the shape', () => {
    expect(simplifyRing([0, 0, 5, 0, 10, 0, 10, 10, 5, 10, 0, 10], 0.1)).toEqual([0, 0, 10, 0, 10, 10, 0, 10]);
    expect(simplifyRing([0, 0, 10, 1, 20, 0, 10, -1], 5)).toHaveLength(6);
  });
});
