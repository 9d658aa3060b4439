/** A large image: its preview first; tiles are asked for once they are made, so that edits find a free connection meanwhile. */
import type { DatasetImage } from '@loupe/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TiledImage } from '../../../canvas/index.ts';
import { makeLoadBitmap } from './bitmaps.ts';

const asked: { url: string; give: () => void; fail: () => void }[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    asked.push({ url, give: () => resolve(new Response('pixels')), fail: () => reject(new TypeError('away')) });
    return promise;
  });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2048, height: 2048, close: () => undefined }));
});
afterEach(() => vi.unstubAllGlobals());

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const places = (image: TiledImage) => {
  image.want(Array.from({ length: 4 }, (_, column) => ({ level: 0, column, row: 0 })));
  return nextTask();
};

async function open(): Promise<TiledImage> {
  const row = { id: 5, width: 10_240, height: 10_240, bits: 8 } as DatasetImage;
  const opening = makeLoadBitmap(async () => row)(5, new AbortController().signal);
  await nextTask();
  expect(asked.map(({ url }) => url)).toEqual([expect.stringMatching(/preview\?id=5$/)]);
  asked[0]!.give();
  return (await opening) as TiledImage;
}

it('stands there with its preview; one request waits for tiles to be made, and then all are asked for', async () => {
  const image = await open();
  expect(image.base.width).toBe(2048);
  await places(image);
  expect(asked.slice(1).map(({ url }) => url)).toEqual([expect.stringContaining('level=5')]);
  asked[1]!.give();
  await nextTask();
  expect(asked.slice(2).map(({ url }) => url)).toEqual(
    [0, 1, 2, 3].map((column) => expect.stringContaining(`level=0&column=${column}`)),
  );
});

it('asks again whether they are made where the network was away', async () => {
  const image = await open();
  await places(image);
  asked[1]!.fail();
  await nextTask();
  image.want([{ level: 1, column: 0, row: 0 }]);
  await nextTask();
  expect(asked.slice(2).map(({ url }) => url)).toEqual([expect.stringContaining('level=5')]);
});
