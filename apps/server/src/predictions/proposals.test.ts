/** What a person may make shapes of: boxes as rectangles on the image, hot regions of a heat map as polygons. */
import { fillRings, ringsOf } from '@loupe/geometry';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { boxProposals } from './boxes/proposals.ts';
import { regionProposals } from './scoremap/proposals.ts';

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
