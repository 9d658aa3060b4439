/** Tiles: their cores cover an image once, and what they answer lies where it belongs. */
import { expect, it } from 'vitest';
import { assembled, cell, scaledSize, tileAround, tilesOf } from './tiles.ts';

const sizes = [
  { width: 10, height: 10 },
  { width: 768, height: 500 },
  { width: 769, height: 1300 },
  { width: 4000, height: 3000 },
];

it.each(sizes)('cover $width × $height once, each within what a host takes', (size) => {
  const tiles = tilesOf(size);
  const area = tiles.reduce((sum, { core }) => sum + core.width * core.height, 0);
  const upTo = (value: number) => 16 * Math.ceil(value / 16);
  expect(area).toBe(upTo(size.width) * upTo(size.height));
  for (const { x, y, width, height, core } of tiles) {
    expect([x, y, width, height, core.x, core.y].every((value) => value % 16 === 0)).toBe(true);
    expect(Math.max(width, height)).toBeLessThanOrEqual(768);
    expect([core.x >= x, core.y >= y]).toEqual([true, true]);
    expect([core.x + core.width <= x + width, core.y + core.height <= y + height]).toEqual([true, true]);
  }
});

it('put together are the image: each cell is that of the tile whose core it lies in', () => {
  const size = { width: 1500, height: 900 };
  const tiles = tilesOf(size);
  expect(tiles.length).toBeGreaterThan(4);
  // each tile says of each of its cells where in the image it is
  const outputs = tiles.map(({ x, y, width, height }) => {
    const [rows, columns] = [height / cell, width / cell];
    const plane = (sign: number) =>
      Array.from({ length: rows * columns }, (_, at) => {
        const [column, row] = [x / cell + (at % columns), y / cell + Math.floor(at / columns)];
        return sign * (1000 * row + column);
      });
    const data = Buffer.from(Float32Array.from([...plane(1), ...plane(-1)]).buffer).toString('base64');
    return { planes: 2, rows, columns, data };
  });
  const planes = assembled(size, tiles, outputs);
  const [rows, columns] = [Math.ceil(900 / cell), Math.ceil(1500 / cell)];
  const wanted = Array.from({ length: rows * columns }, (_, at) => 1000 * Math.floor(at / columns) + (at % columns));
  expect(planes.map((one) => [one.rows, one.columns])).toEqual([
    [rows, columns],
    [rows, columns],
  ]);
  expect([...planes[0]!.data]).toEqual(wanted);
  expect([...planes[1]!.data]).toEqual(wanted.map((value) => -value));
});

it('around a box hold it with a margin, within the image and within what a host takes', () => {
  const size = { width: 2000, height: 300 };
  const box = { x: 1930, y: 10, width: 60, height: 40 };
  const tile = tileAround(box, size);
  expect(tile).toEqual({ x: 1824, y: 0, width: 176, height: 160 });
  const large = tileAround({ x: 0, y: 0, width: 1900, height: 280 }, size);
  expect([large.width, large.height]).toEqual([1024, 304]);
});

it('a scaled image has at least a pixel', () => {
  expect(scaledSize({ width: 4000, height: 3 }, 1 / 16)).toEqual({ width: 250, height: 1 });
});
