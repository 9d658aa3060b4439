/** What the worker answers: figures, lists, verdicts and comparisons on a test small enough to reckon by hand. */
import { clopperPearson, packTable, tableBuilder, type TableImage } from '@loupe/metrics';
import { describe, expect, it } from 'vitest';
import { answer, thinned } from './explore.ts';
import { explore, type Explored } from './explored.ts';
import type { Question } from './question.ts';
import { shareWords } from '../../shared/texts.ts';

type Box = [number, number, number, number];
const at = (x: number): Box => [x, 0, x + 10, 10];
const truth = (c: number, x: number) => ({ c, box: at(x), ignore: false });
const found = (c: number, x: number, score: number) => ({ c, box: at(x), score });
const labels = ['open', 'short'].map((name) => ({ name, color: '#ff0000' }));

const testOf = (images: readonly TableImage[], revisions = images.map(() => 1), names = labels): Explored => {
  const builder = tableBuilder(names.length, 0.1);
  images.forEach(builder.add);
  const head = { labels: names, names: images.map(({ imageId }) => `image_${imageId}.png`), revisions, floor: 0 };
  return explore(packTable(builder.end(), head).buffer);
};
/** 1: a hit, and a confusion of short as open. 2: a miss and a weak hit. 10: good, one false. 4: good. */
const images: TableImage[] = [
  { imageId: 1, truths: [truth(0, 0), truth(1, 100)], detections: [found(0, 0, 0.9), found(0, 100, 0.8)] },
  { imageId: 2, truths: [truth(1, 0), truth(1, 100)], detections: [found(1, 0, 0.3)] },
  { imageId: 10, truths: [], detections: [found(1, 50, 0.6)] },
  { imageId: 4, truths: [], detections: [] },
];
const question: Question = {
  confidence: 0.5,
  iou: 0.5,
  review: null,
  list: { kind: 'all', classIndex: null, cell: null, sort: 'worst' },
  targets: { overkill: 0.05, escape: 0.01 },
  curves: null,
  other: null,
};
const ask = (change: Partial<Question> = {}, test = testOf(images), other: Explored | null = null) =>
  answer(test, other, { ...question, ...change }, () => 0);
const listOf = (list: Partial<Question['list']>, change: Partial<Question> = {}) => [
  ...ask({ ...change, list: { ...question.list, ...list } }).list,
];

