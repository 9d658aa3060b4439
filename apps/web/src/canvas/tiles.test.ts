/** Tiles of a large image: which level and which tiles, what is fetched, what is called off, how much is kept. */
import { tilePyramid } from '@loupe/contract';
import { expect, test } from 'vitest';
import { createTiledImage, drawnLevels, levelFor, visibleTiles, type TilePlace } from './tiles.ts';

const size = { width: 8320, height: 6000 };
const levels = tilePyramid(size.width, size.height);
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

type Ask = { place: TilePlace; signal: AbortSignal; give: () => void; fail: () => void };

function workbench() {
  const asks: Ask[] = [];
  let open = 0;
  const bitmap = (): ImageBitmap => {
    open++;
    return { width: 512, height: 512, close: () => void open-- };
  };
  const load = (place: TilePlace, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ImageBitmap>();
    signal.addEventListener('abort', () => reject(new Error('called off')));
    asks.push({ place, signal, give: () => resolve(bitmap()), fail: () => reject(new Error('lost')) });
    return promise;
  };
  const image = createTiledImage(size, levels, bitmap(), load, (tile) => tile);
  return { asks, image, open: () => open };
}

test('a level has at least a pixel for each pixel of the screen', () => {
  expect(levelFor(levels, 4)).toBe(0);
  expect(levelFor(levels, 1)).toBe(0);
  expect(levelFor(levels, 0.51)).toBe(0);
  expect(levelFor(levels, 0.5)).toBe(1);
  expect(levelFor(levels, 0.2)).toBe(2);
  expect(levelFor(levels, 1e-6)).toBe(levels.length - 1);
});

test('coarse tiles do not hide what lies below, where that is finer', () => {
  const base = (width: number) => ({ width }) as ImageBitmap;
  expect(levels.map(({ width }) => width)).toEqual([8320, 4160, 2080, 1040, 520, 260]);
  expect(drawnLevels({ levels, base: base(260) }, 1)).toEqual([4, 3, 2, 1]);
  expect(drawnLevels({ levels, base: base(2048) }, 1)).toEqual([2, 1]);
  // the wanted ones have the very pixels
  expect(drawnLevels({ levels, base: base(2048) }, 3)).toEqual([3]);
});

test('tiles in sight cover the area, the middle first; none where the image is not', () => {
  const { image } = workbench();
  const area = { width: 1000, height: 700 };
  const places = visibleTiles(image, 0, { scale: 1, x: -1000, y: -1000 }, area);
  const columns = places.map((place) => place.column);
  const rows = places.map((place) => place.row);
  expect([Math.min(...columns), Math.max(...columns)]).toEqual([1, 3]);
  expect([Math.min(...rows), Math.max(...rows)]).toEqual([1, 3]);
  expect(places).toHaveLength(9);
  expect(places[0]).toEqual({ level: 0, column: 2, row: 2 });
  expect(visibleTiles(image, 0, { scale: 1, x: 2000, y: 0 }, area)).toEqual([]);
  const last = levels.length - 1;
  expect(visibleTiles(image, last, { scale: 0.05, x: 0, y: 0 }, area)).toEqual([{ level: last, column: 0, row: 0 }]);
});

test('a few at a time; what is out of sight is called off, what has come is announced', async () => {
  const { asks, image } = workbench();
  let arrived = 0;
  image.onTile = () => void arrived++;
  const row = (n: number) => Array.from({ length: 10 }, (_, column) => ({ level: 0, column, row: n }));
  image.want(row(0));
  expect(asks).toHaveLength(6);
  asks[0]!.give();
  await nextTask();
  expect(arrived).toBe(1);
  expect(image.held(asks[0]!.place)).toBeDefined();
  expect(asks).toHaveLength(7);
  image.want(row(1));
  await nextTask();
  expect(asks.slice(1, 7).every((ask) => ask.signal.aborted)).toBe(true);
  expect(asks.slice(7).map((ask) => ask.place.row)).toEqual([1, 1, 1, 1, 1, 1]);
  // what was called off can be wanted again; what failed is not asked for without end
  asks[7]!.fail();
  await nextTask();
  image.want([asks[1]!.place, asks[7]!.place]);
  await nextTask();
  expect(asks.filter((ask) => ask.place.row === 0 && ask.place.column === asks[1]!.place.column)).toHaveLength(2);
  expect(asks.filter((ask) => ask.place === asks[7]!.place)).toHaveLength(1);
});

test('memory stays bounded, and closing gives all of it back', async () => {
  const { asks, image, open } = workbench();
  const all = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 17 }, (_, column) => ({ level: 0, column, row })),
  ).flat();
  image.want(all);
  for (let i = 0; i < all.length; i++) {
    asks[i]!.give();
    // oxlint-disable-next-line no-await-in-loop
    await nextTask();
  }
  expect(asks.length).toBeGreaterThanOrEqual(all.length);
  expect(open()).toBeLessThan(170);
  image.close();
  await nextTask();
  expect(open()).toBe(0);
});
