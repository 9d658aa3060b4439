/** What a training is called: at figures and counts as they come from real trainings (docs/decisions/0024). */
import { expect, test } from 'vitest';
import {
  assessBoxes,
  assessScores,
  aurocBounds,
  withFewSteps,
  type Assessment,
  type AssessmentLevel,
  type BoxEvidence,
} from './assessment.ts';
import { overkillLack, type OverkillLack } from './overkill.ts';
import { assessTexts } from './texts/assess.ts';

/** Two objects a validation image; precision and recall as they go with such a mAP50. */
const at: Record<string, Pick<BoxEvidence, 'map50' | 'precision' | 'recall'>> = {
  '0.000': { map50: 0, precision: 0, recall: 0 },
  '0.035': { map50: 0.035, precision: 0.11, recall: 0.12 },
  '0.300': { map50: 0.3, precision: 0.45, recall: 0.36 },
  '0.800': { map50: 0.8, precision: 0.82, recall: 0.8 },
};
const boxes = (map50: string, val: number, change: Partial<BoxEvidence> = {}) =>
  assessBoxes({
    train: 4 * val,
    val,
    ...at[map50]!,
    labels: [{ name: 'scratch', ap50: at[map50]!.map50, truths: 2 * val }],
    ...change,
  });

test.each<[string, AssessmentLevel, AssessmentLevel, AssessmentLevel]>([
  // mAP50, with 4, 30 and 300 validation images
  ['0.000', 'notLearned', 'notLearned', 'notLearned'],
  ['0.035', 'notLearned', 'notLearned', 'notLearned'],
  ['0.300', 'unsure', 'weak', 'weak'],
  ['0.800', 'unsure', 'usable', 'good'],
])('a detector with mAP50 %s', (map50, ...expected) => {
  expect([4, 30, 300].map((val) => boxes(map50, val).level)).toEqual(expected);
});

const scores = (auroc: number | null, each: number, trueReject: number | null = auroc) =>
  assessScores({ train: 100, auroc, falseReject: 0.02, trueReject, ok: each, ng: each });

test.each<[number, AssessmentLevel, AssessmentLevel, AssessmentLevel]>([
  // AUROC, with 4, 30 and 300 images of either kind
  [0.5, 'notLearned', 'notLearned', 'notLearned'],
  [0.7, 'unsure', 'weak', 'weak'],
  [0.95, 'unsure', 'usable', 'good'],
  [1, 'unsure', 'usable', 'good'],
])('a detector of anomalies with AUROC %s', (auroc, ...expected) => {
  expect([4, 30, 300].map((each) => scores(auroc, each).level)).toEqual(expected);
});

test('nothing is said about what was not counted', () => {
  expect(boxes('0.800', 30, { labels: [{ name: 'scratch', ap50: null, truths: 0 }] }).level).toBe('unsure');
  expect(boxes('0.800', 30, { labels: null })).toMatchObject({ level: 'unsure', hasThreshold: false });
  expect(boxes('0.800', 30, { map50: null }).level).toBe('unsure');
  // two objects missed may be chance
  expect(boxes('0.000', 2, { labels: [{ name: 'scratch', ap50: 0, truths: 2 }] }).level).toBe('unsure');
  expect(assessScores({ train: 50, auroc: null, falseReject: 0, trueReject: null, ok: 20, ng: 0 })).toMatchObject({
    level: 'unsure',
    why: [{ code: 'noNg' }],
    hasThreshold: true,
  });
});

test('a figure near zero needs no counts to be called by its name', () => {
  expect(boxes('0.035', 30, { labels: null }).level).toBe('notLearned');
  const unknown = { train: 50, falseReject: null, trueReject: null, ok: null, ng: null };
  expect(assessScores({ ...unknown, auroc: 0.5 }).level).toBe('notLearned');
  expect(assessScores({ ...unknown, auroc: 0.99 }).level).toBe('unsure');
});