describe('an answer', () => {
  it('has the counts of the thresholds', () => {
    const { total, matrix, detections, counts } = ask();
    expect(total).toMatchObject({ tp: 1, fp: 2, fn: 3 });
    expect([...matrix]).toEqual([1, 0, 0, 1, 0, 2, 0, 1, 0]);
    expect(detections).toBe(3);
    expect(counts).toEqual({ all: 4, wrong: 3, false: 1, missed: 1, confused: 1, grey: 0, parts: 0, right: 1 });
    expect(ask({ confidence: 0.2 }).total).toMatchObject({ tp: 2, fp: 2, fn: 2 });
  });

  it('lists worst first or by name, by kind, label and cell', () => {
    expect(listOf({})).toEqual([1, 0, 2, 3]);
    expect(listOf({ sort: 'name' })).toEqual([0, 1, 3, 2]);
    expect(listOf({ kind: 'wrong' })).toEqual([1, 0, 2]);
    expect(listOf({ kind: 'right' })).toEqual([3]);
    expect(listOf({ kind: 'missed', classIndex: 1 })).toEqual([1]);
    expect(listOf({ kind: 'missed', classIndex: 0 })).toEqual([]);
    expect(listOf({ kind: 'false', classIndex: 1 })).toEqual([2]);
    expect(listOf({ kind: 'confused', classIndex: 1 })).toEqual([0]);
    expect(listOf({ cell: [1, 0] })).toEqual([0]);
    expect(listOf({ cell: [2, 1] })).toEqual([2]);
    expect(listOf({ classIndex: 0 })).toEqual([0]);
  });

  it('judges images, with a zone in which a person looks', () => {
    const { verdict, verdicts } = ask();
    expect(verdict.overkill).toMatchObject({ count: 1, of: 2 });
    expect(verdict.escape).toMatchObject({ count: 1, of: 2 });
    expect(verdicts).toEqual({
      good: { ok: 1, review: 0, ng: 1, noPart: 0 },
      defective: { ok: 1, review: 0, ng: 1, noPart: 0 },
    });
    const grey = ask({ confidence: 0.7, review: 0.25 });
    expect(grey.verdict).toMatchObject({ overkill: { count: 0 }, escape: { count: 0 }, review: { count: 2, of: 4 } });
    expect(grey.counts.grey).toBe(2);
    expect(listOf({ kind: 'grey' }, { confidence: 0.7, review: 0.25 })).toEqual([1, 2]);
    // A zone above the confidence is none.
    expect(ask({ review: 0.9 }).verdict.review.count).toBe(0);
  });

  it('takes no image for OK with parts that nothing looked at, or without a part', () => {
    // the defects of 2 may lie in a part that nothing looked at; 10 has no part; 4 is as it was
    const test = testOf(images);
    test.head.parts = [0, 1, -1, 0];
    const { verdict, verdicts, counts, parts } = ask({ confidence: 0.7 }, test);
    expect(verdicts).toEqual({
      good: { ok: 1, review: 0, ng: 0, noPart: 1 },
      defective: { ok: 0, review: 1, ng: 1, noPart: 0 },
    });
    expect(verdict).toMatchObject({ overkill: { count: 1, of: 2 }, escape: { count: 0 }, review: { count: 1 } });
    expect(counts).toMatchObject({ parts: 2, grey: 0 });
    expect(parts).toEqual([0, 1, -1, 0]);
    const list = { ...question.list, kind: 'parts' as const };
    expect([...ask({ list }, test).list].toSorted()).toEqual([1, 2]);
    // no threshold lets an image through that nobody looked at, nor one without a part
    const { escape, overkill } = ask({ curves: { classIndex: null } }, test).curves!;
    expect(escape).toEqual([...escape.slice(0, -2).map(([at]) => [at, 0]), [0.9, 0.5], [1, 0.5]]);
    expect(overkill.at(-1)).toEqual([1, 0.5]);
  });

  it('draws overkill and escape from one end to the other, also where nothing was predicted', () => {
    const blind = testOf(images.map((one) => ({ ...one, detections: [] })));
    const { escape, overkill } = ask({ curves: { classIndex: null } }, blind).curves!;
    expect([escape, overkill]).toEqual([
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, 0],
        [1, 0],
      ],
    ]);
  });

  it('holds labels to thresholds of their own, in figures, lists and verdicts', () => {
    // short: the false one of 0.6 is gone, the weak hit of 0.3 too; open: its confusion of 0.8 is gone
    const own = ask({ byLabel: { open: 0.85, short: 0.65 } });
    expect(own.total).toMatchObject({ tp: 1, fp: 0, fn: 3 });
    expect(own.detections).toBe(1);
    expect(own.verdicts).toEqual({
      good: { ok: 2, review: 0, ng: 0, noPart: 0 },
      defective: { ok: 1, review: 0, ng: 1, noPart: 0 },
    });
    const weak = ask({ byLabel: { short: 0.25 }, review: 0.2 });
    expect(weak.total).toMatchObject({ tp: 2, fp: 2 });
    expect(weak.verdict.escape.count).toBe(0);
    // open has the common one still
    expect(ask({ byLabel: { short: 0.65 } }).total).toEqual(ask({ byLabel: { short: 0.65, open: 0.5 } }).total);
    expect(listOf({ kind: 'grey' }, { byLabel: { open: 0.85, short: 0.65 }, review: 0.25 })).toEqual([1, 2]);
  });

  it('suggests thresholds where enough supports them, and says what is missing', () => {
    /** `bad` images whose object is found, and `good` ones, one of them with a weak false box. */
    const many = (bad: number, good: number, isFound = true): Explored =>
      testOf([
        ...Array.from({ length: bad }, (_, i) => ({
          imageId: i + 1,
          truths: [truth(0, 0)],
          detections: isFound ? [found(0, 0, 0.9 - i / 100)] : [found(0, 500, 0.9)],
        })),
        ...Array.from({ length: good }, (_, i) => ({
          imageId: 100 + i,
          truths: [],
          detections: i === 0 ? [found(0, 50, 0.3)] : [],
        })),
      ]);
    const of = (...parts: Parameters<typeof many>) => ask({}, many(...parts)).suggestions;
    expect(of(5, 10)).toEqual({
      bestF1: { point: { threshold: 0.86, f1: 1 }, missing: null },
      escape: { point: { threshold: 0.86, overkill: 0, escape: 0 }, missing: null },
      overkill: { point: { threshold: 0.86, overkill: 0, escape: 0 }, missing: null },
    });
    expect(of(4, 9)).toEqual({
      bestF1: { point: null, missing: { code: 'hits', have: 4, wanted: 5 } },
      escape: { point: null, missing: { code: 'caught', have: 4, wanted: 5 } },
      overkill: { point: null, missing: { code: 'good', have: 9, wanted: 10 } },
    });
    expect(of(30, 30, false).overkill.missing).toEqual({ code: 'learned', have: 0, wanted: 0.1 });
    expect(of(0, 20)).toMatchObject({
      bestF1: { point: null, missing: { code: 'hits', have: 0 } },
      escape: { point: null, missing: { code: 'caught', have: 0 } },
      overkill: { missing: null },
    });
  });

  it('suggests no threshold for an escape that none reaches: an image on which nothing is found escapes at each', () => {
    const bad = Array.from({ length: 10 }, (_, i) => ({
      imageId: i + 1,
      truths: [truth(0, 0)],
      detections: i === 0 ? [] : [found(0, 0, 0.9 - i / 100)],
    }));
    expect(ask({}, testOf(bad)).suggestions.escape).toEqual({ point: null, missing: null });
    const some = { targets: { overkill: 0.05, escape: 0.1 } };
    expect(ask(some, testOf(bad)).suggestions.escape.point).toEqual({ threshold: 0.81, overkill: 0, escape: 1 });
  });

  it('draws curves only when they are asked for, of a label or of all', () => {
    expect(ask().curves).toBeNull();
    const all = ask({ curves: { classIndex: null } }).curves!;
    expect(all.pr.map((line) => line.length)).toEqual([2, 2, 4]);
    expect(all.f1[0]).toEqual([0.9, 0.4]);
    expect(all.histogram.right[45]).toBe(1);
    const one = ask({ curves: { classIndex: 1 } }).curves!;
    expect(one.recall.at(-1)).toEqual([0.3, 1 / 3]);
    // however low the confidence: the image without a prediction stays OK
    expect(one.overkill[0]).toEqual([0, 0.5]);
  });

  it('stands without images, truths or detections', () => {
    const none = ask({ curves: { classIndex: null } }, testOf([]));
    expect(none.total).toMatchObject({ tp: 0, precision: null });
    expect(none.list).toHaveLength(0);
    expect(none.verdict.escape.share).toBeNull();
    expect(none.curves!.pr).toEqual([[], [], []]);
  });
});

