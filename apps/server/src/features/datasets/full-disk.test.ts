/** A disk that is full while images come in (F13, S92): on a small file system of its own, where the test may mount one. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api, limits, uploadUrl, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { zipOf } from '../../testing/archives.ts';
import { addMaterial } from '../../testing/material.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { archivePath } from '../transfers/uploads/files.ts';
import { image } from '../../tables/datasets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Mounts a megabyte there, or more; false where this account may not. */
function mountSmall(folder: string, size = '1m'): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('F13: the upload is refused with 507, nothing of it stays, reading goes on, and with room it goes on without a restart', async ({
  skip,
}) => {
  const a = server.as(server.a);
  const { folderId, imageIds } = await addMaterial(server.services, server.a, { images: 1 });
  const uploads = path.join(server.services.config.data, 'uploads');
  if (!mountSmall(uploads)) return skip('no file system can be mounted here');
  let mounted = true;
  const unmount = () => {
    if (mounted) execFileSync('umount', [uploads]);
    mounted = false;
  };
  onTestFinished(unmount);
  const files = [callFile('small.png', await drawPng()), callFile('large.png', randomBytes(2 * 1024 ** 2))];
  const refused = await uploadFiles(a, folderId, files).catch((error: CallError) => error);
  expect(refused).toMatchObject({ code: 507, enMsg: expect.stringContaining('The disk is full') });
  expect(readdirSync(uploads)).toEqual([]);
  const rows = await server.database.db.select().from(image).where(eq(image.folderId, folderId));
  expect(rows.map((row) => row.id)).toEqual(imageIds);
  expect(await a(api.imageList, { folderId })).toMatchObject({ total: 1 });
  unmount();
  expect((await uploadFiles(a, folderId, files.slice(0, 1))).added).toHaveLength(1);
});

it('S92: in the middle of a part the bytes that fit stay, and with room the upload goes on from there', async ({
  skip,
}) => {
  const a = server.as(server.a);
  const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
  // none of it can be packed
  const bytes = zipOf([
    { name: 'a.png', data: await drawPng() },
    { name: 'notes.bin', data: randomBytes(2 * 1024 ** 2) },
  ]);
  const archives = path.dirname(archivePath(server.services.config.data, 'any'));
  if (!mountSmall(archives)) return skip('no file system can be mounted here');
  onTestFinished(() => void execFileSync('umount', [archives]));
  const { id } = await a(api.uploadAdd, { folderId, name: 'lot.zip', format: 'zip', bytes: bytes.length });
  const tus = (method: 'HEAD' | 'PATCH', offset = 0) =>
    server.app.inject({
      method,
      url: uploadUrl(id),
      headers: {
        authorization: server.a.token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        ...(method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}),
      },
      ...(method === 'PATCH' ? { payload: bytes.subarray(offset) } : {}),
    });
  const refused = await tus('PATCH');
  expect([refused.statusCode, refused.json().en_msg]).toEqual([507, expect.stringContaining('The disk is full')]);
  const kept = Number((await tus('HEAD')).headers['upload-offset']);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(bytes.length);
  expect(readFileSync(archivePath(server.services.config.data, id))).toEqual(bytes.subarray(0, kept));
  execFileSync('mount', ['-o', 'remount,size=8m', archives]);
  expect((await tus('PATCH', kept)).statusCode).toBe(204);
  expect(readFileSync(archivePath(server.services.config.data, id))).toEqual(bytes);
});

/** Share of the file system that is free. */
const freeShare = (folder: string): number => {
  const { bavail, blocks } = statfsSync(folder);
  return bavail / blocks;
};
const pieces = (count: number): Buffer[] => Array.from({ length: count }, () => Buffer.alloc(256 * 1024, 1));

it('uploads stop before the disk is full: the reserve stays for annotations', async ({ skip }) => {
  const a = server.as(server.a);
  const { folderId } = await addMaterial(server.services, server.a, { images: 0 });
  const { data } = server.services.config;
  const [archives, uploads] = [path.dirname(archivePath(data, 'any')), path.join(data, 'uploads')];
  const mounted = [archives, uploads].filter((folder) => mountSmall(folder, '32m'));
  onTestFinished(() => mounted.forEach((folder) => void execFileSync('umount', [folder])));
  if (mounted.length < 2) return skip('no file system can be mounted here');
  const bytes = 64 * 1024 ** 2;
  const { id } = await a(api.uploadAdd, { folderId, name: 'lot.zip', format: 'zip', bytes });
  const headers = { authorization: server.a.token, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
  const refused = await server.app.inject({
    method: 'PATCH',
    url: uploadUrl(id),
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'content-length': String(bytes) },
    payload: Readable.from(pieces(256)),
  });
  expect([refused.statusCode, refused.json().en_msg]).toEqual([
    507,
    expect.stringContaining('reserved for saving annotations'),
  ]);
  const about = limits.diskFreeShare;
  expect(freeShare(archives)).toBeGreaterThan(about / 2);
  expect(freeShare(archives)).toBeLessThan(about * 2);
  const loose = uploadFiles(a, folderId, [callFile('large.png', Buffer.concat(pieces(256)))]);
  expect(await loose.catch((error: CallError) => error)).toMatchObject({ code: 507 });
  expect(readdirSync(uploads)).toEqual([]);
});
