// The image as it was: shown without being touched, and gone back to as one entry of the history.

import { expect, it } from 'vitest';
import { searchIndex } from './shape-index.ts';
import { createBench, stored } from './testing/headless.ts';
import type { Bench } from './testing/headless.ts';

const onStage = ({ editor }: Bench) => searchIndex(editor.index, [0, 0, 400, 300]).map(({ shape }) => shape.id);
const [a, b] = [stored('rect', [10, 10, 60, 60]), stored('rect', [100, 100, 150, 150])];

it('is shown while it is pointed at: nothing is hit, edited or undone, and what comes meanwhile is there afterwards', () => {
  const bench = createBench({ shapes: [a, b] });
  bench.click(30, 30);
  const was = { ...a, points: [200, 100, 260, 160] };
  bench.showPast([was]);
  expect(onStage(bench)).toEqual([a.id]);
  expect(bench.selections.at(-1)).toEqual([]);
  bench.deleteShapes([a.id]);
  bench.key('KeyZ', { ctrlKey: true });
  expect(bench.ops).toEqual([]);
  bench.applyRemote([{ shapeId: b.id, shape: null }]);
  expect(onStage(bench)).toEqual([a.id]);
  bench.showPast(null);
  expect(onStage(bench)).toEqual([a.id]);
});

it('is not shown over a half-drawn shape, and leaves with the image', () => {
  const bench = createBench({ shapes: [a] });
  bench.key('KeyP');
  bench.click(20, 20);
  bench.showPast([]);
  expect(bench.editor.past).toBeNull();
  bench.key('Escape');
  bench.showPast([]);
  bench.loadImage({ imageId: 2, width: 400, height: 300, bitmap: null, shapes: [b] });
  expect(bench.editor.past).toBeNull();
  expect(onStage(bench)).toEqual([b.id]);
});

it('comes back as one entry: changed, deleted and new shapes, to be undone at once', () => {
  const bench = createBench({ shapes: [a, b] });
  const moved = { ...a, points: [12, 12, 70, 70] };
  const gone = stored('rect', [200, 200, 240, 240]);
  expect(bench.restorePast([moved, gone], false)).toEqual({ changed: 3, left: 0 });
  const now = () => new Map(bench.shapes().map((shape) => [shape.id, shape.points]));
  expect(now()).toEqual(new Map([moved, gone].map(({ id, points }) => [id, points])));
  // what was deleted is brought back: the history calls it restored, not added
  expect(bench.ops.map(({ kind }) => kind)).toEqual(['delete', 'put', 'restore']);
  bench.undo();
  expect(now()).toEqual(new Map([a, b].map(({ id, points }) => [id, points])));
  expect(bench.status().canUndo).toBe(false);
});

it('leaves shapes whose label is no more, and is nothing where the image is so already', () => {
  const bench = createBench({ shapes: [a] });
  expect(
    bench.restorePast(
      [
        { ...a, labelId: 99 },
        { ...b, labelId: 99 },
      ],
      false,
    ),
  ).toEqual({ changed: 0, left: 2 });
  expect(bench.restorePast([a], false)).toEqual({ changed: 0, left: 0 });
  expect(bench.ops).toEqual([]);
  // the log has the score of an accepted prediction as it was sent, the shape has it in single precision
  const accepted = createBench({ shapes: [{ ...a, versionId: 3, score: 0.6 }] });
  expect(accepted.restorePast([{ ...a, versionId: 3, score: Math.fround(0.6) }], false)).toEqual({
    changed: 0,
    left: 0,
  });
});

it('goes back to an image that was checked as empty', () => {
  const bench = createBench({ shapes: [a] });
  expect(bench.restorePast([], true)).toEqual({ changed: 2, left: 0 });
  expect(bench.status()).toMatchObject({ isCheckedEmpty: true, shapeCount: 0 });
  bench.restorePast([a], false);
  expect(bench.status()).toMatchObject({ isCheckedEmpty: false, shapeCount: 1 });
});

it('brings back what was decided about predictions, with the shapes and as the same step', () => {
  const bench = createBench({ shapes: [a], rejected: [b.id] });
  const third = { ...b, id: stored('rect', [0, 0, 9, 9]).id, points: [200, 100, 240, 140] };
  bench.setPredictions([
    { ...b, source: 'model', score: 0.9 },
    { ...third, source: 'model', score: 0.8 },
  ]);
  const decided = () => [...bench.editor.doc.rejected];
  expect(
    bench.restorePast(
      [],
      false,
      new Map([
        [b.id, false],
        [third.id, true],
      ]),
    ),
  ).toEqual({ changed: 3, left: 0 });
  expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
    ['delete', a.id],
    ['unreject', b.id],
    ['reject', third.id],
  ]);
  expect(decided()).toEqual([third.id]);
  bench.undo();
  expect([decided(), bench.shapes().length]).toEqual([[b.id], 1]);
  // not known: what is decided stays
  bench.restorePast([a], false, new Map([[third.id, false]]));
  expect(decided()).toEqual([b.id]);
});
