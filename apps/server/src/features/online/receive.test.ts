/** The image of a verdict: who does not bring it in time gives the place back. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../core/form.ts';
import { drawPng } from '../../testing/images.ts';
import { readMs, readImage } from './receive.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function* only(stream: PassThrough, name = 'a.png'): AsyncGenerator<UploadedFile> {
  yield { name, stream };
}

it('a body that comes on and on is refused after its time', async () => {
  const stream = new PassThrough();
  const refused = readImage(only(stream)).catch((error: unknown) => error);
  for (let passed = 0; passed < readMs; passed += 1000) {
    stream.write(Buffer.alloc(64 * 1024));
    // each piece when it is its time
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(await refused).toMatchObject({ key: 'input.slow', code: 408 });
});

it('a whole one is read, and no time is measured any more', async () => {
  const stream = new PassThrough();
  stream.end(await drawPng(20, 10));
  expect(await readImage(only(stream))).toMatchObject({ name: 'a.png', mime: 'image/png' });
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['C:\\shots\\SN 001.png', 'SN 001.png'],
  [`${'x'.repeat(300)}_SN001.png`, `${'x'.repeat(245)}_SN001.png`],
  // counted in characters, none of which is cut in half
  [`😀${'x'.repeat(254)}`, `😀${'x'.repeat(254)}`],
  [`😀${'x'.repeat(255)}`, 'x'.repeat(255)],
  ['..', 'image.png'],
  ['\u202e', 'image.png'],
])('the record of %j is named %j', async (given, kept) => {
  const stream = new PassThrough();
  stream.end(await drawPng(20, 10));
  expect(await readImage(only(stream, given))).toMatchObject({ name: kept });
});
