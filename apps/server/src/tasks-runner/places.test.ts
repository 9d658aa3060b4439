/** Nobody waits for all that somebody else has queued. */
import { api } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { task } from '../tables/tasks.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { addMaterial } from '../testing/material.ts';
import { turnOf } from './places.ts';
import { claimTask } from './queue.ts';

describe('turns', () => {
  const at = (waiting: string, person: string, running = '') => {
    const id = (letter: string) => letter.charCodeAt(0);
    const counts = new Map<number, number>();
    for (const letter of running) counts.set(id(letter), (counts.get(id(letter)) ?? 0) + 1);
    return turnOf(
      Array.from(waiting, (letter) => ({ createdBy: id(letter) })),
      counts,
      id(person),
    );
  };

  it('go round by person; what runs counts; own order is kept', () => {
    expect(at('', 'a')).toBe(-1);
    expect(at('b', 'a')).toBe(-1);
    expect(at('bbb', 'a')).toBe(1);
    // one of b's runs: now it is a's turn
    expect(at('bbb', 'a', 'b')).toBe(0);
    expect(at('babb', 'a')).toBe(3);
    expect(at('babab', 'c')).toBe(2);
    expect(at('bbbb', 'b')).toBe(-1);
    // somebody moved the own task back: a later one does not overtake it
    expect(at('bbba', 'a')).toBe(-1);
  });
});

describe('the queue', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('takes a person who comes later between the tasks of one who queued many, and shows that place', async () => {
    const { services } = server;
    const [anna, boris] = [server.as(server.a), server.as(server.b)];
    const [ofAnna, ofBoris] = await Promise.all(
      [server.a, server.b].map((person) => addMaterial(services, person, { images: 8 })),
    );
    const train = (call: typeof anna, { modelId, folderId }: { modelId: number; folderId: number }) =>
      call(api.trainAdd, { modelId, folderIds: [folderId], params: {}, confirmed: true });
    const claim = async () =>
      (await claimTask(services, {
        kind: 'train',
        host: 'here',
        atOnce: 100,
        executor: 'local',
        run: () => ({ threads: 1, device: 'cpu' }),
      }))!.row;
    const many = [];
    // oxlint-disable-next-line no-await-in-loop
    for (let i = 0; i < 5; i++) many.push((await train(boris, ofBoris!)).id);
    expect((await claim()).id).toBe(many[0]);
    const first = await train(anna, ofAnna!);
    expect(first.queuePosition).toBe(1);
    const second = await train(anna, ofAnna!);
    expect(second.queuePosition).toBe(3);
    const taken = [];
    for (let i = 0; i < 6; i++) taken.push((await claim()).id); // oxlint-disable-line no-await-in-loop
    expect(taken).toEqual([first.id, many[1], second.id, many[2], many[3], many[4]]);
    // a failed one that is tried again queues by turns, too
    const late = await train(boris, ofBoris!);
    await services.db.update(task).set({ state: 'failed' }).where(eq(task.id, first.id));
    expect((await anna(api.taskAct, { id: first.id, action: 'retry' })).queuePosition).toBe(1);
    expect((await boris(api.taskInfo, { id: late.id })).queuePosition).toBe(2);
  });
});
