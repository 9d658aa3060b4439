// What is done to selected shapes as wholes: regions to ignore, locks, order, copies.

import { describe, expect, it } from 'vitest';
import { takenPlaces } from './clipboard.ts';
import { hatchLines } from './hatch.ts';
import { shapesOf } from './model.ts';
import { createBench, stored } from './testing/headless.ts';
import type { Bench } from './testing/headless.ts';

const left = () => stored('rect', [10, 10, 60, 60]);
const right = () => stored('rect', [100, 100, 150, 150]);
const shapeOf = (bench: Bench, id: string) => bench.shapes().find((shape) => shape.id === id)!;

describe('regions to ignore', () => {
  it('are set and cleared by a key, all of a selection as one entry of the history', () => {
    const [a, b] = [left(), { ...right(), ignore: true }];
    const bench = createBench({ shapes: [a, b] });
    bench.key('KeyM');
    expect(bench.ops).toEqual([]);
    bench.key('KeyA', { ctrlKey: true });
    bench.key('KeyM');
    expect(bench.ops.map(({ shapeId, shape }) => [shapeId, shape?.ignore])).toEqual([[a.id, true]]);
    bench.key('KeyM');
    expect(bench.shapes().map(({ ignore }) => ignore)).toEqual([false, false]);
    bench.undo();
    bench.undo();
    expect(shapeOf(bench, a.id).ignore).toBe(false);
    expect(shapeOf(bench, b.id).ignore).toBe(true);
  });

  it('are a person’s from then on, where a model drew them', () => {
    const made = stored('rect', [10, 10, 60, 60], { source: 'model', score: 0.5, versionId: 3 });
    const bench = createBench({ shapes: [made] });
    bench.select([made.id]);
    bench.key('KeyM');
    expect(shapeOf(bench, made.id)).toMatchObject({ ignore: true, source: 'person', score: null, versionId: null });
  });

  it('are hatched, selected or not, and other shapes are not', () => {
    const bench = createBench({ shapes: [left(), { ...right(), ignore: true }] });
    bench.scheduler.run();
    const clips = () => bench.surfaces.reduce((sum, { calls }) => sum + (calls.get('clip') ?? 0), 0);
    expect(clips()).toBe(1);
    const none = createBench({ shapes: [left(), right()] });
    none.scheduler.run();
    expect(none.surfaces.some(({ calls }) => calls.has('clip'))).toBe(false);
  });

  it('have lines in one row with those of their neighbours, within their bounds', () => {
    const lines = hatchLines([10, 20, 40, 30], 9);
    expect(lines).toHaveLength(4 * 4);
    for (let i = 0; i < lines.length; i += 4) {
      const [x1, y1, x2, y2] = lines.slice(i, i + 4) as [number, number, number, number];
      expect((x1 + y1) % 9).toBe(0);
      expect(x1 + y1).toBe(x2 + y2);
      expect([x1 >= 10, x2 <= 40, y2 >= 20, y1 <= 30]).toEqual([true, true, true, true]);
    }
    expect(hatchLines([5, 5, 5, 5], 9)).toEqual([]);
  });
});

describe('locks', () => {
  it('keep a shape from the mouse and the keys until they are opened', () => {
    const a = left();
    const bench = createBench({ shapes: [a] });
    bench.select([a.id]);
    bench.key('KeyL');
    bench.drag([30, 30], [80, 80]);
    bench.key('Delete');
    bench.key('KeyM');
    expect(shapeOf(bench, a.id)).toMatchObject({ points: a.points, locked: true, ignore: false });
    expect(new Set(bench.notices)).toEqual(new Set(['canvas.locked']));
    bench.key('KeyL');
    bench.key('Delete');
    expect(bench.shapes()).toEqual([]);
  });
});

describe('order', () => {
  it('brings to the front and sends to the back, once', () => {
    const [a, b] = [left(), right()];
    const bench = createBench({ shapes: [a, b] });
    bench.select([a.id]);
    bench.key('BracketRight', { ctrlKey: true });
    bench.key('BracketRight', { ctrlKey: true });
    expect(bench.ops.map(({ shape }) => shape?.z)).toEqual([1]);
    expect(bench.shapes()[0]!.id).toBe(a.id);
    bench.key('BracketLeft', { ctrlKey: true });
    expect(bench.shapes().map(({ id }) => id)).toEqual([b.id, a.id]);
  });

  it('keeps the order among those that go together', () => {
    const [a, b, c] = [left(), { ...right(), z: 4 }, { ...left(), z: 2 }];
    const bench = createBench({ shapes: [a, b, c] });
    bench.select([a.id, c.id]);
    bench.key('BracketRight', { ctrlKey: true });
    expect([a, b, c].map(({ id }) => shapeOf(bench, id).z)).toEqual([5, 4, 7]);
  });
});

describe('copies', () => {
  it('are made beside the selection without what was copied before', () => {
    const [a, b] = [left(), right()];
    const bench = createBench({ shapes: [a, b] });
    bench.select([b.id]);
    bench.key('KeyC', { ctrlKey: true });
    bench.select([a.id]);
    bench.key('KeyD', { ctrlKey: true });
    expect(bench.ops.map(({ shape }) => shape?.points)).toEqual([[22, 22, 72, 72]]);
    bench.key('KeyV', { ctrlKey: true });
    expect(bench.ops[1]!.shape!.points).toEqual([112, 112, 162, 162]);
  });

  it('are put with their middle at the cursor, and never out of the image', () => {
    const bench = createBench({ shapes: [left()] });
    bench.key('KeyA', { ctrlKey: true });
    bench.key('KeyC', { ctrlKey: true });
    bench.move(200, 100);
    bench.key('KeyV', { ctrlKey: true, shiftKey: true });
    expect(bench.ops[0]!.shape!.points).toEqual([175, 75, 225, 125]);
    bench.move(399, 1);
    bench.key('KeyV', { ctrlKey: true, shiftKey: true });
    expect(bench.ops[1]!.shape!.points).toEqual([350, 0, 400, 50]);
  });
});

