/** An import traces masks within its budget: what does not fit gives its box, and what is smaller is still taken. */
import { expect, it } from 'vitest';
import { maskBudget } from './coco-mask.ts';
import { cocoShape } from './coco-shape.ts';

const ground = { width: 100, height: 80, kinds: ['rect', 'polygon'] as const };
/** A square of so many pixels a side at the top left. */
const square = (side: number, id: number) => ({
  id,
  place: id,
  image_id: 1,
  category_id: 1,
  bbox: [0, 0, side, side],
  segmentation: {
    size: [80, 100],
    counts: [
      0,
      ...Array.from({ length: side - 1 }, () => [side, 80 - side]).flat(),
      side,
      8000 - 80 * side + 80 - side,
    ],
  },
});

it('refuses the mask that is too much for the import, and takes those that still fit', () => {
  const budget = { pixels: 500, points: 100 };
  const read = [square(20, 1), square(20, 2), square(10, 3), square(10, 4)].map((one) =>
    cocoShape(one, ground, budget),
  );
  expect(read.map(({ problem, shape }) => [problem, shape?.kind])).toEqual([
    [undefined, 'polygon'],
    ['coco.maskBudget', 'rect'],
    [undefined, 'polygon'],
    ['coco.maskBudget', 'rect'],
  ]);
  expect(read[1]!.shape!.points).toEqual([0, 0, 20, 20]);
  expect(budget.pixels).toBe(0);
});

it('keeps no more points than memory has', () => {
  const budget = { pixels: 1e6, points: 1 };
  expect(cocoShape(square(20, 1), ground, budget).problem).toBeUndefined();
  expect(cocoShape(square(20, 2), ground, budget).problem).toBe('coco.maskBudget');
});

it('has room for the masks of an ordinary set in one import', () => {
  const { pixels, points } = maskBudget();
  // 10,000 images with ten objects of 200 × 200 pixels
  expect(pixels).toBeGreaterThanOrEqual(10_000 * 10 * 200 * 200);
  expect(points).toBeGreaterThanOrEqual(10_000 * 10 * 60);
});
