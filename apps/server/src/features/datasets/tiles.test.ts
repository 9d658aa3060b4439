/** Tiles of a large image: every one that the contract promises, the same pixels, and nothing beyond. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { api, queryUrl, tilePyramid, tileSide, type DatasetImage } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { closePacks } from './tiles.ts';

const [width, height] = [4100, 1030];
const levels = tilePyramid(width, height);

let server: TestServer;
let large: DatasetImage;
let small: DatasetImage;
let pixels: Buffer;

/** Noise, so that a tile taken from another place is not equal by chance. */
const noise = (): Buffer => {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0, x = 1; i < data.length; i++) data[i] = (x = (x * 48_271) % 2_147_483_647) & 255;
  return data;
};

beforeAll(async () => {
  server = await testServer();
  const call = server.as(server.a);
  const project = await call(api.projectAdd, { family: 'detection', name: 'line' });
  const set = await call(api.datasetAdd, { projectId: project.id, name: 'set' });
  const folder = await call(api.folderAdd, { datasetId: set.id, name: 'one' });
  pixels = noise();
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const files = [callFile('large.png', png), callFile('small.png', await drawPng())];
  const { added, problems } = await uploadFiles(call, folder.id, files);
  expect(problems).toEqual([]);
  large = added.find((one) => one.name === 'large.png')!;
  small = added.find((one) => one.name === 'small.png')!;
});
afterAll(() => server.close());

const getTile = (
  place: { id?: number; level: number; column: number; row: number },
  token = server.a.token,
  etag = '',
) =>
  server.app.inject({
    method: 'GET',
    url: queryUrl(api.imageTile, { id: large.id, ...place }),
    headers: { authorization: token, ...(etag ? { 'if-none-match': etag } : {}) },
  });

test('every tile of every level is there, in the size that is left at the edges', async () => {
  for (const [level, { width: w, height: h, columns, rows }] of levels.entries()) {
    for (let i = 0; i < columns * rows; i++) {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      // oxlint-disable-next-line no-await-in-loop
      const answer = await getTile({ level, column, row });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      // oxlint-disable-next-line no-await-in-loop
      const meta = await sharp(answer.rawPayload).metadata();
      expect([meta.width, meta.height]).toEqual([
        Math.min(tileSide, w - column * tileSide),
        Math.min(tileSide, h - row * tileSide),
      ]);
    }
  }
});

test('the tiles of the whole image have its very pixels', async () => {
  const [column, row] = [3, 1];
  const answer = await getTile({ level: 0, column, row });
  const { data, info } = await sharp(answer.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let y = 0; y < info.height; y++) {
    const from = ((row * tileSide + y) * width + column * tileSide) * 3;
    const line = data.subarray(y * info.width * 3, (y + 1) * info.width * 3);
    expect(line.equals(pixels.subarray(from, from + info.width * 3))).toBe(true);
  }
});

test('the preview is as large as a screen, the whole image, and nobody else sees it', async () => {
  const ask = (token: string, headers = {}) =>
    server.app.inject({
      method: 'GET',
      url: queryUrl(api.imagePreview, { id: large.id }),
      headers: { authorization: token, ...headers },
    });
  const answer = await ask(server.a.token);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  const meta = await sharp(answer.rawPayload).metadata();
  expect([meta.width, meta.height]).toEqual([2048, Math.round((2048 * height) / width)]);
  expect((await ask(server.a.token, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304);
  expect((await ask(server.b.token)).statusCode).toBe(404);
});

test('what lies outside and another person’s image: as if it did not exist', async () => {
  const { columns, rows } = levels[0]!;
  const refused = [
    getTile({ level: levels.length, column: 0, row: 0 }),
    getTile({ level: 0, column: columns, row: 0 }),
    getTile({ level: 0, column: 0, row: rows }),
    getTile({ id: small.id, level: 0, column: 1, row: 0 }),
    getTile({ level: 0, column: 0, row: 0 }, server.b.token),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.statusCode).toBe(404);
  expect((await getTile({ id: small.id, level: 0, column: 0, row: 0 })).statusCode).toBe(200);
  expect((await getTile({ level: -1, column: 0, row: 0 })).statusCode).toBe(400);
});

test('the browser keeps a tile; a pack that somebody cleared is made again, by many at once too', async () => {
  const first = await getTile({ level: 1, column: 0, row: 0 });
  const again = await getTile({ level: 1, column: 0, row: 0 }, server.a.token, String(first.headers.etag));
  expect(again.statusCode).toBe(304);
  rmSync(join(server.services.config.data, 'derived'), { recursive: true });
  closePacks();
  const many = await Promise.all([0, 1, 2, 3].map((column) => getTile({ level: 0, column, row: 0 })));
  expect(many.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
});
