// Masks as run lengths and as outlines: there and back, at any size of cell.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  longestDistance,
  maskOfWindow,
  runsArea,
  runsIou,
  runsOfRings,
  runsOfWindow,
  runsOverlap,
  windowArea,
  windowCells,
  windowDifference,
  windowLength,
  windowOfBits,
  windowOfMask,
  windowRings,
} from './mask.ts';
import { isSelfIntersecting, joinRings } from './polygon.ts';
import { fillRings } from './raster.ts';
import { traceMask } from './trace.ts';

const size = { width: 200, height: 160 };
/** A star with bays: corners at growing angles, far and near. With nearer ones its points are a pixel thin, and rounding alone costs 2 %. */
const star = fc
  .record({
    x: fc.double({ min: 70, max: 130, noNaN: true }),
    y: fc.double({ min: 60, max: 100, noNaN: true }),
    far: fc.array(fc.double({ min: 36, max: 55, noNaN: true }), { minLength: 5, maxLength: 24 }),
  })
  .map(({ x, y, far }) =>
    far.flatMap((r, i) => {
      const angle = (2 * Math.PI * i) / far.length;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    }),
  );
const ringAround = (x: number, y: number, r: number): number[] =>
  Array.from({ length: 60 }, (_, i) => (2 * Math.PI * i) / 60).flatMap((a) => [
    x + r * Math.cos(a),
    y + r * Math.sin(a),
  ]);
const windowOf = (rings: readonly number[][], { width, height } = size) =>
  windowOfMask(fillRings(rings, width, height), width, height);
const randomMask = fc
  .record({
    width: fc.integer({ min: 1, max: 20 }),
    height: fc.integer({ min: 1, max: 20 }),
    seed: fc.infiniteStream(fc.boolean()),
  })
  .map(({ width, height, seed }) => ({
    width,
    height,
    mask: Uint8Array.from({ length: width * height }, () => Number(seed.next().value)),
  }));

describe('windows', () => {
  it('are a mask as runs from row to row, beginning outside, without empty rows around', () => {
    const mask = [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0];
    const window = windowOfMask(mask, 4, 3, 10, 20);
    expect(window).toEqual({ x: 12, y: 21, w: 2, h: 2, counts: [0, 3, 1] });
    expect([...maskOfWindow(window)]).toEqual([1, 1, 1, 0]);
    expect([windowCells(window), windowArea(window, [2, 3])]).toEqual([3, 18]);
    expect(windowOfMask([0, 0], 2, 1)).toEqual({ x: 0, y: 0, w: 0, h: 0, counts: [] });
  });

  it('hold whatever a mask holds', () => {
    fc.assert(
      fc.property(randomMask, ({ mask, width, height }) => {
        const window = windowOfMask(mask, width, height);
        const again = new Uint8Array(mask.length);
        maskOfWindow(window).forEach((one, i) => {
          again[(window.y + Math.floor(i / window.w)) * width + window.x + (i % window.w)] = one;
        });
        expect(again).toEqual(mask);
        expect(window.counts.reduce((sum, one) => sum + one, 0)).toBe(window.w * window.h);
      }),
    );
  });

  it('differ by the cells that only one has', () => {
    const one = { x: 2, y: 1, w: 3, h: 2, counts: [0, 6] };
    expect(windowDifference(one, one)).toBe(0);
    expect(windowDifference(one, { x: 3, y: 0, w: 2, h: 3, counts: [0, 6] })).toBe(4);
    expect(windowDifference(one, { x: 0, y: 0, w: 0, h: 0, counts: [] })).toBe(6);
  });

  it('come from packed bits, within the box alone', () => {
    // 16 × 3: cells 6 … 9 of the middle row, and one far from the box
    const bits = [0b00000000, 0b00000001, 0b00000011, 0b11000000, 0, 0];
    expect(windowOfBits(bits, 2, 3, [6, 1, 10, 2])).toEqual({ x: 6, y: 1, w: 4, h: 1, counts: [0, 4] });
    expect(windowOfBits(bits, 2, 3, [0, 2, 3, 3]).w).toBe(0);
    expect(windowOfBits(bits, 2, 3, [-50, -50, 500, 500])).toMatchObject({ x: 6, y: 0, w: 10, h: 2 });
    expect(windowOfBits(bits, 2, 3, [40, 40, 50, 50]).w).toBe(0);
  });
});

