// Undo and redo while others work on the same image: a step is left out where they have changed what it changed.

import { expect, it } from 'vitest';
import { createBench } from './testing/headless.ts';
import type { Bench } from './testing/headless.ts';
import type { Shape } from './types.ts';

/** Two rectangles that the server has answered. */
function drawn(): { bench: Bench; first: Shape; second: Shape } {
  const bench = createBench();
  bench.key('KeyR');
  bench.drag([10, 10], [60, 60]);
  bench.drag([100, 100], [160, 150]);
  for (const op of bench.ops) bench.acknowledge(op.opId, { rev: 1 });
  const [first, second] = bench.shapes().toSorted((a, b) => a.points[0]! - b.points[0]!);
  return { bench, first: first!, second: second! };
}

const theirs = (shape: Shape, points: number[], rev = 2) => ({
  shapeId: shape.id,
  shape: { ...shape, points, rev, authorId: 2, author: 'other', conflictOf: null },
});

it('does not delete what somebody else has changed since it was drawn, and says so', () => {
  const { bench, first } = drawn();
  bench.applyRemote([theirs(first, [10, 10, 90, 90])]);
  bench.undo();
  expect(bench.notices).toEqual([]);
  const before = bench.ops.length;
  bench.undo();
  expect(bench.notices).toEqual(['canvas.changedSince']);
  expect(bench.ops).toHaveLength(before);
  expect(bench.shapes().map(({ points }) => points)).toEqual([[10, 10, 90, 90]]);
  expect(bench.status()).toMatchObject({ canUndo: false, canRedo: true });
});

it('goes on with what nobody else has touched', () => {
  const { bench, first, second } = drawn();
  bench.applyRemote([theirs(second, [100, 100, 190, 190])]);
  bench.undo();
  expect(bench.notices).toEqual(['canvas.changedSince']);
  bench.undo();
  expect(bench.shapes().map(({ id }) => id)).toEqual([second.id]);
  bench.redo();
  expect(
    bench
      .shapes()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([first.id, second.id].toSorted());
});

it('does not do again over what somebody else has changed since it was undone', () => {
  const { bench, first } = drawn();
  bench.select([first.id]);
  bench.key('ArrowRight');
  bench.undo();
  for (const op of bench.ops.slice(2)) bench.acknowledge(op.opId, { rev: 3 });
  bench.applyRemote([theirs(first, [10, 10, 90, 90], 4)]);
  bench.redo();
  expect(bench.notices).toEqual(['canvas.changedSince']);
  expect(bench.shapes().find(({ id }) => id === first.id)?.points).toEqual([10, 10, 90, 90]);
});
