/** An upload is its owner's while they may still add to the folder, to its last byte. */
import { api, uploadUrl } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { upload } from '../../../tables/uploads.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { addMember } from '../../../testing/people.ts';
import { addWorld } from '../../../testing/world.ts';
import { archivePath } from './files.ts';

let server: TestServer;
let base: string;
beforeAll(async () => {
  server = await testServer();
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const db = () => server.database.db;

it('imports nothing that ends after access was taken', async () => {
  const world = await addWorld(server, server.a);
  const editor = await addMember(db(), world.projectId, 'editor', 'editor');
  const zip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
  const { id } = await server.as(editor)(api.uploadAdd, {
    folderId: world.folderId,
    name: 'a.zip',
    format: 'zip',
    bytes: zip.length,
  });
  const sent = request(`${base}${uploadUrl(id)}`, {
    method: 'PATCH',
    headers: {
      authorization: editor.token,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': zip.length,
    },
  });
  sent.write(zip.subarray(0, 10));
  await vi.waitFor(() => expect(statSync(archivePath(server.services.config.data, id)).size).toBe(10), 20_000);
  await server.as(server.a)(api.memberRemove, { id: world.projectId, userId: editor.id });
  sent.end(zip.subarray(10));
  const [answer] = await once(sent, 'response');
  answer.resume();
  expect(answer.statusCode).not.toBe(204);
  expect(await db().select().from(upload).where(eq(upload.id, id))).toMatchObject([{ taskId: null }]);
});
