// The rule of crops: what the engine computes is computed here, by the same file.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cropOf, isCut, mergeFindings, type Box, type CropFinding, type CropRule } from './index.ts';

interface Golden {
  crops: {
    box: Box;
    rule: CropRule;
    image: [number, number];
    crop: [number, number, number, number] | null;
    cut: boolean;
  }[];
  merges: { most: number; found: CropFinding[]; kept: number[] }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../contract/fixtures/crops.json', import.meta.url), 'utf8'),
) as Golden;

it('crops as the engine does, within the image and its bounds', () => {
  expect(golden.crops.length).toBeGreaterThan(40);
  for (const { box, rule, image, crop, cut } of golden.crops) {
    const [width, height] = image;
    const found = cropOf(box, rule, { width, height });
    expect(found ? [found.x, found.y, found.width, found.height] : null, JSON.stringify({ box, rule, image })).toEqual(
      crop,
    );
    expect(found !== undefined && isCut(box, found, { width, height }), JSON.stringify({ box, rule, image })).toBe(cut);
    if (!found) continue;
    expect(Math.min(found.x, found.y)).toBeGreaterThanOrEqual(0);
    expect(found.x + found.width).toBeLessThanOrEqual(width);
    expect(found.y + found.height).toBeLessThanOrEqual(height);
    expect(found.width).toBeLessThanOrEqual(rule.width[1]);
    expect(found.height).toBeLessThanOrEqual(rule.height[1]);
  }
});

it('makes no crop of a part without area or beside the image', () => {
  const rule = { margin: 10, width: [64, 2448], height: [64, 2448], square: false } as const;
  for (const box of [
    [5, 5, 5, 9],
    [100, 5, 120, 9],
    [-9, 5, 0, 9],
    [Number.NaN, 5, 8, 9],
  ] as Box[])
    expect(cropOf(box, rule, { width: 100, height: 100 })).toBeUndefined();
});

it('keeps what several crops show only once, as the engine does', () => {
  for (const { most, found, kept } of golden.merges) {
    expect(mergeFindings(found, most).map((one) => found.indexOf(one))).toEqual(kept);
  }
});
