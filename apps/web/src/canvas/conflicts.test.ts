// Conflicts on the stage: which shapes belong together, what is decided about them, and what that is as ops.

import { describe, expect, it } from 'vitest';
import { createBench, stored } from './testing/headless.ts';
import type { Bench } from './testing/headless.ts';
import type { ShapeOp } from './types.ts';
import { copyWord } from './words.ts';

const one = stored('rect', [10, 10, 60, 60]);
const copy = stored('rect', [12, 12, 70, 70], { conflictOf: one.id });
const third = stored('rect', [14, 14, 80, 80], { conflictOf: one.id });
const other = stored('rect', [200, 100, 240, 140]);

const disputed = (bench: Bench) => bench.conflicts().map(({ shapes }) => shapes.map(({ id }) => id));

describe('shapes in conflict', () => {
  it('are those of one group while more than one of them is there', () => {
    const bench = createBench({ shapes: [one, copy, third, other] });
    expect(disputed(bench)).toEqual([[one.id, copy.id, third.id]]);
    bench.deleteShapes([one.id]);
    expect(disputed(bench)).toEqual([[copy.id, third.id]]);
    bench.deleteShapes([copy.id]);
    expect(disputed(bench)).toEqual([]);
    bench.undo();
    expect(disputed(bench)).toEqual([[copy.id, third.id]]);
  });

  it('are framed on the stage, and not while the image is shown as it was', () => {
    const bench = createBench({ shapes: [one, copy, other] });
    bench.scheduler.run();
    expect(bench.lastScene()!.conflicts).toEqual([
      [10, 10, 60, 60],
      [12, 12, 70, 70],
    ]);
    bench.showPast([other]);
    bench.scheduler.run();
    expect(bench.lastScene()!.conflicts).toEqual([]);
  });

  it('go but for one where that is kept, as one step', () => {
    const bench = createBench({ shapes: [one, copy, third] });
    bench.keepOne(bench.conflicts()[0]!, copy.id);
    expect(bench.shapes().map(({ id }) => id)).toEqual([copy.id]);
    expect(bench.ops.map(({ kind, shapeId, keeps }) => [kind, shapeId, keeps])).toEqual([
      ['delete', one.id, copy.id],
      ['delete', third.id, copy.id],
    ]);
    bench.undo();
    expect(disputed(bench)).toEqual([[one.id, copy.id, third.id]]);
  });

  it('are all kept with a word for each copy, which undo takes back and a reload knows', () => {
    const bench = createBench({ shapes: [one, copy] });
    bench.keepAll(bench.conflicts()[0]!);
    expect(disputed(bench)).toEqual([]);
    expect(bench.ops).toMatchObject([{ kind: 'keepBoth', shapeId: copy.id, base: one.id, shape: null }]);
    const kept = bench.keptHistory();
    const again = createBench({ shapes: [one, copy], pending: bench.ops });
    again.restoreHistory(kept);
    expect(disputed(again)).toEqual([]);
    again.undo();
    expect(disputed(again)).toEqual([[one.id, copy.id]]);
    expect(again.ops).toMatchObject([{ kind: 'unkeepBoth', shapeId: copy.id, base: one.id }]);
  });
});

describe('what others do', () => {
  it('is known: a copy that comes, and one of which both are kept', () => {
    const bench = createBench({ shapes: [one] });
    bench.applyRemote([{ shapeId: copy.id, shape: copy }], [copyWord(copy, 2)]);
    expect(disputed(bench)).toEqual([[one.id, copy.id]]);
    bench.applyRemote([], [copyWord({ ...copy, conflictOf: null }, 3)]);
    expect(disputed(bench)).toEqual([]);
  });

  it('takes away what became exactly like theirs, also where a reload knows nothing of it', () => {
    const before = createBench({ shapes: [one] });
    before.patchShapes([one.id], { z: 4 });
    before.undo();
    const [edit, undone] = before.ops as [ShapeOp, ShapeOp];
    // the server made a copy of the first, and took it away with the second: neither answer has come
    const bench = createBench({ shapes: [{ ...one, rev: 9 }], pending: [edit, undone] });
    bench.acknowledge(edit.opId, { rev: 10, shapeId: copy.id, seq: 10 });
    bench.acknowledge(undone.opId, { rev: null, shapeId: copy.id, seq: 11, isGone: true });
    expect(bench.shapes().map(({ id }) => id)).toEqual([one.id]);
  });

  it('to our copy before we know of it is seen once our answer has come', () => {
    const before = createBench({ shapes: [one] });
    before.patchShapes([one.id], { z: 4 });
    const [edit] = before.ops as [ShapeOp];
    const theirs = { ...copy, z: 7, rev: 12 };
    const bench = createBench({ shapes: [one, theirs], pending: [edit] });
    bench.acknowledge(edit.opId, { rev: 10, shapeId: copy.id, seq: 10 });
    expect(bench.shapes().find(({ id }) => id === copy.id)?.z).toBe(7);
  });

  it('makes ours the copy: both are in conflict as soon as the server has said so', () => {
    const bench = createBench({ shapes: [one] });
    bench.patchShapes([one.id], { z: 4 });
    const [op] = bench.ops;
    bench.applyRemote([{ shapeId: one.id, shape: { ...one, z: 2, rev: 2 } }]);
    bench.acknowledge(op!.opId, { rev: 3, shapeId: copy.id, seq: 3 });
    expect(disputed(bench)).toEqual([[one.id, copy.id]]);
  });
});