test('no threshold is offered from noise', () => {
  expect(boxes('0.000', 300).hasThreshold).toBe(false);
  expect(boxes('0.035', 300).hasThreshold).toBe(false);
  // three hits of eight objects
  expect(boxes('0.300', 4).hasThreshold).toBe(false);
  expect(boxes('0.300', 30).hasThreshold).toBe(true);
  expect(scores(0.5, 300).hasThreshold).toBe(false);
  expect(scores(0.95, 30).hasThreshold).toBe(true);
});

test('the counts are told, with the bounds of what was found', () => {
  const { why } = boxes('0.800', 30);
  expect(why).toEqual([
    { code: 'found', args: { map50: '0.800', hits: 48, truths: 60, val: 30, reported: 59, low: 68, high: 89 } },
  ]);
});

test('only the number that is short is told as too few', () => {
  const short = ({ why }: Assessment) =>
    why.flatMap(({ code, args }) => (code.startsWith('few') ? [[code, args]] : []));
  const labels = (truths: number) => ({ labels: [{ name: 'scratch', ap50: 0.3, truths }] });
  const images = ['fewImages', { count: 8, wanted: 10 }];
  const objects = ['fewObjects', { count: 20, wanted: 30 }];
  expect(short(boxes('0.300', 8, labels(56)))).toEqual([images]);
  expect(short(boxes('0.300', 12, labels(20)))).toEqual([objects]);
  expect(short(boxes('0.300', 8, labels(20)))).toEqual([images, objects]);
  expect(short(boxes('0.300', 30, labels(60)))).toEqual([]);
  const seen = { train: 100, auroc: 0.7, falseReject: 0, trueReject: 0.9 };
  const [ok, ng] = [
    ['fewOk', { count: 5, wanted: 30 }],
    ['fewNg', { count: 6, wanted: 30 }],
  ];
  expect(short(assessScores({ ...seen, ok: 40, ng: 6 }))).toEqual([ng]);
  expect(short(assessScores({ ...seen, ok: 5, ng: 40 }))).toEqual([ok]);
  expect(short(assessScores({ ...seen, ok: 5, ng: 6 }))).toEqual([ok, ng]);
});

test('a label that is never found keeps a model from being good, and is named', () => {
  const labels = [
    { name: 'scratch', ap50: 0.9, truths: 590 },
    { name: 'dent', ap50: 0.02, truths: 10 },
  ];
  const { level, why } = boxes('0.800', 300, { labels });
  expect(level).toBe('usable');
  expect(why).toContainEqual({ code: 'labelsMissed', args: { labels: 'dent' } });
});

test('a threshold that lets most defects pass keeps a model from being good', () => {
  const deaf = scores(0.97, 300, 0.3);
  expect(deaf.level).toBe('usable');
  expect(deaf.next.map(({ code }) => code)).toContain('threshold');
  expect(scores(0.97, 300, 0.9).level).toBe('good');
});

test('a version that finds none of the test defects is never good, and without NG images not good enough', () => {
  const seen = { train: 100, auroc: 0.97, falseReject: 0.02, trueReject: 0.95, ok: 300, ng: 300 };
  const none = { found: 0, tried: 240 };
  expect(assessScores({ ...seen, probes: { found: 90, tried: 240 } }).level).toBe('good');
  const blind = assessScores({ ...seen, probes: none });
  expect(blind.level).toBe('usable');
  expect(blind.why).toContainEqual({ code: 'probesNone', args: none });
  expect(assessScores({ ...seen, ng: 0, probes: none })).toMatchObject({ level: 'weak', hasThreshold: true });
  expect(assessScores({ ...seen, ok: 4, ng: 4, auroc: 0.9, probes: none }).level).toBe('weak');
  // so few may be chance, and what is found is told
  expect(assessScores({ ...seen, probes: { found: 0, tried: 5 } }).level).toBe('good');
  const some = { found: 12, tried: 240 };
  expect(assessScores({ ...seen, ng: 0, probes: some })).toMatchObject({
    level: 'unsure',
    why: [{ code: 'noNg' }, { code: 'probes', args: some }],
  });
});

