import { expect, test } from 'vitest';
import { fillRings } from './raster.ts';

const rows = (mask: Uint8Array, width: number): string[] =>
  Array.from({ length: mask.length / width }, (_, y) => mask.slice(y * width, (y + 1) * width).join(''));

test('a box along the edges of pixels takes exactly these', () => {
  expect(rows(fillRings([[1, 1, 4, 1, 4, 3, 1, 3]], 5, 4), 5)).toEqual(['00000', '01110', '01110', '00000']);
});

test('a ring within is a hole; what lies outside the mask is cut off', () => {
  const outer = [-2, -2, 9, -2, 9, 9, -2, 9];
  expect(rows(fillRings([outer, [1, 1, 3, 1, 3, 3, 1, 3]], 4, 4), 4)).toEqual(['1111', '1001', '1001', '1111']);
});

test('a region smaller than a pixel is not lost', () => {
  expect(rows(fillRings([[2.1, 1.1, 2.3, 1.1, 2.3, 1.3]], 4, 3), 4)).toEqual(['0000', '0010', '0000']);
  expect(fillRings([[9, 9, 9.2, 9, 9.2, 9.2]], 4, 3).every((v) => v === 0)).toBe(true);
  expect(fillRings([], 2, 2).every((v) => v === 0)).toBe(true);
});
