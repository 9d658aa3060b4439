/** Images that are too large for the process that answers: decoded by another one, and nobody waits behind them. */
import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { api, type Call } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeThumbnail, type ImageInfo } from '../../core/decode.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';

let server: TestServer;
let call: Call;
let folderId: number;

beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  const project = await call(api.projectAdd, { family: 'detection', name: 'line' });
  const set = await call(api.datasetAdd, { projectId: project.id, name: 'set' });
  folderId = (await call(api.folderAdd, { datasetId: set.id, name: 'one' })).id;
});
afterAll(() => server.close());

/** A large image whose bytes never come until it is let go: whoever decodes it waits. */
function gate() {
  const { data } = server.services.config;
  const pipe = path.join(data, 'gate.png');
  execFileSync('mkfifo', [pipe]);
  const info: ImageInfo = {
    format: 'png',
    width: 18_000,
    height: 18_000,
    bits: 8,
    orientation: 1,
    deep: null,
    isCmyk: false,
    needsPng: false,
    held: 3 * 18_000 ** 2,
  };
  const held = makeThumbnail(pipe, path.join(data, 'gate.webp'), info).catch((error: { key?: string }) => error.key);
  return async () => {
    let over = false;
    void held.finally(() => (over = true));
    // the decoder opens it more than once: each time it meets its end
    while (!over) {
      /* oxlint-disable no-await-in-loop -- until it has ended */
      await (await open(pipe, 'r+')).close();
      await new Promise((resolve) => setTimeout(resolve, 20));
      /* oxlint-enable no-await-in-loop */
    }
    return held;
  };
}

/** Processes that decode for this one. */
const decoders = (): string[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number.parseInt(line, 10) === process.pid && line.includes('decode/child.ts'));

it.skipIf(process.platform === 'win32')('a small image is served while a large one is decoded elsewhere', async () => {
  const release = gate();
  expect(decoders()).toHaveLength(1);
  const side = 6000;
  const interlaced = await sharp({ create: { width: side, height: side, channels: 3, background: '#678' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  let done = false;
  const large = uploadFiles(call, folderId, [callFile('large.png', interlaced)]).finally(() => (done = true));
  for (const name of ['1.png', '2.png', '3.png', '4.png']) {
    // oxlint-disable-next-line no-await-in-loop
    const small = await uploadFiles(call, folderId, [callFile(name, await drawPng())]);
    expect(small.added.map((one) => one.name)).toEqual([name]);
  }
  // the large ones: one after the other
  expect([done, decoders().length]).toEqual([false, 1]);
  expect(await release()).toBe('image.corrupt');
  const { added, problems } = await large;
  expect([problems, added[0]]).toMatchObject([[], { name: 'large.png', width: side, height: side }]);
  expect(decoders()).toEqual([]);
});

it('an image that would have to be held whole beyond the bound is refused by its name', async () => {
  // 16 bits in four channels, interlaced: eight bytes a pixel; the header is enough
  const drawn = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#6789' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
  drawn.writeUInt32BE(18_700, 16);
  drawn.writeUInt32BE(18_700, 20);
  drawn.writeUInt32BE(crc32(drawn.subarray(12, 29)), 29);
  const { added, problems } = await uploadFiles(call, folderId, [callFile('heavy.png', drawn)]);
  expect(added).toEqual([]);
  expect(problems).toMatchObject([{ file: 'heavy.png', key: 'image.heavy' }]);
  expect(problems[0]!.en_msg).toContain('interlaced');
});
