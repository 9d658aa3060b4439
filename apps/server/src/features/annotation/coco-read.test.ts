/** What is taken of a file that is nearly right; one of masks gives way to other requests by what there is to trace. */
import { limits, type Problem } from '@loupe/contract';
import { expect, it } from 'vitest';
import { breather, readCoco } from './coco-read.ts';

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

it('takes names and texts of digits, and cuts names that are too long', async () => {
  const problems: Problem[] = [];
  const long = 'k'.repeat(limits.className + 1);
  const all = { image_id: 1, category_id: 1, bbox: [1, 1, 5, 5] };
  const texts = [{ utf8_string: 24 }, { attributes: { text: 2026 } }, { attributes: { transcription: 7 } }];
  const { categories, annotations } = await readCoco(
    {
      images: [{ id: 1, file_name: 'a.png' }],
      categories: [7, long, '7b', null, ['x']].map((name, i) => ({ id: i, name })),
      annotations: [...texts, { attributes: { text: true } }, { attributes: [] }].map((one) => ({ ...all, ...one })),
    },
    problems,
    100,
  );
  expect(categories.map(({ name }) => name)).toEqual(['7', long.slice(1), '7b']);
  expect(annotations.map((one) => one.utf8_string)).toEqual(['24', '2026', '7', undefined, undefined]);
  expect(problems.map(({ en_msg }) => en_msg)).toEqual(
    [4, 5].map((place) => `Record ${place} of categories cannot be read and was skipped`),
  );
});

it('takes no number for a text whose digits it cannot know', async () => {
  const coco = `{
    "images": [{ "id": 1, "file_name": "a.png" }],
    "categories": [{ "id": 1, "name": "serial" }, { "id": 2, "name": 340123450000000018 }],
    "annotations": [
      { "image_id": 1, "category_id": 1, "utf8_string": 340123450000000018 },
      { "image_id": 1, "category_id": 1, "utf8_string": 9007199254740991 },
      { "image_id": 1, "category_id": 1, "utf8_string": -12.5 }
    ] }`;
  const { categories, annotations } = await readCoco(coco, [], 100);
  expect(annotations.map((one) => one.utf8_string)).toEqual([undefined, '9007199254740991', '-12.5']);
  expect(categories.map(({ name }) => name)).toEqual(['serial']);
});
