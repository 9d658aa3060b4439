/** Masks: what a graph may give, what a version has to find, figures, verdicts by size, and the proof of parity. */
import {
  limits,
  type ManifestLine,
  type Masks,
  type MaskReport,
  type MaskThresholds,
  type PredictedMask,
} from '@loupe/contract';
import { expect, it } from 'vitest';
import type { Output } from '../graph.ts';
import { evaluateTest, type TestRows } from '../index.ts';
import { masksGraph } from './graph.ts';
import { masks } from './index.ts';

const labels = ['ring', 'scratch'].map((name) => ({ name, color: '#000000' }));
const thresholds: MaskThresholds = { confidence: 0.5, nms: 0.5, iou: 0.5, byLabelLeast: {} };

const tensor = (type: string, dims: number[], data: ArrayLike<number | bigint>): Output => ({ type, dims, data });
/** Two objects in an image of 32 × 16, cells of two pixels: a block of 4 × 2 cells, and nothing. */
const outputs = (change: Record<string, Output> = {}) => ({
  boxes: tensor('float32', [2, 4], [0, 0, 8, 4, 16, 8, 24, 16]),
  scores: tensor('float32', [2], [0.4, 0.9]),
  classes: tensor('int64', [2], [1n, 0n]),
  masks: tensor('uint8', [2, 8, 2], Uint8Array.from([0xf0, 0, 0xf0, 0, ...Array.from({ length: 28 }, () => 0)])),
  cell: tensor('float32', [2], [2, 2]),
  ...change,
});
const read = (change?: Record<string, Output>) => masksGraph.read(outputs(change), 2, {}) as Masks;

it('reads the mask of each box, best first; one of nothing is an empty window', () => {
  expect(read()).toEqual({
    type: 'masks',
    cell: [2, 2],
    items: [
      { c: 0, score: 0.9, p: [16, 8, 24, 16], mask: { x: 0, y: 0, w: 0, h: 0, counts: [] } },
      { c: 1, score: 0.4, p: [0, 0, 8, 4], mask: { x: 0, y: 0, w: 4, h: 2, counts: [0, 8] } },
    ],
  });
  const none = {
    boxes: tensor('float32', [0, 4], []),
    scores: tensor('float32', [0], []),
    classes: tensor('int64', [0], []),
  };
  expect(read({ ...none, masks: tensor('uint8', [0, 8, 2], new Uint8Array()) }).items).toEqual([]);
});

it.each<[string, Record<string, Output>, RegExp]>([
  ['of another number', { masks: tensor('uint8', [1, 8, 2], new Uint8Array(16)) }, /1×8×2 masks for 2 boxes/],
  ['of another rank', { masks: tensor('uint8', [2, 16], new Uint8Array(32)) }, /2×16 masks/],
  ['of fewer bytes', { masks: tensor('uint8', [2, 8, 2], new Uint8Array(31)) }, /31 bytes/],
  ['of no size', { masks: tensor('uint8', [2, 0, 2], new Uint8Array()) }, /0×16 cells/],
  ['of a huge size', { masks: tensor('uint8', [2, 1, 100_000], new Uint8Array(200_000)) }, /1×800000 cells/],
  ['of no number', { cell: tensor('float32', [2], [Number.NaN, 2]) }, /cells of NaN×2/],
  ['of no width', { cell: tensor('float32', [2], [0, 2]) }, /cells of 0×2/],
  ['of one side', { cell: tensor('float32', [1], [2]) }, /cells of 2/],
  ['of a class too many', { classes: tensor('int64', [2], [2n, 0n]) }, /class 2/],
  ['of a score that is none', { scores: tensor('float32', [2], [Number.NaN, 0.9]) }, /score NaN/],
  ['of a box that is none', { boxes: tensor('float32', [2, 4], [0, 0, Infinity, 4, 0, 0, 1, 1]) }, /not finite/],
])('refuses masks %s', (_, change, why) => {
  expect(() => read(change)).toThrow(why);
});

const ring = {
  id: 'a',
  c: 0,
  kind: 'polygon',
  p: [0, 0, 20, 0, 20, 20, 0, 20, 5, 5, 15, 5, 15, 15, 5, 15],
  parts: [0, 4],
  text: null,
  ignore: false,
};
const rect = { ...ring, id: 'b', c: 1, kind: 'rect', p: [30, 2, 40, 8], parts: [0] };
const line: ManifestLine = {
  image: 1,
  sha256: 'a'.repeat(64),
  w: 64,
  h: 32,
  part: 'test',
  group: 'g',
  role: 'pool',
  rev: 1,
  shapes: [ring, rect],
};

