// Shapes cut by a line, united and taken away from each other, by hand and keys.

import { polygonArea } from '@loupe/geometry';
import { describe, expect, it } from 'vitest';
import { createBench, stored } from './testing/headless.ts';
import type { Bench } from './testing/headless.ts';
import type { Shape } from './types.ts';

const square = (x: number, y: number, side: number): number[] => [x, y, x + side, y, x + side, y + side, x, y + side];
const polygon = (x: number, y: number, side: number, more = {}) => stored('polygon', square(x, y, side), more);
const areas = (bench: Bench): number[] =>
  bench
    .shapes()
    .map(({ points, parts }: Shape) => Math.round(polygonArea(points, parts)))
    .sort((a, b) => b - a);

describe('the cut', () => {
  it('divides by a dragged line; the larger piece stays the shape, the other is like it', () => {
    const a = polygon(100, 100, 100, { labelId: 12, ignore: true });
    const bench = createBench({ shapes: [a] });
    bench.key('KeyK');
    bench.drag([80, 130], [220, 130]);
    expect(areas(bench)).toEqual([7000, 3000]);
    expect(bench.ops.map(({ kind, shapeId, base }) => [kind, shapeId === a.id, base])).toEqual([
      ['put', true, 1],
      ['put', false, null],
    ]);
    expect(bench.shapes().map(({ labelId, ignore }) => [labelId, ignore])).toEqual([
      [12, true],
      [12, true],
    ]);
    expect(bench.selections.at(-1)).toHaveLength(2);
    bench.undo();
    expect(areas(bench)).toEqual([10_000]);
  });

  it('divides by clicks, finished by Enter or double-click; Backspace takes a point back', () => {
    const bench = createBench({ shapes: [polygon(100, 100, 100)] });
    bench.setTool('cut');
    bench.click(80, 150);
    bench.click(300, 290);
    bench.key('Backspace');
    bench.click(150, 120);
    bench.doubleClick(220, 150);
    expect(bench.shapes()).toHaveLength(2);
    expect(areas(bench)[0]! + areas(bench)[1]!).toBeCloseTo(10_000, -1);
  });

  it('takes what it goes through where it misses the selection', () => {
    const shapes = [polygon(50, 100, 50), polygon(150, 100, 50)];
    const bench = createBench({ shapes });
    bench.select([shapes[0]!.id]);
    bench.setTool('cut');
    bench.drag([175, 80], [175, 180]);
    expect(areas(bench)).toEqual([2500, 1250, 1250]);
    expect(bench.notices).toEqual([]);
  });

  it('takes all polygons that it goes through, or only the selected ones', () => {
    const shapes = [polygon(50, 100, 50), polygon(150, 100, 50), stored('rect', [250, 100, 300, 150])];
    const all = createBench({ shapes });
    all.setTool('cut');
    all.drag([20, 125], [390, 125]);
    expect(areas(all)).toHaveLength(5);
    const one = createBench({ shapes });
    one.select([shapes[0]!.id]);
    one.setTool('cut');
    one.drag([20, 125], [390, 125]);
    expect(one.ops).toHaveLength(2);
  });

  it('says when it does not go through, and when all is locked', () => {
    const bench = createBench({ shapes: [polygon(100, 100, 100)] });
    bench.setTool('cut');
    bench.drag([80, 150], [150, 150]);
    expect(bench.notices).toEqual(['canvas.notCut']);
    const locked = createBench({ shapes: [polygon(100, 100, 100, { locked: true })] });
    locked.select([locked.shapes()[0]!.id]);
    locked.setTool('cut');
    locked.drag([80, 150], [250, 150]);
    expect([locked.notices, bench.ops, locked.ops]).toEqual([['canvas.locked'], [], []]);
  });
});

describe('united shapes', () => {
  it('are all objects or all regions to ignore: neither swallows the other', () => {
    const shapes = [polygon(100, 100, 100, { ignore: true }), polygon(150, 150, 100)];
    for (const ids of [shapes.map(({ id }) => id), shapes.map(({ id }) => id).toReversed()]) {
      const bench = createBench({ shapes });
      bench.select(ids);
      bench.key('KeyU', { ctrlKey: true });
      expect([bench.notices, bench.ops]).toEqual([['canvas.uniteAlike'], []]);
    }
  });

  it('are one, as the first selected, in one entry of the history', () => {
    const [a, b, c] = [
      polygon(100, 100, 100),
      polygon(150, 150, 100, { labelId: 12 }),
      stored('rect', [10, 10, 20, 20]),
    ];
    const bench = createBench({ shapes: [a, b, c] });
    bench.select([b.id, a.id, c.id]);
    bench.key('KeyU', { ctrlKey: true });
    expect(areas(bench)).toEqual([17_600]);
    expect(bench.shapes()[0]).toMatchObject({ id: b.id, labelId: 12, kind: 'polygon', parts: [0, 8] });
    expect(bench.notices).toEqual(['canvas.unitedLabels']);
    bench.undo();
    expect(areas(bench)).toHaveLength(3);
  });

  it('are at least two that may be changed', () => {
    const [a, b] = [polygon(100, 100, 100), polygon(150, 150, 100, { locked: true })];
    const bench = createBench({ shapes: [a, b] });
    bench.select([a.id, b.id]);
    bench.key('KeyU', { ctrlKey: true });
    expect([bench.notices, bench.ops]).toEqual([['canvas.selectTwo'], []]);
  });
});

