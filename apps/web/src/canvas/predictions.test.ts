// What a model proposes, in the editor: shown from a score on, accepted, turned down, taken back.

import { describe, expect, it } from 'vitest';
import { drawnShape } from './shape.ts';
import { createBench } from './testing/headless.ts';

describe('predictions', () => {
  const predicted = [
    { ...drawnShape('p1', 'rect', 11, [10, 10, 60, 60]), source: 'model' as const, score: 0.9, versionId: 3 },
    { ...drawnShape('p2', 'rect', 12, [100, 100, 450, 160]), source: 'model' as const, score: 0.4, versionId: 3 },
  ];

  const from = (common: number, ...own: [number, number][]) => ({ common, byLabel: new Map(own) });
  const shownIds = (bench: ReturnType<typeof createBench>) => bench.predictions().map((s) => s.id);

  it('are hidden below the score, accepted by double-click as what was said by whom, and come back with undo', () => {
    const bench = createBench();
    bench.setPredictions(predicted, from(0.5));
    expect(shownIds(bench)).toEqual(['p1']);
    bench.doubleClick(30, 30);
    expect(shownIds(bench)).toEqual([]);
    expect(bench.ops).toMatchObject([
      { kind: 'put', shapeId: 'p1', base: null, shape: { source: 'person', score: 0.9, versionId: 3, labelId: 11 } },
    ]);
    bench.undo();
    expect(shownIds(bench)).toEqual(['p1']);
    bench.redo();
    expect(bench.ops.at(-1)).toMatchObject({ kind: 'restore', shapeId: 'p1', shape: { versionId: 3 } });
    // moved by the person it still says where it came from
    bench.select(['p1']);
    bench.key('ArrowRight');
    expect(bench.ops.at(-1)).toMatchObject({ kind: 'put', shape: { points: [11, 10, 61, 60], versionId: 3 } });
  });

  it('have a limit of their label where that has one', () => {
    const bench = createBench();
    bench.setPredictions(predicted, from(0.5, [12, 0.3]));
    expect(shownIds(bench)).toEqual(['p1', 'p2']);
    bench.selectPrediction('p2');
    bench.setScoreLimits(from(0.95, [12, 0.5]));
    expect(shownIds(bench)).toEqual([]);
    expect(bench.editor.predictions.selected).toBeNull();
  });

  it('are accepted by key, all at once as one entry, and cut to the image', () => {
    const bench = createBench();
    bench.setPredictions(predicted);
    bench.click(120, 120);
    expect(bench.editor.predictions.selected).toBe('p2');
    bench.key('KeyY', { shiftKey: true });
    expect(bench.shapes().map((s) => s.points)).toContainEqual([100, 100, 400, 160]);
    expect(bench.shapes()).toHaveLength(2);
    bench.undo();
    expect(bench.shapes()).toHaveLength(0);
  });

  it('are decided one after the other by key, surest first, and a label key accepts with that label', () => {
    const bench = createBench();
    bench.setPredictions([predicted[1]!, predicted[0]!]);
    bench.key('KeyX');
    expect(bench.ops).toMatchObject([{ kind: 'reject', shapeId: 'p1', base: null, shape: null }]);
    expect(bench.editor.predictions.selected).toBe('p2');
    bench.key('Digit1');
    expect(bench.ops.at(-1)).toMatchObject({ kind: 'put', shapeId: 'p2', shape: { labelId: 11 } });
    expect(bench.status().isUndecided).toBe(false);
    bench.undo();
    bench.undo();
    expect(bench.ops.at(-1)).toMatchObject({ kind: 'unreject', shapeId: 'p1' });
    expect(shownIds(bench)).toEqual(['p1', 'p2']);
    expect(bench.status().isUndecided).toBe(true);
  });

  it('are turned down all at once, also those that score too low to be shown', () => {
    const bench = createBench();
    bench.setPredictions(predicted, from(0.5));
    bench.key('KeyX', { shiftKey: true });
    expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
      ['reject', 'p1'],
      ['reject', 'p2'],
    ]);
    bench.undo();
    expect(bench.status()).toMatchObject({ isUndecided: true, predictionCount: 1 });
  });

  it('follow what others decide and what waits in the outbox; one that found nothing waits for a look', () => {
    const bench = createBench();
    const reject = { opId: 'o1', kind: 'reject' as const, shapeId: 'p1', base: null, shape: null };
    bench.loadImage({
      imageId: 2,
      width: 400,
      height: 300,
      bitmap: null,
      shapes: [],
      rejected: ['p2'],
      pending: [reject],
    });
    bench.setPredictions(predicted);
    expect(shownIds(bench)).toEqual([]);
    bench.acknowledge('o1', { rev: 4, shapeId: 'p1' });
    bench.applyRemote([], [{ about: 'p1', isSet: false, seq: 5 }]);
    expect(shownIds(bench)).toEqual(['p1']);
    bench.setPredictions([]);
    expect(bench.status().isUndecided).toBe(true);
    bench.setPredictions(null);
    expect(bench.status().isUndecided).toBe(false);
  });

  it('cannot be hit while they are not in sight', () => {
    const bench = createBench();
    bench.setPredictions(predicted);
    bench.setVisible('labels');
    bench.doubleClick(30, 30);
    expect(bench.ops).toEqual([]);
  });
});