it('has outlines to find; a rectangle is one only where the version was trained so', () => {
  const [drawn, box] = masks.truthOf(line, [0, 1], {}).items;
  expect(drawn).toMatchObject({ c: 0, box: [0, 0, 20, 20], ignore: false });
  expect(drawn!.rings).toEqual([ring.p.slice(0, 8), ring.p.slice(8)]);
  expect(box).toMatchObject({ c: 1, ignore: true, rings: [[30, 2, 40, 2, 40, 8, 30, 8]] });
  expect(masks.truthOf(line, [0, 1], { filledBoxes: true }).items[1]).toMatchObject({ ignore: false });
  expect(masks.truthOf(line, [0, 1], { filledBoxes: true }).items[1]).not.toHaveProperty('boxOnly');
  expect(masks.truthOf(line, [-1, 1]).items).toHaveLength(1);
  // a box in a data set without rectangles
  const upright = { ...rect, kind: 'polygon', p: [30, 2, 40, 2, 40, 8, 30, 8] };
  const ofPolygon = { ...line, shapes: [ring, upright] };
  for (const filledBoxes of [false, true])
    expect(masks.truthOf(ofPolygon, [0, 1], { filledBoxes })).toEqual(masks.truthOf(line, [0, 1], { filledBoxes }));
});

const block = (c: number, score: number, x: number, y: number, w: number, h: number): PredictedMask => ({
  c,
  score,
  p: [x, y, x + w, y + h],
  mask: { x, y, w, h, counts: [0, w * h] },
});
/** The ring with its hole, and the same filled. */
const hole: PredictedMask = {
  ...block(0, 0.9, 0, 0, 20, 20),
  mask: { x: 0, y: 0, w: 20, h: 20, counts: [0, 105, ...Array.from({ length: 9 }, () => [10, 10]).flat(), 10, 105] },
};
const rowsWith = (items: PredictedMask[]): TestRows<'masks'> => ({
  labels,
  images: [{ imageId: 1, truth: masks.truthOf(line, [0, 1]), prediction: { type: 'masks', cell: [1, 1], items } }],
});
const figuresOf = async (items: PredictedMask[]) =>
  (await evaluateTest({ type: 'masks', rows: rowsWith(items), thresholds })).summary;

it('counts overlaps of masks, not of boxes, and lets rectangles be', async () => {
  const onRect = block(1, 0.8, 31, 3, 8, 4);
  expect(await figuresOf([hole, onRect])).toMatchObject({
    type: 'masks',
    truths: 1,
    map50: 1,
    map50_95: 1,
    boxMap50: 1,
    precision: 1,
    recall: 1,
    boundaryF: 1,
    areaError: 0,
  });
  // filled it has 300 of 400 pixels in common: found at 0.5, not at 0.8
  const filled = await figuresOf([{ ...block(0, 0.9, 0, 0, 20, 20) }]);
  expect(filled).toMatchObject({ map50: 1, boxMap50: 1, areaError: expect.closeTo(1 / 3, 9) as number });
  expect(filled).toMatchObject({ map50_95: expect.closeTo(0.6, 9) as number });
  expect(await figuresOf([])).toMatchObject({ map50: 0, recall: 0, boundaryF: null, areaError: null });
});

it('gives the same figures from a thread', async () => {
  const input = { type: 'masks', rows: rowsWith([hole]), thresholds } as const;
  expect(await evaluateTest(input, 0)).toEqual(await evaluateTest(input));
});

const seen: Masks = { type: 'masks', cell: [2, 2], items: [block(1, 0.9, 0, 0, 10, 1), block(0, 0.6, 20, 4, 3, 3)] };
const judged = (change: Partial<MaskThresholds>) => masks.judge(seen, { ...thresholds, ...change }, labels);

it('lets what is too small or too short decide nothing', () => {
  expect(judged({})).toMatchObject({ verdict: 'NG', findings: 2 });
  // 20 × 2 pixels; 20.1 long
  expect(judged({ byLabelLeast: { scratch: { length: 21, unit: 'px' } } }).findings).toBe(1);
  expect(judged({ byLabelLeast: { scratch: { length: 20, area: 40, unit: 'px' } } }).findings).toBe(2);
  expect(judged({ byLabelLeast: { scratch: { area: 41, unit: 'px' } } }).findings).toBe(1);
  const both = { scratch: { length: 21, unit: 'px' }, ring: { area: 37, unit: 'px' } } as const;
  expect(judged({ byLabelLeast: both, review: 0.1 })).toMatchObject({ verdict: 'OK', findings: 0 });
});

