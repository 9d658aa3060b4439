/** What is announced counts: against the disk, and against the number of open uploads. */
import { api, limits, messageText, uploadUrl, type CallError } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppError } from '../../../core/errors.ts';
import { diskOf } from '../../../core/room.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { addMaterial } from '../../../testing/material.ts';
import { refuseTooLarge } from './files.ts';
import { addMember, addPerson, engineerKeys, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function announcer(person: TestPerson) {
  const { projectId, folderId } = await addMaterial(server.services, person, { images: 0 });
  const call = server.as(person);
  return {
    projectId,
    folderId,
    call,
    add: (bytes: number) => call(api.uploadAdd, { folderId, name: 'lot.zip', format: 'zip', bytes }),
    cancel: (id: string) => call(api.uploadCancel, { id }),
  };
}

/** Most of the room, with as much again for what it holds; undefined where one upload cannot take most of this disk. */
async function mostBytes(): Promise<number | undefined> {
  const { free, total } = await diskOf(server.services.config.data);
  const room = free - Math.max(limits.diskFreeBytes, limits.diskFreeShare * total);
  const bytes = Math.floor(room * 0.35);
  return bytes > limits.uploadBytes ? undefined : bytes;
}

it('a refusal says sizes that can be read, the reserve among them', () => {
  const [kb, mb, gb] = [1024, 1024 ** 2, 1024 ** 3];
  const room = { free: 2.5 * gb, kept: 2 * gb, promised: 511 * mb };
  const refused = (bytes: number) => {
    try {
      refuseTooLarge(bytes, room);
      return null;
    } catch (error) {
      const { key, args } = error as AppError;
      return { key, args };
    }
  };
  expect(refused(0.5 * mb)).toBeNull();
  const args = { need: '1.4 MB', free: '2.5 GB', kept: '2.0 GB', others: '511 MB' };
  expect(refused(700 * kb)).toEqual({ key: 'upload.diskFull', args });
  expect(messageText('upload.diskFull', 'en', args)).toMatch(/needs 1.4 MB. 2.5 GB are free, of which 2.0 GB are kept/);
});

it('two uploads that the disk can hold only one of are not both begun, whoever announces them', async ({ skip }) => {
  const [a, b] = [await announcer(server.a), await announcer(server.b)];
  const bytes = await mostBytes();
  if (bytes === undefined) return skip('one upload cannot take most of this disk');
  const { id } = await a.add(bytes);
  const refused = await b.add(bytes).catch((error: CallError) => error);
  expect(refused).toMatchObject({ code: 610, enMsg: expect.stringMatching(/^Not enough disk space.+other uploads/) });
  await a.cancel(id);
  await b.cancel((await b.add(bytes)).id);
});

it('of many that are announced at once no more are begun than may be open', async () => {
  const { add } = await announcer(server.a);
  const ends = await Promise.allSettled(Array.from({ length: 3 * limits.openUploads }, () => add(1000)));
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(limits.openUploads);
  const refused = ends.find((end) => end.status === 'rejected')!;
  expect(refused.reason).toMatchObject({ code: 610, enMsg: expect.stringContaining('Too many unfinished uploads') });
});

const patch = (id: string, { token }: TestPerson) =>
  server.app.inject({
    method: 'PATCH',
    url: uploadUrl(id),
    headers: {
      authorization: token,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.alloc(5),
  });
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

it('what lies in the bin counts against neither, takes no bytes, and goes on when it is restored', async () => {
  const person = await addPerson(server.database.db, 'deleter', engineerKeys);
  const { projectId, folderId, call, add } = await announcer(person);
  const announced = await times(limits.openUploads, () => add(1000));
  const { id } = announced[0]!;
  const other = await announcer(person);
  await expect(other.add(1000)).rejects.toMatchObject({ code: 610 });
  const { binId } = await call(api.folderDelete, { id: folderId });
  expect((await call(api.uploadList, {})).total).toBe(0);
  expect((await patch(id, person)).statusCode).toBe(404);
  await other.cancel((await other.add(1000)).id);
  await call(api.binRestore, { id: binId });
  expect((await patch(id, person)).statusCode).toBe(204);
  await expect(other.add(1000)).rejects.toMatchObject({ code: 610 });
  await call(api.projectDelete, { id: projectId });
  await other.cancel((await other.add(1000)).id);
});

it('nor does what was begun in a project that one no longer has', async () => {
  const { projectId, folderId, call } = await announcer(server.b);
  const member = await addMember(server.database.db, projectId, 'editor', 'former');
  const into = { folderId, name: 'lot.zip', format: 'zip', bytes: 1000 } as const;
  await times(limits.openUploads, () => server.as(member)(api.uploadAdd, into));
  const own = await announcer(member);
  await expect(own.add(1000)).rejects.toMatchObject({ code: 610 });
  await call(api.memberRemove, { id: projectId, userId: member.id });
  expect((await own.call(api.uploadList, {})).total).toBe(0);
  await own.cancel((await own.add(1000)).id);
});

it('the disk is promised to nothing in the bin', async ({ skip }) => {
  const bytes = await mostBytes();
  if (bytes === undefined) return skip('one upload cannot take most of this disk');
  const person = await addPerson(server.database.db, 'announcer', engineerKeys);
  const [gone, other] = [await announcer(person), await announcer(person)];
  await gone.add(bytes);
  await expect(other.add(bytes)).rejects.toMatchObject({ enMsg: expect.stringMatching(/^Not enough disk space/) });
  await gone.call(api.folderDelete, { id: gone.folderId });
  await other.cancel((await other.add(bytes)).id);
});
