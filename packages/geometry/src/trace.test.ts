import { expect, test } from 'vitest';
import { fillRings } from './raster.ts';
import { traceMask } from './trace.ts';

const maskOf = (...rows: string[]): [Uint8Array, number, number] => [
  Uint8Array.from(rows.join(''), (one) => Number(one !== '.')),
  rows[0]!.length,
  rows.length,
];

test('rings run along the edges of pixels: outline clockwise, holes the other way', () => {
  expect(traceMask(...maskOf('.....', '.xxx.', '.x.x.', '.xxx.'))).toEqual([
    [
      [4, 1, 4, 4, 1, 4, 1, 1],
      [3, 3, 3, 2, 2, 2, 2, 3],
    ],
  ]);
});

test('pixels that touch at a corner are one region; a hole does not leak through a corner', () => {
  expect(traceMask(...maskOf('x..', '.x.', '..x'))).toHaveLength(1);
  const [region] = traceMask(...maskOf('xxx.', 'x.x.', 'xx.x', '.xxx'));
  expect(region).toHaveLength(3);
});

test('regions are told apart, an island in a hole too; at the edge of the image nothing is lost', () => {
  const regions = traceMask(...maskOf('xxxxx', 'x...x', 'x.x.x', 'x...x', 'xxxxx'));
  expect(regions.map((rings) => rings.length)).toEqual([2, 1]);
  expect(regions[0]![0]).toEqual([5, 0, 5, 5, 0, 5, 0, 0]);
  expect(traceMask(new Uint8Array(6), 3, 2)).toEqual([]);
});

test('filled again, the regions are the mask', () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const share of [0.05, 0.4, 0.6, 0.95]) {
    const [width, height] = [37, 23];
    const mask = Uint8Array.from({ length: width * height }, () => Number(random() < share));
    const again = new Uint8Array(mask.length);
    for (const rings of traceMask(mask, width, height)) {
      const filled = fillRings(rings, width, height);
      // no pixel is of two regions
      expect(filled.some((one, i) => one === 1 && again[i] === 1)).toBe(false);
      for (let i = 0; i < filled.length; i++) again[i]! |= filled[i]!;
    }
    expect(again).toEqual(mask);
  }
});

test('of noise every hole belongs to the region around it, without a search through all regions', () => {
  const side = 1800;
  let seed = 11;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const mask = Uint8Array.from({ length: side * side }, (_, i) => Number(i % side !== 2 && random() < 0.5));
  const regions = traceMask(mask, side, side);
  expect(regions.length).toBeGreaterThan(500);
  const largest = regions.toSorted((a, b) => b.length - a.length)[0]!;
  const filled = fillRings(largest, side, side);
  // with its holes it covers nothing that the mask does not
  expect(filled.every((one, i) => one === 0 || mask[i] === 1)).toBe(true);
});