it('measures in millimetres where a scale is set', () => {
  const least = (length: number) => ({ scratch: { length, unit: 'mm' as const } });
  expect(judged({ mmPerPixel: 0.025, byLabelLeast: least(0.5) }).findings).toBe(2);
  expect(judged({ mmPerPixel: 0.02, byLabelLeast: least(0.5) }).findings).toBe(1);
  const parse = (raw: object) => masks.parseThresholds({ ...thresholds, ...raw }, labels);
  expect(() => parse({ byLabelLeast: least(0.5) })).toThrow(expect.objectContaining({ code: 400 }) as Error);
  expect(() => parse({ byLabelLeast: { dust: {} } })).toThrow(
    expect.objectContaining({ key: 'version.noLabel' }) as Error,
  );
  expect(parse({ byLabelLeast: { ring: { area: 3 } } }).byLabelLeast).toEqual({ ring: { area: 3, unit: 'px' } });
});

const report = (detections: MaskReport['parity']['cases'][number]['detections'], fewest = 1): MaskReport => ({
  v: 1,
  prediction: 'masks',
  weights_sha256: '0'.repeat(64),
  kept: 'raw',
  epochs_done: 3,
  metrics: {
    map50: 0.5,
    map50_95: 0.3,
    box_map50: 0.6,
    precision: 0.5,
    recall: 0.5,
    boundary_f: null,
    area_error: null,
    per_class: [{ index: 0, name: 'ring', ap50: 0.5, truths: 40 }],
  },
  thresholds: { confidence: 0.3 },
  parity: {
    min_detections: fewest,
    score_threshold: 0.01,
    tolerance: { box_px: 1, score: 0.01, pixels: 0.999 },
    cases: [{ name: 'one', width: 64, height: 32, pixels_sha256: '0'.repeat(64), detections }],
  },
});

async function compared(own: PredictedMask, other: PredictedMask) {
  const by = masks.parity(report([{ ...own, p: [...own.p], firm: true }]), {});
  const result = await by.compare(by.cases[0]!, { type: 'masks', cell: [1, 1], items: [other] });
  return { ...result, end: by.end!() };
}

it('proves parity by cells: one in two thousand may differ, three may not', async () => {
  const large = block(0, 0.9, 0, 0, 50, 40);
  const without = (cells: number): PredictedMask => ({
    ...large,
    mask: { ...large.mask, counts: [cells, 2000 - cells] },
  });
  expect(await compared(large, large)).toMatchObject({
    failures: [],
    compared: 1,
    end: { failures: [], deltas: { pixels: 0 } },
  });
  expect(await compared(large, without(1))).toMatchObject({ failures: [], end: { failures: [] } });
  const apart = await compared(large, without(3));
  expect(apart.end.failures).toEqual([expect.stringContaining('0.150%')]);
  const empty = { ...large, mask: { x: 0, y: 0, w: 0, h: 0, counts: [] } };
  expect((await compared(large, empty)).failures).toEqual([expect.stringContaining('only one side has a mask')]);
  expect((await compared(large, block(1, 0.9, 0, 0, 50, 40))).failures).toHaveLength(2);
});

it('misses nothing that a full list of a weak network has no room for', async () => {
  const all = Array.from({ length: limits.maskMax + 1 }, (_, i) => block(0, 0.0111 - i * 1e-6, 0, 0, 10 + i / 4, 10));
  const by = masks.parity(report(all.map((own) => ({ ...own, p: [...own.p], firm: true }))), {});
  const answer = (count: number): Masks => ({ type: 'masks', cell: [1, 1], items: all.slice(0, count) });
  expect((await by.compare(by.cases[0]!, answer(limits.maskMax))).failures).toEqual([]);
  const less = await by.compare(by.cases[0]!, answer(limits.maskMax - 1));
  expect(less.failures).toEqual(Array(2).fill(expect.stringContaining('only the engine found')));
});

it('gives a new version thresholds without rules of size', () => {
  expect(masks.firstThresholds(report([]), {})).toEqual({ confidence: 0.3, nms: 0.6, iou: 0.5, byLabelLeast: {} });
});
