/** Many workers at one queue (F11): each task goes to one of them, once. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempt, task } from '../tables/tasks.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { addMaterial } from '../testing/material.ts';
import { claimTask } from './queue.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('of a kind that each may have two of, one who has two waits, and others begin before', async () => {
  const { services, a, b } = server;
  const { projectId, modelId } = await addMaterial(services, a, { images: 1 });
  const fields = { kind: 'import', projectId, modelId, state: 'queued', params: {} };
  await services.db.insert(task).values([a, a, a, b].map(({ id }, i) => ({ ...fields, createdBy: id, ordinal: i })));
  const slots = { kind: 'import', host: 'here', atOnce: 4, each: 2, executor: 'worker' } as const;
  const claim = () => claimTask(services, { ...slots, run: () => ({ threads: 1, device: 'cpu' }) });
  const first = await claim();
  const others = [await claim(), await claim()];
  expect([first, ...others].map((one) => one?.row.createdBy)).toEqual([a.id, a.id, b.id]);
  expect(await claim()).toBeUndefined();
  await services.db.update(task).set({ state: 'completed' }).where(eq(task.id, first!.row.id));
  expect((await claim())?.row.createdBy).toBe(a.id);
});

it('one that learns nothing waits for none that learns, runs on the processor, and one at a time', async () => {
  const { services, a } = server;
  const { projectId, modelId } = await addMaterial(services, a, { images: 1 });
  const fields = { kind: 'train', projectId, modelId, createdBy: a.id, state: 'queued', params: {} };
  const fresh = { seed: 0, threads: 0, device: '' };
  const [long, longer, short, shorter] = await services.db
    .insert(task)
    .values(
      [{}, {}, { learnsNothing: true }, { learnsNothing: true }].map((more, i) => ({
        ...fields,
        ordinal: i,
        run: { ...fresh, ...more },
      })),
    )
    .returning({ id: task.id });
  const run = (_: unknown, requested = 'auto') => ({ threads: 1, device: requested });
  const claim = async () =>
    (await claimTask(services, { kind: 'train', host: 'one', atOnce: 1, executor: 'local', run }))?.row;
  expect([await claim(), await claim()]).toMatchObject([
    { id: long!.id, run: { device: 'auto' } },
    { id: short!.id, run: { device: 'cpu' } },
  ]);
  expect(await claim()).toBeUndefined();
  const end = (id: number) => services.db.update(task).set({ state: 'completed' }).where(eq(task.id, id));
  await end(short!.id);
  expect(await claim()).toMatchObject({ id: shorter!.id });
  await end(long!.id);
  expect(await claim()).toMatchObject({ id: longer!.id });
});

const rounds = 1000;
const workers = 4;

it('F11: a thousand tasks, four workers that ask at once: one wins each, and the rows agree', async () => {
  const { services, a } = server;
  const { projectId, modelId } = await addMaterial(services, a, { images: 1 });
  const fields = { kind: 'test', projectId, modelId, createdBy: a.id, state: 'queued', params: {} };
  const added = await services.db
    .insert(task)
    .values(Array.from({ length: rounds }, () => fields))
    .returning({ id: task.id });
  const taken = await Promise.all(
    Array.from({ length: workers }, async (_, i) => {
      const mine: number[] = [];
      const slots = { kind: 'test', host: `machine ${i}`, atOnce: rounds, executor: 'worker' } as const;
      for (;;) {
        // a worker takes one after the other, the workers at once
        // oxlint-disable-next-line no-await-in-loop
        const claimed = await claimTask(services, { ...slots, run: () => ({ threads: 1, device: 'cpu' }) });
        if (!claimed) return mine;
        expect(claimed.n).toBe(1);
        mine.push(claimed.row.id);
      }
    }),
  );
  expect(taken.flat().sort((one, other) => one - other)).toEqual(added.map(({ id }) => id));
  const { rows } = await services.db.execute(sql`
    select t.state, a.n, count(*)::int as tasks, count(distinct a.task_id)::int as once
    from ${task} t left join ${attempt} a on a.task_id = t.id where t.kind = 'test' group by 1, 2`);
  expect(rows).toEqual([{ state: 'running', n: 1, tasks: rounds, once: rounds }]);
  // all had their share, so that they did meet
  expect(taken.filter((mine) => mine.length > 0).length).toBeGreaterThan(1);
});
