// Boxes from a map of text: what the engine computes is computed here, by the same file.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { textBoxes, type TextBox, type TextBoxThresholds } from './index.ts';

interface Golden {
  cases: {
    name: string;
    map: { width: number; height: number; zlib: string };
    scale: [number, number];
    image: { width: number; height: number };
    thresholds: TextBoxThresholds;
    boxes: TextBox[];
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../contract/fixtures/text-boxes.json', import.meta.url), 'utf8'),
) as Golden;
const usual: TextBoxThresholds = { binary: 0.3, box: 0.5, unclip: 1.6 };

it.each(golden.cases)('finds what the engine finds: $name', ({ map, scale, image, thresholds, boxes }) => {
  const probability = new Uint8Array(inflateSync(Buffer.from(map.zlib, 'base64')));
  const found = textBoxes({ probability, width: map.width, height: map.height, scale }, image, thresholds, 300);
  expect(found.length).toBe(boxes.length);
  boxes.forEach((box, i) => {
    expect(found[i]!.score).toBeCloseTo(box.score, 9);
    box.quad.forEach((v, k) => expect(found[i]!.quad[k]).toBeCloseTo(v, 6));
  });
});

it('has cases with and without boxes', () => {
  expect(golden.cases.filter((one) => one.boxes.length).length).toBeGreaterThan(8);
  expect(golden.cases.some((one) => !one.boxes.length)).toBe(true);
});

it('looks at so many regions at most, however many there are', () => {
  const [width, height] = [640, 640];
  const probability = new Uint8Array(width * height);
  // 64 × 64 blocks of 6 × 5 cells
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (x % 10 < 6 && y % 10 < 5) probability[y * width + x] = 200;
  const image = { width, height };
  const found = textBoxes({ probability, width, height, scale: [1, 1] }, image, usual, 2000);
  expect(found.length).toBe(1000);
  expect(textBoxes({ probability, width, height, scale: [1, 1] }, image, usual, 300)).toEqual(found.slice(0, 300));
});

it('reads a text that is taller than wide from top to bottom', () => {
  const [width, height] = [30, 60];
  const probability = new Uint8Array(width * height);
  for (let y = 10; y < 50; y++) probability.fill(255, y * width + 10, y * width + 18);
  const [box] = textBoxes({ probability, width, height, scale: [1, 1] }, { width, height }, { ...usual, unclip: 0 }, 9);
  expect(box?.quad).toEqual([18, 10, 18, 50, 10, 50, 10, 10]);
  expect(box?.score).toBe(1);
});
