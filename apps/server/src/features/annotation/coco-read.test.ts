/** A file of masks gives way to other requests by what there is to trace, not by its records alone. */
import { expect, it } from 'vitest';
import { breather } from './coco-read.ts';

it('gives way after so many pixels of masks, and after so many records of any kind', () => {
  const mask = { size: [3000, 4000], counts: [0, 12_000_000] };
  const turnsOf = (segmentation: unknown, pixels: number, records: number): number => {
    const breathe = breather();
    return Array.from({ length: records }, () => breathe(segmentation, pixels)).filter((one) => one !== undefined)
      .length;
  };
  // each takes as long as thousands of polygons
  expect(turnsOf(mask, 12_000_000, 50)).toBe(50);
  expect(turnsOf(mask, 1_000_000, 50)).toBe(10);
  expect(turnsOf([[1, 1, 9, 1, 9, 9]], 12_000_000, 4000)).toBe(2);
});