describe('a comparison', () => {
  const better: TableImage[] = [
    { ...images[1]!, detections: [found(1, 0, 0.9), found(1, 100, 0.9)] },
    { ...images[2]!, detections: [] },
    { ...images[3]!, detections: [found(0, 0, 0.9)] },
    { imageId: 99, truths: [], detections: [] },
  ];
  const compare = (kind: 'worse' | 'better' | 'same', other: Explored) =>
    ask({ other: { confidence: 0.5, kind } }, testOf(images), other);

  it('is over the images that both saw with the same truth', () => {
    const result = compare('worse', testOf(better, [1, 2, 1, 1]));
    expect(result.comparison).toMatchObject({ shared: 2, changed: 1, counts: { worse: 1, better: 1, same: 0 } });
    expect([...result.list]).toEqual([1]);
    expect([...compare('better', testOf(better)).list]).toEqual([3]);
    expect([...result.change!]).toEqual([NaN, 2, NaN, -1]);
    expect(result.comparison!.other.total).toMatchObject({ tp: 2, fp: 1, fn: 0 });
  });

  it('finds labels by their name', () => {
    const turned = ['SHORT', 'spur'].map((name) => ({ name, color: '#00ff00' }));
    const result = compare('same', testOf([{ ...images[3]! }], [1], turned));
    expect(result.comparison!.classes).toEqual([-1, 0]);
    expect([...result.list]).toEqual([3]);
  });
});

describe('small things', () => {
  it('keeps the last point of a thinned line', () => {
    const line = thinned(1000, (i) => [i, i]);
    expect(line.length).toBeLessThanOrEqual(301);
    expect(line.at(-1)).toEqual([999, 999]);
    expect(thinned(0, (i) => [i, i])).toEqual([]);
  });

  it('says none in n with the bounds that other counts have', () => {
    const none = { main: '0.0%', bounds: '0.0% – 45.9%', count: '0 / 6' };
    expect(shareWords(clopperPearson(0, 6))).toEqual(none);
    expect(shareWords(clopperPearson(0, 300)).bounds).toBe('0.0% – 1.2%');
    expect(shareWords(clopperPearson(1, 6)).bounds).toBe('0.4% – 64.1%');
    expect(shareWords(clopperPearson(1, 900)).bounds).toBe('0.00% – 0.62%');
    expect(shareWords({ count: 0, of: 0, share: null, low: 0, high: 1 }).main).toBe('–');
  });
});
