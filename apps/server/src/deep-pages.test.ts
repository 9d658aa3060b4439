/** A page deep in a list costs what the first one does: what is counted of a row is counted for the page alone. */
import { api, permissionKeys } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nobody, type Actor } from './core/actor.ts';
import type { Db } from './core/db.ts';
import type { Services } from './core/services.ts';
import { listUsers } from './features/authority/user-list.ts';
import { listModels } from './features/models/models.ts';
import { listEntries } from './features/online/entries.ts';
import { listTasks } from './features/tasks/view.ts';
import { user } from './tables/account.ts';
import { model } from './tables/models.ts';
import { onlineEntry } from './tables/online.ts';
import { task } from './tables/tasks.ts';
import { testServer, type TestServer } from './testing/app.ts';
import { addMaterial, type Material } from './testing/material.ts';
import { addReadyVersion, readyThresholds } from './testing/ready-version.ts';

let server: TestServer;
let material: Material;
let actor: Actor;
beforeAll(async () => {
  server = await testServer();
  const { services, a, admin, database } = server;
  actor = { ...nobody, userId: admin.id, permissions: new Set(permissionKeys), need: 'view' };
  material = await addMaterial(services, a, { images: 1 });
  const { projectId, modelId } = material;
  const versionId = await addReadyVersion(services, a, material);
  const many = Array.from({ length: 200 }, (_, i) => `many_${i}`);
  const own = { projectId, createdBy: a.id };
  await database.db
    .insert(model)
    .values(many.map((planName) => ({ ...own, planName, functionName: 'find', type: 'singleStage' })));
  await database.db
    .insert(task)
    .values(many.map(() => ({ ...own, kind: 'test', modelId, state: 'completed', params: {} })));
  await database.db
    .insert(onlineEntry)
    .values(many.map((name) => ({ projectId, ownerId: a.id, versionId, name, thresholds: readyThresholds })));
  await database.db.insert(user).values(many.map((account) => ({ account, passwordHash: '', roleId: a.roleId })));
});
afterAll(() => server.close());

/** How often tables were looked into for what a list shows of its rows. */
async function looksOf(list: (services: Services) => Promise<{ list: unknown[] }>): Promise<number> {
  const { services } = server;
  return services.db.transaction(async (tx) => {
    const page = await list({ ...services, db: tx as unknown as Db });
    expect(page.list.length).toBe(5);
    const { rows } = await tx.execute<{ looks: number }>(sql`
      select sum(seq_scan + coalesce(idx_scan, 0))::int as looks from pg_stat_xact_user_tables
      where relname in ('version', 'dataset', 'attempt', 'online_record', 'project')`);
    return rows[0]!.looks;
  });
}

it.each([
  ['models', (pageNum: number) => (s: Services) => listModels(s, actor, { pageNum, pageSize: 5 })],
  ['tasks', (pageNum: number) => (s: Services) => listTasks(s, actor, { pageNum, pageSize: 5 })],
  ['users', (pageNum: number) => (s: Services) => listUsers(s, actor, { pageNum, pageSize: 5 })],
  ['entries', (pageNum: number) => (s: Services) => listEntries(s, actor, { pageNum, pageSize: 5 })],
])('of %s', async (_, page) => {
  const first = await looksOf(page(1));
  expect(first).toBeGreaterThan(0);
  // 195 rows are passed over; how the few rows of a page are joined may differ
  expect((await looksOf(page(40))) - first).toBeLessThan(100);
});

it('and shows the same rows in the same order', async () => {
  const call = server.as(server.admin);
  const all = (await call(api.modelList, { pageSize: 200, sort: 'planName' })).list.map(({ id }) => id);
  const deep = await call(api.modelList, { pageNum: 21, pageSize: 9, sort: 'planName' });
  expect([deep.total, deep.list.map(({ id }) => id)]).toEqual([201, all.slice(180, 189)]);
});
