/** An upload is its owner's while they may still add to the folder, to its last byte. */
import { api, uploadUrl } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rolePermission, user } from '../../../tables/account.ts';
import { upload } from '../../../tables/uploads.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { addMember, type TestPerson } from '../../../testing/people.ts';
import { addWorld } from '../../../testing/world.ts';
import { archivePath, sweepArchives } from './files.ts';

let server: TestServer;
let base: string;
beforeAll(async () => {
  server = await testServer();
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const db = () => server.database.db;

/** An editor's archive, of which the last bytes come once `lose` has taken what they may; and the status they get. */
async function sendAmid(account: string, lose: (editor: TestPerson, projectId: number) => Promise<unknown>) {
  const world = await addWorld(server, server.a);
  const editor = await addMember(db(), world.projectId, 'editor', account);
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
  await lose(editor, world.projectId);
  sent.end(zip.subarray(10));
  const [answer] = await once(sent, 'response');
  answer.resume();
  return { id, editor, projectId: world.projectId, status: answer.statusCode as number };
}
const taskOf = async (id: string) => (await db().select().from(upload).where(eq(upload.id, id)))[0]!.taskId;

it.each([
  [
    'access was taken',
    'removed',
    404,
    (editor: TestPerson, id: number) => server.as(server.a)(api.memberRemove, { id, userId: editor.id }),
  ],
  [
    'they may only look',
    'demoted',
    404,
    (editor: TestPerson, id: number) => server.as(server.a)(api.memberSet, { id, userId: editor.id, level: 'viewer' }),
  ],
  [
    'their account was disabled',
    'disabled',
    401,
    (editor: TestPerson) => db().update(user).set({ enabled: false }).where(eq(user.id, editor.id)),
  ],
  [
    'their role lost the permission',
    'deprived',
    undefined,
    (editor: TestPerson) => db().delete(rolePermission).where(eq(rolePermission.roleId, editor.roleId)),
  ],
])('imports nothing that ends after %s, nor does a sweep later', async (_, account, status, lose) => {
  const sent = await sendAmid(account, lose);
  if (status === undefined) expect(sent.status).not.toBe(204);
  else expect(sent.status).toBe(status);
  await sweepArchives(server.services);
  expect(await taskOf(sent.id)).toBeNull();
});

it('imports it by the next sweep once they may again', async () => {
  const { id, editor, projectId } = await sendAmid('back', (person, project) =>
    server.as(server.a)(api.memberSet, { id: project, userId: person.id, level: 'annotator' }),
  );
  await sweepArchives(server.services);
  expect(await taskOf(id)).toBeNull();
  await server.as(server.a)(api.memberSet, { id: projectId, userId: editor.id, level: 'editor' });
  await sweepArchives(server.services);
  expect(await taskOf(id)).not.toBeNull();
});
