/** A disk that is full while pictures come in (F13): on a small file system of its own, where the test may mount one. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { api, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial } from '../../testing/material.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/pictures.ts';
import { image } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Mounts a megabyte there; false where this account may not. */
function mountSmall(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('F13: the upload is refused with 507, nothing of it stays, reading goes on, and with room it goes on without a restart', async ({
  skip,
}) => {
  const a = server.as(server.a);
  const { folderId, imageIds } = await addMaterial(server.services, server.a, { pictures: 1 });
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
  expect(refused).toMatchObject({ code: 507, enMsg: expect.stringContaining('the disk is full') });
  expect(readdirSync(uploads)).toEqual([]);
  const rows = await server.database.db.select().from(image).where(eq(image.folderId, folderId));
  expect(rows.map((row) => row.id)).toEqual(imageIds);
  expect(await a(api.pictureList, { folderId })).toMatchObject({ total: 1 });
  unmount();
  expect((await uploadFiles(a, folderId, files.slice(0, 1))).added).toHaveLength(1);
});
