// Rotated rectangles, freehand polygons, corners rubbed out, and points that snap: by the hand.

import { boundsOf, polygonArea, ringsOf, rotatedRectOf } from '@loupe/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench, stored } from '../testing/headless.ts';
import type { Bench } from '../testing/headless.ts';
import type { Shape } from '../types.ts';

const only = (bench: Bench): Shape => {
  expect(bench.shapes()).toHaveLength(1);
  return bench.shapes()[0]!;
};
const sidesOf = ({ points }: Shape): number[] => {
  const { width, height, angle } = rotatedRectOf(points);
  return [width, height, (angle * 180) / Math.PI].map((value) => Math.round(value * 10) / 10);
};

describe('rotated rectangle', () => {
  it('is an edge that is dragged and a width that is clicked', () => {
    const bench = createBench();
    bench.key('KeyO');
    bench.drag([100, 100], [160, 180]);
    bench.move(150, 190);
    bench.click(92, 166);
    expect(only(bench)).toMatchObject({ kind: 'rrect', labelId: 11 });
    expect(sidesOf(only(bench))).toEqual([100, 46, 53.1]);
    bench.click(92, 166);
    expect(bench.status().isDrawing).toBe(false);
  });

  it('is drawn by three clicks as well, clockwise on either side of its edge', () => {
    const bench = createBench();
    bench.setTool('rotated');
    bench.click(100, 100);
    bench.click(200, 100);
    bench.click(150, 60);
    expect(only(bench).points).toEqual([100, 100, 100, 60, 200, 60, 200, 100]);
  });

  it('is no wider than the image allows, and stays a rectangle', () => {
    const inside = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }));
    const anywhere = fc.tuple(fc.integer({ min: -300, max: 700 }), fc.integer({ min: -300, max: 600 }));
    fc.assert(
      fc.property(inside, inside, anywhere, (from, to, across) => {
        const bench = createBench();
        bench.setTool('rotated');
        bench.drag(from, to);
        bench.click(...across);
        for (const { points } of bench.shapes()) {
          const [x1, y1, x2, y2] = boundsOf(points);
          expect([x1 >= 0, y1 >= 0, x2 <= 400, y2 <= 300]).toEqual([true, true, true, true]);
          const { width, height } = rotatedRectOf(points);
          expect(Math.abs(polygonArea(points) - width * height)).toBeLessThan(4);
        }
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it('keeps its angle while a side or a corner is dragged, and is turned by its knob', () => {
    const bench = createBench({ shapes: [stored('rrect', [100, 100, 200, 100, 200, 140, 100, 140])] });
    bench.select([only(bench).id]);
    bench.drag([150, 76], [194, 120]);
    expect(sidesOf(only(bench))).toEqual([100, 40, 90]);
    bench.drag([150, 170], [150, 190]);
    expect(sidesOf(only(bench))).toEqual([120, 40, 90]);
    bench.drag([194, 130], [180, 180], { shift: true });
    expect(sidesOf(only(bench))[2]).toBe(90);
  });
});

describe('freehand', () => {
  const round = Array.from({ length: 60 }, (_, i): [number, number] => [
    200 + 80 * Math.cos(i / 9),
    150 + 80 * Math.sin(i / 9),
  ]);

  it('closes when the hand lets go, with few points and without edges that cross', () => {
    const bench = createBench();
    bench.key('KeyP', { shiftKey: true });
    bench.move(...round[0]!);
    bench.down(...round[0]!);
    for (const at of round) bench.move(...at);
    bench.up(...round.at(-1)!);
    const { points, parts, kind } = only(bench);
    expect([kind, parts]).toEqual(['polygon', [0]]);
    expect(points.length).toBeLessThan(2 * 45);
    expect(polygonArea(points)).toBeGreaterThan(0.97 * Math.PI * 80 ** 2);
    expect(bench.notices).toEqual([]);
  });

  it('is nothing where the hand has hardly moved, and is given up by Escape', () => {
    const bench = createBench();
    bench.setTool('freehand');
    bench.click(100, 100);
    bench.down(100, 100);
    bench.move(150, 150);
    bench.move(100, 180);
    bench.key('Escape');
    bench.up(90, 90);
    expect(bench.shapes()).toEqual([]);
  });
});

describe('the point eraser', () => {
  const comb = [100, 100, 120, 90, 140, 100, 200, 100, 200, 200, 100, 200];

  it('takes the corners that it goes over, as one entry, and never the last three', () => {
    const bench = createBench({ shapes: [stored('polygon', comb)] });
    bench.select([only(bench).id]);
    bench.setTool('points');
    bench.editor.brushRadius = 6;
    bench.drag([110, 90], [140, 98]);
    expect(only(bench).points).toEqual([100, 100, 200, 100, 200, 200, 100, 200]);
    expect(bench.ops).toHaveLength(1);
    bench.editor.brushRadius = 300;
    bench.click(150, 150);
    expect(bench.ops).toHaveLength(1);
  });

  it('fills a hole of which too little is left', () => {
    const points = [100, 100, 200, 100, 200, 200, 100, 200, 140, 140, 140, 150, 150, 150];
    const bench = createBench({ shapes: [stored('polygon', points, { parts: [0, 4] })] });
    bench.setTool('points');
    bench.editor.brushRadius = 4;
    bench.click(151, 151);
    expect(ringsOf(only(bench).points, only(bench).parts)).toHaveLength(1);
  });
});

describe('snapping', () => {
  const near = () => createBench({ shapes: [stored('polygon', [100, 100, 200, 100, 200, 200])] });

  it('puts points on corners first, then on edges, then on the border; never without being asked', () => {
    const bench = near();
    bench.setTool('rectangle');
    bench.drag([203, 104], [300, 297]);
    expect(bench.ops[0]!.shape!.points).toEqual([203, 104, 300, 297]);
    bench.key('KeyS', { shiftKey: true });
    expect(bench.status().isSnapping).toBe(true);
    bench.drag([204, 96], [350, 297]);
    expect(bench.ops[1]!.shape!.points).toEqual([200, 100, 350, 300]);
    bench.drag([140, 95], [396, 2]);
    expect(bench.ops[2]!.shape!.points).toEqual([140, 0, 400, 100]);
  });

  it('does the opposite while Ctrl is held, and shows where the next point would be', () => {
    const bench = near();
    bench.setTool('polygon');
    bench.move(103, 97, { ctrl: true });
    bench.scheduler.run();
    expect(bench.lastScene()).toMatchObject({ snap: { x: 100, y: 100 } });
    bench.move(103, 97);
    bench.scheduler.run();
    expect(bench.lastScene()).toMatchObject({ snap: null });
  });

  it('lets a dragged corner go to those of others, not to its own', () => {
    const bench = near();
    const other = stored('rect', [300, 200, 350, 250]);
    bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [...bench.shapes(), other] as never });
    bench.editor.view.transform = { scale: 1, x: 0, y: 0 };
    bench.key('KeyS', { shiftKey: true });
    bench.click(180, 120);
    bench.drag([200, 200], [303, 196]);
    expect(bench.ops[0]!.shape!.points.slice(4)).toEqual([300, 200]);
    bench.drag([300, 200], [203, 103]);
    expect(bench.ops[1]!.shape!.points.slice(4)).toEqual([203, 103]);
  });
});