describe('outlines', () => {
  it('give the mask back exactly, and never cross or touch', () => {
    fc.assert(
      fc.property(randomMask, fc.double({ min: 0, max: 0.7, noNaN: true }), ({ mask, width, height }, tolerance) => {
        const window = windowOfMask(mask, width, height);
        const rings = windowRings(window, [1, 1], tolerance).flat();
        expect(fillRings(rings, width, height)).toEqual(mask);
        const { points, parts } = joinRings(rings);
        expect(points.length === 0 || !isSelfIntersecting(points, parts)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are drawn polygons again: IoU of 0.98 and more', () => {
    fc.assert(
      fc.property(star, fc.constantFrom(1, 0.4), (ring, cell) => {
        const grid = { width: size.width / cell, height: size.height / cell };
        const window = windowOf([ring.map((v) => v / cell)], grid);
        const again = windowRings(window, [cell, cell]).flat();
        expect(runsIou(runsOfRings([ring], size), runsOfRings(again, size))).toBeGreaterThanOrEqual(0.98);
      }),
    );
  });

  it('keep the hole of a ring, also in cells of several pixels, and all pieces', () => {
    for (const cell of [1, 1.6, 2.4]) {
      const rings = [ringAround(90, 80, 60), ringAround(94, 78, 30)];
      const grid = { width: Math.ceil(size.width / cell), height: Math.ceil(size.height / cell) };
      const regions = windowRings(
        windowOf(
          rings.map((r) => r.map((v) => v / cell)),
          grid,
        ),
        [cell, cell],
      );
      expect(regions.map((one) => one.length)).toEqual([2]);
      expect(runsIou(runsOfRings(rings, size), runsOfRings(regions.flat(), size))).toBeGreaterThan(0.95);
    }
    const apart = [ringAround(40, 40, 20), ringAround(150, 40, 20), ringAround(150, 40, 8)];
    expect(windowRings(windowOf(apart), [1, 1]).map((one) => one.length)).toEqual([1, 2]);
  });

  it('put the hole of an island to the island', () => {
    const rows = ['xxxxxxx', 'x.....x', 'x.xxx.x', 'x.x.x.x', 'x.xxx.x', 'x.....x', 'xxxxxxx'];
    const regions = traceMask(
      Uint8Array.from(rows.join(''), (one) => Number(one === 'x')),
      7,
      7,
    );
    expect(regions.map((rings) => rings.length)).toEqual([2, 2]);
    expect(regions[1]![1]).toEqual([4, 4, 4, 3, 3, 3, 3, 4]);
  });
});

describe('runs', () => {
  it('count what regions have in common as masks do', () => {
    fc.assert(
      fc.property(star, star, (a, b) => {
        const [one, other] = [a, b].map((ring) => fillRings([ring], size.width, size.height)) as [
          Uint8Array,
          Uint8Array,
        ];
        const both = one.reduce((sum, v, i) => sum + v * other[i]!, 0);
        const [x, y] = [runsOfRings([a], size), runsOfRings([b], size)];
        expect(runsOverlap(x, y)).toBe(both);
        expect(runsArea(x)).toBe(one.reduce((sum, v) => sum + v, 0));
      }),
      { numRuns: 50 },
    );
    expect(runsIou(new Int32Array(), new Int32Array())).toBe(0);
  });

  it('of a window take the pixels whose middles lie in its cells, cut at the image', () => {
    const window = { x: 1, y: 0, w: 2, h: 1, counts: [1, 1] };
    // the cell from 4 to 6, rows 0 and 1
    expect([...runsOfWindow(window, [2, 2], { width: 5, height: 4 })]).toEqual([4, 5, 9, 10]);
    expect([...runsOfWindow({ ...window, counts: [0, 2] }, [0.5, 1], { width: 5, height: 1 })]).toEqual([0, 1]);
    const ring = windowOf([ringAround(90, 80, 60), ringAround(94, 78, 30)]);
    expect(runsOfWindow(ring, [1, 1], size)).toHaveLength(
      runsOfRings([ringAround(90, 80, 60), ringAround(94, 78, 30)], size).length,
    );
  });
});

describe('length', () => {
  it('is the largest distance between two points', () => {
    const line = windowOfMask(
      Uint8Array.from({ length: 900 }, (_, i) => Number(i % 31 === 0)),
      30,
      30,
    );
    expect(windowLength(line, [2, 1])).toBeCloseTo(Math.hypot(60, 30), 9);
    expect(windowLength({ x: 5, y: 5, w: 3, h: 1, counts: [0, 3] }, [1, 1])).toBeCloseTo(Math.hypot(3, 1), 9);
    expect(windowLength({ x: 0, y: 0, w: 0, h: 0, counts: [] }, [1, 1])).toBe(0);
    expect(longestDistance([0, 0, 3, 1, 30, 40, 5, 5])).toBe(50);
    expect([longestDistance([]), longestDistance([7, 7])]).toEqual([0, 0]);
  });
});
