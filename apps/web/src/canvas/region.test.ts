// Regions as sets, held against masks of pixels: random polygons with holes, strokes and cuts.

import { fillRings, nearestEdge, pointInPolygon, ringArea, segmentDistance } from '@loupe/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, inImage, strokeRegion, subtract, unite, untangled } from './region.ts';
import type { Region } from './region.ts';

const SIDE = 64;
const square = (x: number, y: number, side: number): number[] => [x, y, x + side, y, x + side, y + side, x, y + side];
const maskOf = (region: Region): Uint8Array => fillRings(region, SIDE, SIDE);
const count = (mask: ArrayLike<number>): number => Array.from(mask).reduce((sum, one) => sum + one, 0);
/** Pixels in which two masks differ though no edge is near: crumbs and rounding may change those along edges. */
const apart = (a: Uint8Array, b: (at: number) => boolean, edges: Region): number =>
  a.reduce((sum, one, at) => {
    const middle = { x: (at % SIDE) + 0.5, y: Math.floor(at / SIDE) + 0.5 };
    const isWrong = (one === 1) !== b(at) && edges.every((ring) => nearestEdge(middle, ring).distance > 0.75);
    return sum + (isWrong ? 1 : 0);
  }, 0);

const coordinate = fc.integer({ min: 0, max: SIDE * 256 }).map((n) => n / 256);
const ring = fc.array(coordinate, { minLength: 6, maxLength: 24 }).map((all) => all.slice(0, all.length & ~1));
const region = fc.array(ring, { minLength: 1, maxLength: 3 });
const checks = { numRuns: 100, seed: 21 };

describe('sets of places', () => {
  it('are united and taken away as their pixels are', () => {
    fc.assert(
      fc.property(region, region, (a, b) => {
        const [left, right] = [maskOf(a), maskOf(b)];
        expect(apart(maskOf(unite(a, b).flat()), (at) => left[at] === 1 || right[at] === 1, [...a, ...b])).toBe(0);
        expect(apart(maskOf(subtract(a, b).flat()), (at) => left[at] === 1 && right[at] === 0, [...a, ...b])).toBe(0);
      }),
      checks,
    );
  });

  it('come as pieces with their holes, the largest first, none of which crosses another', () => {
    const pieces = subtract([square(0, 0, 40), square(50, 50, 10)], [square(10, 10, 20)]);
    expect(pieces.map((rings) => rings.map((one) => Math.abs(ringArea(one))))).toEqual([[1600, 400], [100]]);
    const island = unite(pieces.flat(), [square(15, 15, 4)]);
    expect(island.map((rings) => rings.length)).toEqual([2, 1, 1]);
  });

  it('lose crumbs, fill pinholes and end at the edge of the image', () => {
    expect(subtract([square(0, 0, 10)], [square(0.4, 0, 20)])).toEqual([]);
    expect(subtract([square(0, 0, 10)], [square(4, 4, 0.5)])).toHaveLength(1);
    expect(subtract([square(0, 0, 10)], [square(4, 4, 0.5)])[0]).toHaveLength(1);
    const inside = inImage([square(-10, -10, 40)], { width: 20, height: 100 });
    expect(Math.abs(ringArea(inside[0]![0]!))).toBe(600);
  });

  it('keep every corner that is not touched, to the last bit', () => {
    const far = [100.00390625, 7.5, 120, 9, 110, 30.25];
    const result = unite([square(0, 0, 20), far], strokeRegion([5, 5, 30, 5], 4));
    const corners = (all: Region): string[] => all.flatMap((one) => one.join().match(/[^,]+,[^,]+/g) ?? []).sort();
    expect(corners(result[1]!)).toEqual(corners([far]));
  });

  it('are untangled: what a line goes round is inside', () => {
    const eight = [0, 0, 20, 20, 20, 0, 0, 20];
    expect(untangled([eight])).toHaveLength(2);
    const loop = [0, 0, 30, 0, 30, 30, 10, 30, 10, 10, 20, 10, 20, 40, 0, 40];
    expect(count(maskOf(untangled([loop], true).flat()))).toBeGreaterThan(count(maskOf([loop])));
  });
});

describe('the strip of a brush', () => {
  it('covers what is nearer than its radius to the way, within 0.7 px', () => {
    const line = fc.array(coordinate, { minLength: 2, maxLength: 16 }).map((all) => all.slice(0, all.length & ~1));
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 12 }), (way, radius) => {
        const covered = untangled(strokeRegion(way, radius)).flat();
        for (let x = 0; x < SIDE; x += 4) {
          for (let y = 1; y < SIDE; y += 4) {
            let away = Math.hypot(x - way[0]!, y - way[1]!);
            for (let i = 0; i + 3 < way.length; i += 2)
              away = Math.min(away, segmentDistance({ x, y }, way[i]!, way[i + 1]!, way[i + 2]!, way[i + 3]!));
            if (Math.abs(away - radius) < 0.7) continue;
            const isIn = covered.filter((one) => pointInPolygon({ x, y }, one)).length % 2 === 1;
            expect(isIn).toBe(away < radius);
          }
        }
      }),
      checks,
    );
  });
});

describe('cuts', () => {
  it('leave two sides that share the cut, and lose nothing', () => {
    const pieces = cut([square(10, 10, 40)], [0, 20, 64, 33])!;
    expect(pieces).toHaveLength(2);
    const areas = pieces.map(([outer]) => Math.abs(ringArea(outer!)));
    expect(areas[0]! + areas[1]!).toBeCloseTo(1600, 0);
    const onCut = (one: readonly number[]): number[] =>
      one.filter((y, i) => i % 2 === 1 && Math.abs(y - (20 + (one[i - 1]! * 13) / 64)) < 0.01);
    expect(pieces.map(([outer]) => onCut(outer!).length)).toEqual([2, 2]);
  });

  it('go along bent lines and through holes', () => {
    const ringed = [square(10, 10, 40), square(20, 20, 20)];
    expect(cut(ringed, [30, 0, 30, 64])).toHaveLength(2);
    expect(cut([square(10, 10, 40)], [0, 20, 30, 30, 64, 20])).toHaveLength(2);
  });

  it('are none where the line ends inside or only goes past', () => {
    expect(cut([square(10, 10, 40)], [0, 20, 30, 20])).toBeNull();
    expect(cut([square(10, 10, 40)], [0, 2, 64, 2])).toBeNull();
    expect(cut([square(10, 10, 40), square(20, 20, 20)], [30, 0, 30, 30])).toBeNull();
  });

  it('keep the area of any polygon along the cut and its edges', () => {
    fc.assert(
      fc.property(ring, fc.tuple(coordinate, coordinate), (one, [from, to]) => {
        const pieces = cut([one], [-1, from, SIDE + 1, to]);
        if (!pieces) return;
        const whole = maskOf([one]);
        expect(apart(maskOf(pieces.flat()), (at) => whole[at] === 1, [one, [-1, from, SIDE + 1, to]])).toBe(0);
      }),
      checks,
    );
  });
});