describe('several shapes', () => {
  const two = () => {
    const bench = createBench({
      shapes: [stored('polygon', [100, 100, 140, 100, 140, 140]), stored('rect', [180, 120, 200, 140])],
    });
    bench.key('KeyA', { ctrlKey: true });
    return bench;
  };

  it('are scaled by a corner of their frame, alike in both directions, within the image', () => {
    const bench = two();
    bench.drag([200, 140], [250, 160]);
    expect(bench.ops.map(({ shape }) => shape!.points)).toEqual([
      [100, 100, 160, 100, 160, 160],
      [220, 130, 250, 160],
    ]);
    bench.drag([250, 160], [399, 299]);
    expect(Math.max(...bench.shapes().flatMap(({ points }) => points))).toBeLessThanOrEqual(400);
    bench.undo();
    bench.undo();
    expect(bench.shapes().map(({ points }) => points.length)).toEqual([4, 6]);
  });

  it('are turned by their knob; upright rectangles stay upright', () => {
    const bench = two();
    bench.drag([150, 76], [194, 120]);
    expect(bench.ops.map(({ shape }) => shape!.points)).toEqual([
      [170, 70, 170, 110, 130, 110],
      [130, 150, 150, 170],
    ]);
  });

  it('have no frame where one of them is locked, nor while another tool is used', () => {
    const bench = two();
    bench.scheduler.run();
    expect(bench.lastScene()!.frame).not.toBeNull();
    bench.setTool('rectangle');
    bench.scheduler.run();
    expect(bench.lastScene()!.frame).toBeNull();
  });
});
