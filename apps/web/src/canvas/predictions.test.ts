// What a model proposes, in the editor: shown from a score on, accepted, turned down, taken back.

import { describe, expect, it } from 'vitest';
import { drawnShape } from './shape.ts';
import { createBench } from './testing/headless.ts';

describe('predictions', () => {
  const predicted = [
    { ...drawnShape('p1', 'rect', 11, [10, 10, 60, 60]), source: 'model' as const, score: 0.9, versionId: 3 },
    { ...drawnShape('p2', 'rect', 12, [100, 100, 450, 160]), source: 'model' as const, score: 0.4, versionId: 3 },
  ];

  const from = (common: number, ...own: [number, number][]) => {
    const view = { common, byLabel: new Map(own), isHidden: false };
    return { version: view, similar: view };
  };
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
    bench.setSourceViews(from(0.95, [12, 0.5]));
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

  describe('of a version and of a search side by side', () => {
    const at = (id: string, versionId: number | null, points: number[], score: number, labelId = 11) => ({
      ...drawnShape(id, 'rect', labelId, points),
      source: 'model' as const,
      score,
      versionId,
    });
    /** v1 and s1 are of one object; s3 lies on it with another label, and each has found one of its own. */
    const both = [
      at('v1', 3, [10, 10, 60, 60], 0.6),
      at('v2', 3, [100, 10, 160, 60], 0.9),
      at('s1', null, [12, 12, 62, 64], 0.8),
      at('s2', null, [200, 10, 250, 60], 0.7),
      at('s3', null, [10, 10, 60, 60], 0.5, 12),
    ];
    const views = (version: object, similar: object) => {
      const view = { common: 0, byLabel: new Map<number, number>(), isHidden: false };
      return { version: { ...view, ...version }, similar: { ...view, ...similar } };
    };
    const counts = (bench: ReturnType<typeof createBench>) => {
      const { predictionCount, similarCount, bothCount, openCount, rejectedCount } = bench.status();
      return [predictionCount, similarCount, bothCount, openCount, rejectedCount];
    };
    const start = () => {
      const bench = createBench();
      bench.setPredictions(both);
      return bench;
    };

    it('show an object that both have found once, and each has its own score and can be hidden', () => {
      const bench = start();
      expect(shownIds(bench)).toEqual(['v2', 's2', 'v1', 's3']);
      expect(counts(bench)).toEqual([4, 2, 1, 4, 0]);
      bench.setSourceViews(views({ isHidden: true }, {}));
      expect(shownIds(bench)).toEqual(['s1', 's2', 's3']);
      expect(counts(bench)).toEqual([3, 3, 0, 3, 0]);
      bench.setSourceViews(views({}, { isHidden: true }));
      expect(shownIds(bench)).toEqual(['v2', 'v1']);
      // what scores too low for the version may be sure enough for the search
      bench.setSourceViews(views({ common: 0.7 }, { common: 0.6 }));
      expect(shownIds(bench)).toEqual(['v2', 's1', 's2']);
    });

    it('are accepted all at once without a shape twice, and the other comes back with the undo', () => {
      const bench = start();
      bench.key('KeyY', { shiftKey: true });
      expect(bench.ops.map(({ shapeId, shape }) => [shapeId, shape?.versionId])).toEqual([
        ['v2', 3],
        ['s2', null],
        ['v1', 3],
        ['s3', null],
      ]);
      expect(counts(bench)).toEqual([0, 0, 0, 0, 0]);
      expect(bench.status().isUndecided).toBe(false);
      bench.undo();
      expect(shownIds(bench)).toHaveLength(4);
      // of what the search says of the object nothing is left open either, whichever was taken
      bench.acceptPredictions(['s1']);
      expect(shownIds(bench)).toEqual(['v2', 's2', 's3']);
    });

    it('are rejected with what the other says of the same object, but not what is hidden', () => {
      const bench = start();
      bench.rejectPredictions(['v1']);
      expect(bench.ops.map(({ kind, shapeId }) => [kind, shapeId])).toEqual([
        ['reject', 'v1'],
        ['reject', 's1'],
      ]);
      bench.undo();
      expect(shownIds(bench)).toContain('v1');
      bench.setSourceViews(views({}, { isHidden: true }));
      bench.key('KeyX', { shiftKey: true });
      expect([...bench.editor.doc.rejected].sort()).toEqual(['v1', 'v2']);
      bench.setSourceViews(views({}, {}));
      expect(shownIds(bench)).toEqual(['s1', 's2', 's3']);
      expect(bench.status().isUndecided).toBe(true);
      bench.key('KeyX', { shiftKey: true });
      expect(bench.editor.doc.rejected.size).toBe(5);
      expect(bench.status().isUndecided).toBe(false);
    });

    it('are selected no more when somebody accepts what the other says of the object', () => {
      const bench = start();
      bench.setSourceViews(views({ isHidden: true }, {}));
      bench.selectPrediction('s1');
      const shape = { ...drawnShape('v1', 'rect', 11, [10, 10, 60, 60]), versionId: 3 };
      bench.applyRemote([
        { shapeId: 'v1', shape: { ...shape, rev: 4, author: null, authorId: 1, conflictOf: null }, seq: 4 },
      ]);
      expect(bench.editor.predictions.selected).toBeNull();
      expect(shownIds(bench)).toEqual(['s2', 's3']);
    });
  });

  it('cannot be hit while they are not in sight', () => {
    const bench = createBench();
    bench.setPredictions(predicted);
    bench.setVisible('labels');
    bench.doubleClick(30, 30);
    expect(bench.ops).toEqual([]);
  });
});
