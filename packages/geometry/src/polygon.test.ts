// Polygons with holes: area, centre, inside, edges, self-intersection, cutting.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, boxArea, boxContains, boxIou } from './box.ts';
import { clipToImage } from './clip.ts';
import {
  isSelfIntersecting,
  joinRings,
  nearestEdge,
  pointInPolygon,
  polygonArea,
  polygonCentroid,
  ringHoles,
  ringsOf,
  ringThickness,
} from './polygon.ts';

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const holed = joinRings([square, [2, 2, 2, 6, 6, 6, 6, 2]]);

/** A star-shaped ring: angles rise, so it never crosses itself. */
const star = fc
  .tuple(
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.array(fc.double({ min: 5, max: 60, noNaN: true }), { minLength: 3, maxLength: 24 }),
  )
  .map(([cx, cy, radii]) =>
    radii.flatMap((r, i) => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    }),
  );

describe('polygon', () => {
  it('measures area and centre with a hole', () => {
    expect(polygonArea(holed.points, holed.parts)).toBe(84);
    const centre = polygonCentroid(holed.points, holed.parts);
    expect(centre.x).toBeCloseTo((500 - 16 * 4) / 84, 12);
    expect(centre.y).toBeCloseTo((500 - 16 * 4) / 84, 12);
    expect(polygonCentroid([3, 3, 5, 3, 7, 3])).toEqual({ x: 5, y: 3 });
    expect(ringsOf(holed.points, holed.parts)).toHaveLength(2);
  });

  it('adds pieces and takes holes away, whichever way they turn and in whichever order they come', () => {
    const beside = [20, 0, 30, 0, 30, 10, 20, 10];
    const island = [3, 3, 5, 3, 5, 5, 3, 5];
    const all = joinRings([square, [20, 10, 30, 10, 30, 0, 20, 0], [2, 2, 2, 6, 6, 6, 6, 2], island]);
    expect(ringHoles(all.points, all.parts)).toEqual([false, false, true, false]);
    expect(polygonArea(all.points, all.parts)).toBe(100 + 100 - 16 + 4);
    const two = joinRings([square, beside]);
    expect(polygonCentroid(two.points, two.parts)).toEqual({ x: 15, y: 5 });
  });

  it('measures how thick a ring is, also where its edges cross', () => {
    expect(ringThickness([0, 0, 10, 0, 4, 3], 0, 3)).toBe(3);
    expect(ringThickness([0, 0, 10, 10, 10, 0, 0, 10], 0, 4)).toBeCloseTo(Math.SQRT1_2 * 10, 12);
    expect(ringThickness(holed.points, 4, 8)).toBeCloseTo(Math.SQRT1_2 * 4, 12);
    expect(ringThickness([1, 1, 3, 3, 2, 2, 7, 7], 0, 4)).toBe(0);
    expect(ringThickness([5, 5, 5, 5, 5, 5], 0, 3)).toBe(0);
  });

  it('does not depend on where the image lies or which way a ring turns', () => {
    fc.assert(
      fc.property(star, fc.integer({ min: -9000, max: 9000 }), (ring, shift) => {
        const moved = ring.map((v) => v + shift);
        const reversed = ring.map((_, i) => ring[ring.length - 2 - 2 * (i >> 1) + (i & 1)] as number);
        expect(polygonArea(moved)).toBeCloseTo(polygonArea(ring), 6);
        expect(polygonArea(reversed)).toBeCloseTo(polygonArea(ring), 6);
        expect(polygonCentroid(moved).x - shift).toBeCloseTo(polygonCentroid(ring).x, 5);
      }),
    );
  });

  it('is outside in a hole', () => {
    expect(pointInPolygon({ x: 1, y: 1 }, holed.points, holed.parts)).toBe(true);
    expect(pointInPolygon({ x: 4, y: 4 }, holed.points, holed.parts)).toBe(false);
    expect(pointInPolygon({ x: 11, y: 4 }, holed.points, holed.parts)).toBe(false);
  });

  it('holds as many random points as its area says', () => {
    fc.assert(
      fc.property(star, (ring) => {
        const [x1, y1, x2, y2] = boundsOf(ring);
        const steps = 60;
        let inside = 0;
        for (let i = 0; i < steps * steps; i++) {
          const x = x1 + (((i % steps) + 0.5) / steps) * (x2 - x1);
          const y = y1 + ((Math.floor(i / steps) + 0.5) / steps) * (y2 - y1);
          if (pointInPolygon({ x, y }, ring)) inside++;
        }
        const share = polygonArea(ring) / boxArea([x1, y1, x2, y2]);
        expect(Math.abs(inside / steps ** 2 - share)).toBeLessThan(0.06);
      }),
      { numRuns: 40 },
    );
  });

  it('finds the nearest edge, the closing one included', () => {
    expect(nearestEdge({ x: 5, y: -2 }, square)).toEqual({ distance: 2, index: 0 });
    expect(nearestEdge({ x: -3, y: 5 }, square)).toEqual({ distance: 3, index: 3 });
    expect(nearestEdge({ x: 4, y: 5.9 }, holed.points, holed.parts).index).toBe(5);
  });
});