it('united shapes of one label say nothing', () => {
  const bench = createBench({ shapes: [polygon(100, 100, 100), polygon(150, 150, 100)] });
  bench.select(bench.shapes().map(({ id }) => id));
  bench.key('KeyU', { ctrlKey: true });
  expect([bench.notices, areas(bench).length]).toEqual([[], 1]);
});

describe('subtraction', () => {
  it('takes the others from the first selected, and leaves them', () => {
    const [a, b] = [polygon(100, 100, 100), polygon(120, 120, 20, { locked: true })];
    const bench = createBench({ shapes: [a, b] });
    bench.select([a.id, b.id]);
    bench.key('KeyI', { ctrlKey: true });
    expect(areas(bench)).toEqual([9600, 400]);
    expect(bench.ops.map(({ shapeId }) => shapeId)).toEqual([a.id]);
  });

  it('makes a polygon of a rectangle, and deletes what lies whole in the others', () => {
    const [a, b] = [stored('rect', [100, 100, 200, 200]), polygon(150, 50, 200)];
    const bench = createBench({ shapes: [a, b] });
    bench.select([a.id, b.id]);
    bench.key('KeyI', { ctrlKey: true });
    expect(bench.shapes().find(({ id }) => id === a.id)).toMatchObject({ kind: 'polygon' });
    const small = polygon(160, 60, 10);
    const inside = createBench({ shapes: [small, b] });
    inside.select([small.id, b.id]);
    inside.key('KeyI', { ctrlKey: true });
    expect(inside.ops.map(({ kind }) => kind)).toEqual(['delete']);
  });
});

type Stored = ReturnType<typeof stored>;

describe('texts', () => {
  /** From the left to the right, or turned by half: then it begins at its right. */
  const line = (left: number, top: number, text: string | null, more = {}) =>
    stored('quad', [left, top, left + 60, top, left + 60, top + 20, left, top + 20], { text, ...more });
  const united = (shapes: readonly Stored[], chosen: readonly Stored[] = shapes): Bench => {
    const bench = createBench({ shapes: [...shapes] });
    bench.editor.hasTexts = true;
    bench.select(chosen.map(({ id }) => id));
    bench.key('KeyU', { ctrlKey: true });
    return bench;
  };

  it('are united to a quadrilateral around them that says all of it in reading order', () => {
    const [lot, number, date] = [line(20, 40, 'LOT'), line(100, 46, '4712'), line(30, 80, '2026-11')];
    const bench = united([lot, number, date], [number, date, lot]);
    expect(bench.shapes()).toHaveLength(1);
    expect(bench.shapes()[0]).toMatchObject({
      id: number.id,
      kind: 'quad',
      points: [20, 40, 160, 40, 160, 100, 20, 100],
      text: 'LOT 4712 2026-11',
    });
    bench.undo();
    expect(new Set(bench.shapes().map(({ text }) => text))).toEqual(new Set(['LOT', '4712', '2026-11']));
  });

  it('keep the reading direction of the first, and are not typed where one of them is not', () => {
    const turned = (left: number, text: string | null) =>
      stored('quad', [left + 60, 60, left, 60, left, 40, left + 60, 40], { text });
    const both = united([turned(20, 'B'), turned(100, 'A')]);
    expect(both.shapes()[0]).toMatchObject({ text: 'A B', points: [160, 60, 20, 60, 20, 40, 160, 40] });
    expect(united([line(20, 40, 'LOT'), line(100, 40, null)]).shapes()[0]).toMatchObject({ text: null });
    const ignored = [line(20, 40, null, { ignore: true }), line(100, 40, null, { ignore: true })];
    expect(united(ignored).shapes()[0]).toMatchObject({ text: null, ignore: true });
  });

  it('are cut into quadrilaterals in the same direction that nobody has typed', () => {
    const bench = createBench({ shapes: [line(100, 100, 'LOT 47')] });
    bench.setTool('cut');
    bench.drag([120, 80], [120, 140]);
    const pieces = bench.shapes().toSorted((a, b) => a.points[0]! - b.points[0]!);
    expect(pieces.map(({ kind, text, points }) => [kind, text, points])).toEqual([
      ['quad', null, [100, 100, 120, 100, 120, 120, 100, 120]],
      ['quad', null, [120, 100, 160, 100, 160, 120, 120, 120]],
    ]);
    bench.undo();
    expect(bench.shapes()[0]).toMatchObject({ text: 'LOT 47' });
  });
});
