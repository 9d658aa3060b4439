/** Images of 16 bits in a folder: what is stored, their tiles and levels, and the window that is kept with them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { api, queryUrl, tilePyramid, type DatasetImage } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../tables/datasets.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { greyTiff } from '../../testing/tiff.ts';

const [width, height] = [1100, 700];
const samples = Uint16Array.from({ length: width * height }, (_, i) => (i * 7919) % 4096);
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../packages/contract/fixtures/decode', name));

let server: TestServer;
let call: ReturnType<TestServer['as']>;
let folderId: number;
let tiff: DatasetImage;
let plain: DatasetImage;
let drawn: Buffer;

beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  const project = await call(api.projectAdd, { family: 'detection', name: 'line' });
  const set = await call(api.datasetAdd, { projectId: project.id, name: 'set' });
  folderId = (await call(api.folderAdd, { datasetId: set.id, name: 'one' })).id;
  drawn = await drawPng();
  const { added, problems } = await uploadFiles(call, folderId, [
    callFile('camera.tif', greyTiff(Buffer.from(samples.buffer), { width, height, bits: 16 })),
    callFile('plain.png', drawn),
    callFile('float.tif', greyTiff(Buffer.alloc(64), { width: 4, height: 4, bits: 32, format: 3 })),
  ]);
  expect(problems).toMatchObject([{ file: 'float.tif', key: 'image.tiff' }]);
  expect(problems[0]!.en_msg).toContain('float');
  [tiff, plain] = ['camera.tif', 'plain.png'].map((name) => added.find((one) => one.name === name)!) as [
    DatasetImage,
    DatasetImage,
  ];
});
afterAll(() => server.close());

const get = (url: string, token = server.a.token) =>
  server.app.inject({ method: 'GET', url, headers: { authorization: token } });
const tile = (id: number, level: number, column: number, row: number) =>
  get(queryUrl(api.imageDeepTile, { id, level, column, row }));

test('a TIFF becomes a PNG with all its bits, and stays itself as the original', async () => {
  expect(tiff).toMatchObject({ bits: 16, width, height, window: null });
  expect(plain).toMatchObject({ bits: 8, window: null });
  const [row] = await server.database.db.select().from(image).where(eq(image.id, tiff.id));
  const original = readFileSync(server.services.blobs.path(row!.originalSha256!));
  expect(original.subarray(8, 8 + samples.byteLength).equals(Buffer.from(samples.buffer))).toBe(true);
  const file = await get(queryUrl(api.imageFile, { id: tiff.id }));
  expect(file.headers['content-type']).toBe('image/png');
  const raw = await sharp(file.rawPayload).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
  expect(raw.equals(Buffer.from(samples.buffer))).toBe(true);
});

test('its tiles have the very samples, in rows without a filter', async () => {
  const levels = tilePyramid(width, height);
  const answer = await tile(tiff.id, 0, 2, 1);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  const png = answer.rawPayload;
  const { data, info } = await sharp(png)
    .toColourspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([width - 1024, height - 512, 1]);
  const seen = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  for (let y = 0; y < info.height; y++)
    expect(seen.subarray(y * info.width, (y + 1) * info.width)).toEqual(
      samples.subarray((512 + y) * width + 1024, (513 + y) * width),
    );
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(chunks));
  for (let y = 0; y < info.height; y++) expect(rows[y * (1 + 2 * info.width)]).toBe(0);
  expect((await tile(tiff.id, levels.length - 1, 0, 0)).statusCode).toBe(200);
  for (const bad of [tile(tiff.id, levels.length, 0, 0), tile(tiff.id, 0, 3, 0)])
    // oxlint-disable-next-line no-await-in-loop
    expect((await bad).statusCode).toBe(404);
});

test('levels count every sample of it', async () => {
  const ordered = samples.toSorted();
  const at = (share: number) => ordered[Math.ceil(share * ordered.length) - 1];
  const levels = await call(api.imageLevels, { id: tiff.id });
  expect(levels).toMatchObject({ auto: { low: at(0.001), high: at(0.999) }, min: 0, max: 4095, usedBits: 12 });
  const bins = Array.from({ length: 256 }, () => 0);
  for (const value of samples) bins[value >> 4]!++;
  expect(levels.histogram).toEqual(bins);
});

test('an image with 8 bits has neither: it is not unpacked for them', async () => {
  const said = '“plain.png” has 8 bits per channel, so there is no window to set';
  await expect(call(api.imageLevels, { id: plain.id })).rejects.toMatchObject({ enMsg: said });
  expect((await tile(plain.id, 0, 0, 0)).json()).toMatchObject({ en_msg: said });
});

test('the window is kept with the image, and goes to those of the folder that have 16 bits', async () => {
  const windowOf = async (id: number) => (await call(api.imageInfo, { id })).window;
  const view = { brightness: 0, contrast: 0 };
  const window = { low: 100, high: 900 };
  await call(api.imageView, { id: tiff.id, ...view, window });
  expect(await windowOf(tiff.id)).toEqual(window);
  await call(api.imageView, { id: tiff.id, ...view, brightness: 5 });
  expect(await windowOf(tiff.id)).toEqual(window);
  await call(api.imageView, { id: tiff.id, ...view, window: null });
  expect(await windowOf(tiff.id)).toBeNull();
  await uploadFiles(call, folderId, [callFile('second.png', fixture('grey16.png'))]);
  expect(await call(api.folderView, { folderId, ...view, window })).toEqual({ images: 2 });
  expect(await call(api.folderView, { folderId, ...view, window })).toEqual({ images: 0 });
  expect(await windowOf(tiff.id)).toEqual(window);
  expect(await call(api.folderView, { folderId, ...view, window: null })).toEqual({ images: 2 });
  expect(await windowOf(tiff.id)).toBeNull();
  for (const wrong of [
    { low: 9, high: 9 },
    { low: -1, high: 5 },
    { low: 0, high: 65_536 },
  ])
    // oxlint-disable-next-line no-await-in-loop
    await expect(call(api.imageView, { id: tiff.id, ...view, window: wrong })).rejects.toMatchObject({ code: 400 });
});