describe('self-intersection', () => {
  it('accepts stars of any kind', () => {
    fc.assert(fc.property(star, (ring) => !isSelfIntersecting(ring)));
    expect(isSelfIntersecting(holed.points, holed.parts)).toBe(false);
  });

  it('finds a bow tie, a spike, a touch and a hole that leaves', () => {
    expect(isSelfIntersecting([0, 0, 10, 10, 10, 0, 0, 10])).toBe(true);
    expect(isSelfIntersecting([0, 0, 10, 0, 5, 0, 5, 5])).toBe(true);
    expect(isSelfIntersecting([0, 0, 10, 0, 10, 10, 5, 0, 0, 10])).toBe(true);
    const leaving = joinRings([square, [5, 5, 15, 5, 5, 8]]);
    expect(isSelfIntersecting(leaving.points, leaving.parts)).toBe(true);
  });

  it('finds what a swap of two corners does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 20 }), fc.nat(), (n, seed) => {
        const ring = Array.from({ length: n }, (_, i) => (2 * Math.PI * i) / n).flatMap((a) => [
          Math.cos(a),
          Math.sin(a),
        ]);
        const at = 2 * (seed % (n - 1));
        const swapped = ring.slice();
        swapped.splice(at, 4, ...ring.slice(at + 2, at + 4), ...ring.slice(at, at + 2));
        expect(isSelfIntersecting(swapped)).toBe(true);
      }),
    );
  });
});

describe('cutting to the image', () => {
  it('keeps what lies inside and stays inside', () => {
    fc.assert(
      fc.property(star, (ring) => {
        const cut = clipToImage(ring, 40, 30);
        if (cut === null) return;
        for (let i = 0; i < cut.points.length; i += 2) {
          const p = { x: cut.points[i] as number, y: cut.points[i + 1] as number };
          expect(boxContains([0, 0, 40, 30], p)).toBe(true);
        }
        expect(polygonArea(cut.points, cut.parts)).toBeLessThanOrEqual(polygonArea(ring) + 1e-9);
      }),
    );
  });

  it('leaves a polygon alone that is inside, and drops one that is not', () => {
    expect(clipToImage(square, 40, 30)).toEqual({ points: square, parts: [0] });
    expect(clipToImage([50, 50, 60, 50, 60, 60], 40, 30)).toBeNull();
    const cut = clipToImage([-5, -5, 5, -5, 5, 5, -5, 5], 40, 30);
    expect(cut && polygonArea(cut.points, cut.parts)).toBe(25);
  });

  it('agrees with boxes', () => {
    const number = fc.integer({ min: -20, max: 60 });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 50 }), (x, y, side) => {
        const cut = clipToImage([x, y, x + side, y, x + side, y + side, x, y + side], 40, 30);
        const width = Math.min(x + side, 40) - Math.max(x, 0);
        const height = Math.min(y + side, 30) - Math.max(y, 0);
        const area = Math.max(0, width) * Math.max(0, height);
        expect(cut === null ? 0 : polygonArea(cut.points, cut.parts)).toBeCloseTo(area, 9);
      }),
    );
  });
});

describe('box IoU', () => {
  it('is 1 with itself, 0 apart, the same both ways', () => {
    const box = fc
      .tuple(fc.nat(100), fc.nat(100), fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 80 }))
      .map(([x, y, w, h]) => [x, y, x + w, y + h] as const);
    fc.assert(
      fc.property(box, box, (a, b) => {
        expect(boxIou(a, a)).toBe(1);
        expect(boxIou(a, b)).toBe(boxIou(b, a));
        expect(boxIou(a, b)).toBeGreaterThanOrEqual(0);
        expect(boxIou(a, [a[2], a[1], a[2] + 5, a[3]])).toBe(0);
      }),
    );
    expect(boxIou([0, 0, 10, 10], [5, 0, 15, 10])).toBeCloseTo(1 / 3, 15);
  });
});
