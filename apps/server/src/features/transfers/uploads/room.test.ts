/** What is announced counts: against the disk, and against the number of open uploads. */
import { api, limits, type CallError } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskOf } from '../../../core/room.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { addMaterial } from '../../../testing/material.ts';
import type { TestPerson } from '../../../testing/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function announcer(person: TestPerson) {
  const { folderId } = await addMaterial(server.services, person, { images: 0 });
  const call = server.as(person);
  return {
    add: (bytes: number) => call(api.uploadAdd, { folderId, name: 'lot.zip', format: 'zip', bytes }),
    cancel: (id: string) => call(api.uploadCancel, { id }),
  };
}

it('two uploads that the disk can hold only one of are not both begun, whoever announces them', async ({ skip }) => {
  const [a, b] = [await announcer(server.a), await announcer(server.b)];
  const { free, total } = await diskOf(server.services.config.data);
  const room = free - Math.max(limits.diskFreeBytes, limits.diskFreeShare * total);
  // of the room most, with as much again for what it holds
  const bytes = Math.floor(room * 0.35);
  if (bytes > limits.uploadBytes) return skip('one upload cannot take most of this disk');
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
