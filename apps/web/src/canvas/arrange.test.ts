// What is done to selected shapes as wholes: regions to ignore, locks, order, copies.

import { describe, expect, it } from 'vitest';
import { hatchLines } from './hatch.ts';
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
