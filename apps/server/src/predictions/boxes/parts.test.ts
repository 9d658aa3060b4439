/** Versions in stages: what nothing looked at is never taken for good, in verdict, figures and table. */
import { limits, type Boxes, type ManifestLine, type MatchHead } from '@loupe/contract';
import { unpackTable } from '@loupe/metrics';
import { expect, it } from 'vitest';
import { evaluateTest, type TestRows } from '../index.ts';
import { boxes } from './index.ts';

const thresholds = { confidence: 0.5, nms: 0.6, iou: 0.5 };
const labels = [
  { name: 'plate', color: '#000000', locates: true },
  { name: 'dot', color: '#ffffff' },
];
const part: Boxes['items'][number] = { c: 0, score: 0.2, p: [0, 0, 50, 50] };
const dot: Boxes['items'][number] = { c: 1, score: 0.7, p: [10, 10, 20, 20] };
const of = (items: Boxes['items'], skippedParts?: number, cutParts?: number): Boxes => ({
  type: 'boxes',
  items,
  ...(skippedParts !== undefined && { skippedParts }),
  ...(cutParts !== undefined && { cutParts }),
});
const verdictOf = (prediction: Boxes, more: object = {}) =>
  boxes.judge(prediction, { ...thresholds, ...more }, labels).verdict;

it('never takes an image for OK with a part that nothing looked at', () => {
  expect(verdictOf(of([part]))).toBe('OK');
  expect(verdictOf(of([part], 2))).toBe('review');
  // what was found is a defect whatever else there is
  expect(verdictOf(of([part, dot], 2))).toBe('NG');
  expect(verdictOf(of([part, { ...dot, score: 0.4 }], 1), { review: 0.3 })).toBe('review');
  expect(verdictOf(of([]))).toBe('noPart');
  // nor with one that was looked at in its middle alone
  expect(verdictOf(of([part], undefined, 1))).toBe('review');
  expect(verdictOf(of([part, dot], undefined, 1))).toBe('NG');
});

const prediction = [of([part]), of([part], 3), of([part, dot], 1), of([]), of([part], 1, 2)];
const rows: TestRows<'boxes'> = {
  labels,
  images: prediction.map((one, i) => ({ imageId: i + 1, truth: [], prediction: one })),
};

it('says in the figures of a test on which images', async () => {
  const { summary, images } = await evaluateTest({ type: 'boxes', rows, thresholds });
  expect(summary).toMatchObject({ partly: 3, cut: 1, noPart: 1 });
  const told = Object.fromEntries(images.map(({ imageId, ...one }) => [imageId, one]));
  expect(told[1]).not.toHaveProperty('skippedParts');
  expect(told[2]).toMatchObject({ skippedParts: 3 });
  expect(told[2]).not.toHaveProperty('cutParts');
  expect(told[4]).toMatchObject({ noPart: true });
  expect(told[5]).toMatchObject({ skippedParts: 1, cutParts: 2 });
});

it('gives the same to the browser, also where weak candidates are left out of the table', async () => {
  // as many strong ones as a table holds: the parts are weaker than the score from which candidates are kept
  const many = Array.from({ length: limits.matchCandidates + 1 }, () => dot);
  const tested = [...rows.images, { imageId: 6, truth: [], prediction: of([part, ...many]) }];
  const lines = tested.map(({ imageId }): ManifestLine => {
    const about = {
      image: imageId,
      sha256: '0'.repeat(64),
      w: 60,
      h: 60,
      part: 'test',
      group: '',
      role: 'pool',
    } as const;
    return { ...about, rev: 1, name: `${imageId}.png`, shapes: [] };
  });
  const input = {
    rows: async function* () {
      for (const [i, one] of tested.entries()) yield { line: lines[i]!, tested: one };
    },
    labels,
    predicted: 1e6,
    thresholds,
    scores: null,
  };
  const { more } = unpackTable(((await boxes.table(input)) as Uint8Array<ArrayBuffer>).buffer);
  expect(more).toMatchObject({ parts: [0, 3, 1, -1, 3, 0] });
  expect((more as MatchHead).floor).toBeGreaterThan(part.score);
});
