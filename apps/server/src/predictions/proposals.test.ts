/** What a person may make shapes of: boxes as rectangles on the image, hot regions of a heat map as polygons. */
import { fillRings, ringsOf, windowOfMask } from '@loupe/geometry';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { boxProposals } from './boxes/proposals.ts';
import { maskProposals } from './masks/proposals.ts';
import { regionProposals } from './scoremap/proposals.ts';
import { textProposals } from './texts/proposals.ts';

const labels = [{ name: 'scratch' }, { name: 'dent' }];
const thresholds = { confidence: 0.5, byLabel: { dent: 0.3 }, nms: 0.5, iou: 0.5 };

it('cuts boxes to the image and drops what is no box there or scores too low', () => {
  const items = [
    { c: 0, score: 0.9, p: [-5, 10, 30, 120] as [number, number, number, number] },
    { c: 1, score: 0.28, p: [1, 1, 9, 9] as [number, number, number, number] },
    { c: 1, score: 0.2, p: [100.5, 1, 140, 9] as [number, number, number, number] },
    { c: 0, score: 0.01, p: [1, 1, 9, 9] as [number, number, number, number] },
  ];
  const about = { thresholds, labels, min: 0.05 };
  const made = boxProposals.of({ type: 'boxes', items }, { width: 100, height: 80 }, about);
  expect(made).toEqual({
    items: [
      { c: 0, score: 0.9, kind: 'rect', points: [0, 10, 30, 80], parts: [0] },
      { c: 1, score: 0.28, kind: 'rect', points: [1, 1, 9, 9], parts: [0] },
    ],
    // the dent is nearest to its own threshold
    uncertainty: expect.closeTo(1 - 0.02 / 0.7, 9),
  });
  expect(boxProposals.of({ type: 'boxes', items: [] }, { width: 9, height: 9 }, about)).toEqual({
    items: [],
    uncertainty: 0,
  });
  expect(boxProposals.from(thresholds, labels)).toEqual({ common: 0.5, own: [0.5, 0.3] });
});

it('makes polygons of the regions above the threshold, with their holes, in pixels of the image', async () => {
  const [width, height] = [40, 20];
  const heat = new Uint8Array(width * height);
  const paint = (x1: number, y1: number, x2: number, y2: number, value: number) => {
    for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) heat[y * width + x] = value;
  };
  paint(2, 2, 14, 14, 180);
  paint(6, 6, 10, 10, 0);
  paint(25, 3, 33, 9, 250);
  paint(38, 18, 39, 19, 255);
  paint(20, 15, 28, 18, 90);
  const png = (
    await sharp(heat, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  ).toString('base64');
  const prediction = { type: 'scoremap' as const, score: 0.6, heat: { width, height, png } };
  const { items, uncertainty } = await regionProposals.of(
    prediction,
    { width: 400, height: 200 },
    { thresholds: { score: 0.5 }, labels: [{ name: 'defect' }], min: 0.05 },
  );
  expect(uncertainty).toBeCloseTo(0.8, 9);
  expect(items.map(({ c, kind, score }) => [c, kind, Math.round(score * 255)])).toEqual([
    [0, 'polygon', 250],
    [0, 'polygon', 180],
  ]);
  const ring = items[1]!;
  expect(ring.parts).toHaveLength(2);
  const rings = ringsOf(ring.points, ring.parts).map((one) => [...one]);
  const area = fillRings(rings, 400, 200).reduce((sum, cell) => sum + cell, 0);
  expect(area).toBe(100 * (12 * 12 - 4 * 4));
});

it('makes a polygon with its hole of a mask, cut to the image', async () => {
  const [width, height] = [12, 9];
  const cells = new Uint8Array(width * height);
  for (let y = 1; y < 9; y++) for (let x = 2; x < 12; x++) cells[y * width + x] = 1;
  for (let y = 3; y < 6; y++) for (let x = 5; x < 8; x++) cells[y * width + x] = 0;
  const mask = windowOfMask(cells, width, height);
  const item = { c: 1, score: 0.6, p: [8, 4, 46, 36] as [number, number, number, number], mask };
  const thresholds = { confidence: 0.5, byLabel: {}, byLabelLeast: {}, nms: 0.5, iou: 0.5 };
  const prediction = {
    type: 'masks' as const,
    cell: [4, 4] as [number, number],
    items: [{ ...item, mask: { ...mask, counts: [...mask.counts] } }],
  };
  const { items, uncertainty } = await maskProposals.of(
    prediction,
    { width: 46, height: 35 },
    { thresholds, labels, min: 0.05 },
  );
  expect(uncertainty).toBeCloseTo(0.8, 9);
  expect(items).toMatchObject([{ c: 1, score: 0.6, kind: 'polygon' }]);
  const [{ points, parts }] = items as [(typeof items)[number]];
  expect(parts).toHaveLength(2);
  expect(Math.max(...points.filter((_, i) => i % 2 === 0))).toBe(46);
  expect(Math.max(...points.filter((_, i) => i % 2 === 1))).toBe(35);
  const rings = ringsOf(points, parts).map((one) => [...one]);
  const area = fillRings(rings, 46, 35).reduce((sum, cell) => sum + cell, 0);
  // ten columns and eight rows of cells without the hole, where they are on the image
  expect(area).toBeGreaterThan(0.97 * (38 * 31 - 12 * 12));
  expect(area).toBeLessThan(1.03 * (38 * 31 - 12 * 12));
});

it('ranks texts by how surely they are read, as verdicts do, and by where they are only where nothing is read', async () => {
  const item = (score: number, textScore: number | null) => ({
    quad: [0, 0, 9, 0, 9, 4, 0, 4],
    score,
    text: textScore === null ? null : 'A',
    textScore,
    charScores: [],
  });
  const items = [item(0.6, 0.9), item(0.95, 0.7), item(0.8, null), item(0.01, 0.99)];
  const own = { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules: [] };
  const about = { thresholds: own, labels: [{ name: 'text' }], min: 0.05 };
  const made = await textProposals.of({ type: 'texts', items }, { width: 100, height: 80 }, about);
  expect(made.items.map(({ score }) => score)).toEqual([0.9, 0.8, 0.7]);
});