describe('alignment', () => {
  const three = () => [
    stored('rect', [10, 20, 30, 60]),
    stored('polygon', [100, 50, 140, 50, 140, 90]),
    stored('rect', [50, 100, 80, 110], { locked: true }),
  ];

  it.each([
    ['KeyA', [10, 10], 0],
    ['KeyD', [120, 100], 0],
    ['KeyW', [20, 20], 1],
    ['KeyS', [50, 50], 1],
    ['KeyH', [65, 55], 0],
    ['KeyV', [35, 35], 1],
  ] as const)('by Alt + %s puts what is not locked in one line, as one entry', (code, starts, axis) => {
    const shapes = three();
    const bench = createBench({ shapes });
    bench.key('KeyA', { ctrlKey: true });
    bench.key(code, { altKey: true });
    const start = (id: string) => Math.min(...shapeOf(bench, id).points.filter((_, i) => i % 2 === axis));
    expect([start(shapes[0]!.id), start(shapes[1]!.id)]).toEqual(starts);
    expect(shapeOf(bench, shapes[2]!.id).points).toEqual([50, 100, 80, 110]);
    bench.undo();
    expect(shapes.map(({ id }) => shapeOf(bench, id).points)).toEqual(shapes.map(({ points }) => points));
  });

  it('needs two', () => {
    const bench = createBench({ shapes: [left()] });
    bench.select([bench.shapes()[0]!.id]);
    bench.key('KeyA', { altKey: true });
    expect(bench.notices).toEqual(['canvas.selectTwo']);
  });
});

describe('annotations of another image', () => {
  it('come in their places with ids of their own, once, also with what waits to be sent', () => {
    const before = [left(), right()];
    const moved = { ...before[1]!, points: [200, 100, 250, 150] };
    const bench = createBench();
    const pending = [{ opId: before[0]!.id, kind: 'put', shapeId: moved.id, base: 1, shape: moved } as const];
    const copied = shapesOf({ imageId: 9, width: 400, height: 300, shapes: before, pending });
    expect(bench.copyIn(copied)).toBe(2);
    expect(bench.ops.map(({ kind, shape }) => [kind, shape!.points])).toEqual([
      ['put', [10, 10, 60, 60]],
      ['put', [200, 100, 250, 150]],
    ]);
    expect(bench.shapes().some(({ id }) => before.some((one) => one.id === id))).toBe(false);
    expect(bench.copyIn(copied)).toBe(0);
    bench.undo();
    expect(bench.shapes()).toEqual([]);
  });

  it('are told from those elsewhere by one number: images with 10,000 shapes wait for nothing', () => {
    let reads = 0;
    const watched = new Proxy([300, 100, 340, 140], {
      get: (points, name) => {
        if (/^\d+$/.test(String(name))) reads++;
        return points[Number(name)] ?? Reflect.get(points, name);
      },
    });
    const isTaken = takenPlaces([stored('rect', watched), left()]);
    reads = 0;
    expect(isTaken(left())).toBe(true);
    expect(isTaken(right())).toBe(false);
    expect(reads).toBe(0);
  });

  it('do not come where nothing may be changed', () => {
    const bench = createBench();
    bench.setReadOnly(true);
    expect(bench.copyIn([left()])).toBe(0);
  });
});

describe('the view of shapes', () => {
  it('is without any while the key is held, also when that is let go elsewhere', () => {
    const bench = createBench({ shapes: [left()] });
    bench.select([bench.shapes()[0]!.id]);
    bench.key('KeyW');
    bench.key('KeyW');
    bench.scheduler.run();
    expect([bench.opacities, bench.lastScene()!.selected]).toEqual([[0], []]);
    bench.keyUp('KeyW');
    bench.scheduler.run();
    expect([bench.opacities, bench.lastScene()!.selected.length]).toEqual([[0, 1], 1]);
  });

  it('is fainter or stronger by steps, never quite gone', () => {
    const bench = createBench();
    for (let i = 0; i < 7; i++) bench.key('Minus', { shiftKey: true });
    expect(bench.status().opacity).toBe(0.2);
    bench.key('Equal', { shiftKey: true });
    expect(bench.status().opacity).toBe(0.4);
    expect(bench.opacities.at(-1)).toBe(0.4);
  });

  it('goes to the selection, as large as makes sense, and tells what is in sight', () => {
    const bench = createBench({ shapes: [right()] });
    expect(bench.key('KeyF', { shiftKey: true })).toBe(false);
    bench.select([bench.shapes()[0]!.id]);
    bench.key('KeyF', { shiftKey: true });
    const [x1, y1, x2, y2] = bench.status().sight;
    expect((x1 + x2) / 2).toBeCloseTo(125, 5);
    expect((y1 + y2) / 2).toBeCloseTo(125, 5);
    expect(y2 - y1).toBeCloseTo(50 / 0.7, 5);
    bench.centreOn(200, 150);
    expect((bench.status().sight[0] + bench.status().sight[2]) / 2).toBeCloseTo(200, 5);
  });

  it('has guides where a tool draws, until they are switched off', () => {
    const bench = createBench();
    bench.setTool('rectangle');
    bench.move(50, 50);
    bench.scheduler.run();
    expect(bench.lastScene()!.guides).toEqual({ x: 50, y: 50 });
    bench.key('KeyC', { shiftKey: true });
    bench.scheduler.run();
    expect(bench.lastScene()!.guides).toBeNull();
  });
});
