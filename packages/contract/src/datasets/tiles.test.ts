/** The pyramid of tiles: every level halves, the last is one tile, and tiles cover all pixels. */
import { expect, test } from 'vitest';
import { isTiled, tiledFrom, tilePyramid, tileSide } from './tiles.ts';

test.each([
  [8320, 8320],
  [10_240, 4097],
  [32_768, 1],
  [5000, 4999],
  [512, 512],
])('%i × %i', (width, height) => {
  const levels = tilePyramid(width, height);
  expect(levels[0]).toMatchObject({ width, height });
  for (const [i, level] of levels.entries()) {
    expect(level.columns * tileSide).toBeGreaterThanOrEqual(level.width);
    expect((level.columns - 1) * tileSide).toBeLessThan(level.width);
    expect(level.rows * tileSide).toBeGreaterThanOrEqual(level.height);
    const next = levels[i + 1];
    if (next) expect([next.width, next.height]).toEqual([Math.ceil(level.width / 2), Math.ceil(level.height / 2)]);
  }
  expect(levels.at(-1)).toMatchObject({ columns: 1, rows: 1 });
  expect(levels.slice(0, -1).every((level) => level.columns * level.rows > 1)).toBe(true);
});

test('only images with a longer side are tiled', () => {
  expect(isTiled(tiledFrom, tiledFrom)).toBe(false);
  expect(isTiled(tiledFrom + 1, 10)).toBe(true);
  expect(isTiled(10, tiledFrom + 1)).toBe(true);
});
