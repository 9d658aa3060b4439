// A history taken up after a reload: whole where nothing else happened, and never over somebody else's edit.

import { describe, expect, it } from 'vitest';
import { createBench, stored, type Bench } from './testing/headless.ts';
import type { Shape, StoredShape } from './types.ts';

const plain = (bench: Bench): string =>
  JSON.stringify([bench.editor.doc.isCheckedEmpty, bench.shapes().toSorted((a, b) => (a.id < b.id ? -1 : 1))]);

/** What the server has by now, in the hands of a new page that takes up the history of the old one. */
function reloaded(bench: Bench, change: (shapes: StoredShape[]) => StoredShape[] = (shapes) => shapes): Bench {
  const shapes = bench.shapes().map((shape) => ({ ...shape, rev: 9, authorId: 1, author: 'qa', conflictOf: null }));
  const fresh = createBench({ shapes: change(shapes), isCheckedEmpty: bench.editor.doc.isCheckedEmpty });
  fresh.restoreHistory(structuredClone(bench.keptHistory()));
  return fresh;
}

/** Draws two rectangles, moves the first, relabels it, deletes the second; gives the states on the way. */
function worked(): { bench: Bench; states: string[] } {
  const bench = createBench();
  const states = [plain(bench)];
  const steps = [
    () => bench.key('KeyE'),
    () => {
      bench.key('KeyR');
      bench.drag([10, 10], [60, 60]);
    },
    () => bench.drag([100, 100], [160, 150]),
    () => {
      bench.key('KeyV');
      bench.click(30, 30);
      bench.key('ArrowRight');
    },
    () => bench.key('Digit2'),
    () => {
      bench.click(120, 120);
      bench.key('Delete');
    },
  ];
  for (const step of steps) {
    step();
    states.push(plain(bench));
  }
  return { bench, states };
}

describe('a kept history', () => {
  it('undoes and redoes after a reload all that it did before', () => {
    const { bench, states } = worked();
    bench.undo();
    const fresh = reloaded(bench);
    expect(fresh.status()).toMatchObject({ canUndo: true, canRedo: true });
    for (const state of states.slice(0, -2).toReversed()) {
      fresh.undo();
      expect(plain(fresh)).toBe(state);
    }
    expect(fresh.status().canUndo).toBe(false);
    for (const state of states.slice(1)) {
      fresh.redo();
      expect(plain(fresh)).toBe(state);
    }
    expect(fresh.status().canRedo).toBe(false);
  });

  it('takes back a prediction that was accepted before the reload, though its score came back in single precision', () => {
    const bench = createBench();
    const [made] = worked().bench.shapes();
    bench.setPredictions([{ ...made!, source: 'model', versionId: 3, score: Math.fround(0.6) }]);
    bench.key('KeyY');
    const fresh = reloaded(bench, (shapes) => shapes.map((shape) => ({ ...shape, score: 0.6 })));
    expect(fresh.status().canUndo).toBe(true);
    fresh.undo();
    expect(fresh.shapes()).toEqual([]);
  });

  it('brings back by a restore what was deleted before the reload', () => {
    const { bench } = worked();
    const fresh = reloaded(bench);
    fresh.undo();
    expect(fresh.ops.map((op) => op.kind)).toEqual(['restore']);
    fresh.acknowledge(fresh.ops[0]!.opId, { rev: 12 });
    fresh.redo();
    expect(fresh.ops.at(-1)).toMatchObject({ kind: 'delete', base: 12 });
  });

  it('ends where somebody else has changed the same shape: their edit stays', () => {
    const { bench } = worked();
    bench.undo();
    const [first] = bench.shapes().toSorted((a, b) => a.points[0]! - b.points[0]!);
    const theirs = (shape: Shape) => ({ ...shape, points: [200, 10, 250, 60] });
    const moved = reloaded(bench, (shapes) =>
      shapes.map((shape) => (shape.id === first!.id ? { ...shape, ...theirs(shape) } : shape)),
    );
    expect(moved.status()).toMatchObject({ canUndo: false, canRedo: true });
    moved.redo();
    expect(moved.shapes().map((shape) => shape.points)).toEqual([[200, 10, 250, 60]]);

    const gone = reloaded(bench, (shapes) => shapes.filter((shape) => shape.id !== first!.id));
    expect(gone.status().canUndo).toBe(false);
    const second = reloaded(bench, (shapes) =>
      shapes.map((shape) => (shape.id === first!.id ? shape : { ...shape, ...theirs(shape) })),
    );
    // What was done to the first one since is left; the making of the second is not.
    for (let i = 0; i < 9; i++) second.undo();
    expect(second.shapes().map((shape) => shape.points)).toContainEqual([200, 10, 250, 60]);
    expect(second.shapes()).toHaveLength(2);
    expect(second.status()).toMatchObject({ canUndo: false });
    expect(second.ops).toHaveLength(2);
  });

  it('of another shape that somebody added is left whole', () => {
    const { bench, states } = worked();
    const other = stored('rect', [300, 200, 350, 250]);
    const fresh = reloaded(bench, (shapes) => [...shapes, other]);
    for (let i = 1; i < states.length - 1; i++) fresh.undo();
    expect(fresh.shapes().map((shape) => shape.id)).toEqual([other.id]);
  });

  it('is bounded: the nearest entries are kept', () => {
    const bench = createBench({ shapes: [stored('rect', [10, 10, 60, 60])] });
    bench.click(30, 30);
    for (let i = 0; i < 150; i++) bench.key('ArrowRight');
    const { past } = bench.keptHistory();
    expect(past).toHaveLength(100);
    expect(past.at(-1)).toBe(bench.editor.history.past.at(-1));
    const many = Array.from({ length: 30_000 }, (_, i) => i % 300);
    const large = createBench({ shapes: [stored('polygon', many), stored('polygon', many)] });
    large.select(large.shapes().map((shape) => shape.id));
    large.key('ArrowRight');
    expect(large.keptHistory().past).toEqual([]);
  });
});