test('how many OK images to add is what the target overkill lacks, at the share that validates', () => {
  const seen = { train: 18, auroc: 0.9, falseReject: 0, trueReject: 0.9, ok: 5, ng: 6 };
  const basis = { judged: 5, needed: 44, held: 5, train: 18, percent: 20 };
  const step = (lack: OverkillLack | null) =>
    assessScores({ ...seen, lack }).next.find(({ code }) => code.startsWith('addOk'));
  expect(step(null)).toEqual({ code: 'addOk', args: { train: 18 } });
  // 49 are a fifth of 245, and 23 are there
  expect(step(overkillLack(basis))).toEqual({ code: 'addOkHeld', args: { judged: 5, all: 49, add: 222 } });
  // memories by folds judge the training images too
  const folds = { ...basis, judged: 23, needed: 26 };
  expect(step(overkillLack(folds))).toEqual({ code: 'addOkJudged', args: { judged: 23, all: 49, add: 26 } });
  expect(overkillLack({ ...folds, needed: 0 })).toBeNull();
});

test('more to validate with is asked for of images, of objects or of both: of what is short', () => {
  const step = (val: number, truths: number) => {
    const { level, next } = boxes('0.300', val, { train: 100, labels: [{ name: 'scratch', ap50: 0.3, truths }] });
    return [level, ...next];
  };
  const both = { images: 10, objects: 30 };
  expect(step(4, 12)).toEqual(['unsure', { code: 'moreValidation', args: { val: 4, ...both } }]);
  expect(step(4, 60)).toEqual(['unsure', { code: 'moreValidationImages', args: { val: 4, images: 10 } }]);
  expect(step(40, 12)).toEqual(['unsure', { code: 'moreValidationObjects', args: { truths: 12, objects: 30 } }]);
  // how many objects there were is not known
  expect(boxes('0.800', 30, { labels: null }).next).toMatchObject([{ code: 'moreValidation' }]);
});

test('of texts the images are counted, and no objects are spoken of', () => {
  const step = (val: number) => {
    const { level, next } = assessTexts({ train: 100, val, hmean: 0.9, word: 0.9, whole: 0.85 });
    return [level, ...next];
  };
  expect(step(4)).toEqual(['unsure', { code: 'moreValidationImages', args: { val: 4, images: 10 } }]);
  expect(step(12)).toEqual(['unsure', { code: 'stillMoreValidation', args: { val: 12 } }]);
});

test('to train longer comes first, and once, where the training warned of few steps', () => {
  const codes = (of: Assessment) => withFewSteps(of, 38).next.map(({ code }) => code);
  expect(codes(boxes('0.300', 4))).toEqual(['trainLonger', 'moreValidation', 'moreTraining']);
  expect(codes(boxes('0.000', 30))).toEqual(['trainLonger', 'checkShapes']);
  expect(codes(boxes('0.800', 300))).toEqual(['trainLonger', 'testFirst']);
  expect(withFewSteps(boxes('0.800', 300), 38)).toMatchObject({
    level: 'good',
    why: [{ code: 'found' }, { code: 'fewSteps', args: { count: 38 } }],
  });
});

test('the bounds of an AUROC are those of a share of the rarer kind, also at 1', () => {
  expect(aurocBounds(1, 300, 30)).toEqual({ low: expect.closeTo(0.8843, 4) as number, high: 1 });
  const { low, high } = aurocBounds(0.7, 30, 300);
  expect([low, high].map((one) => one.toFixed(2))).toEqual(['0.51', '0.85']);
});

test('what to do next is never left open', () => {
  for (const map50 of Object.keys(at)) for (const val of [4, 30, 300]) expect(boxes(map50, val).next).not.toEqual([]);
  for (const auroc of [null, 0.5, 0.7, 0.95])
    for (const each of [0, 4, 30, 300]) expect(scores(auroc, each).next).not.toEqual([]);
});
