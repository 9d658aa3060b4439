/** People, roles, sharing and what belongs to them come back from a backup as they were, and work there. */
import { api } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identity, smsCode } from '../tables/account.ts';
import { injectRequest, testServer, type TestServer } from '../testing/app.ts';
import { emptyDatabase } from '../testing/database.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../testing/people.ts';
import { addWorld, type World } from '../testing/world.ts';
import { backup } from './backup.ts';
import { blobsOf, prepareRestore, restore } from './restore.ts';

let before: TestServer;
let after: TestServer;
let world: World;
let owner: TestPerson;
let viewer: TestPerson;
let disabled: TestPerson;
let token: string;
let place: string;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'loupe-backup-accounts-'));
  before = await testServer();
  const { db } = before.database;
  owner = await addPerson(db, 'wei', engineerKeys);
  viewer = await addPerson(db, 'lin', engineerKeys, { company: 'Works 2', email: 'lin@example.com' });
  disabled = await addPerson(db, 'gone', engineerKeys, { enabled: false });
  world = await addWorld(before, owner);
  const call = before.as(owner);
  await call(api.memberSet, { id: world.projectId, userId: viewer.id, level: 'viewer' });
  ({ token } = await call(api.tokenAdd, { name: 'line_3', scopes: ['read'], days: 30 }));
  await db.insert(identity).values({ userId: viewer.id, issuer: 'https://id.example.com', subject: 'lin' });
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(smsCode).values({ phone: '13800000000', purpose: 'reset', codeHash: Buffer.alloc(32), expiresAt });

  const url = before.services.config.databaseUrl!;
  const from = path.join(place, 'backup');
  await backup({ url, blobs: path.join(before.services.config.data, 'blobs'), to: from });
  const database = await emptyDatabase();
  const manifest = await prepareRestore(from, path.join(place, 'data'));
  await restore({
    url: database.url,
    from,
    data: path.join(place, 'data'),
    manifest,
    blobs: blobsOf(from, manifest),
  });
  // the people of every test server make room for those of the second one
  const names = ['anna', 'boris', 'chief'];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`update "user" set account = account || '_before' where account = any($1)`, [names]);
  await client.query(`update role set name = name || '_before' where name = any($1)`, [names.map((n) => `role_${n}`)]);
  await client.end();
  after = await testServer({}, database);
});
afterAll(async () => {
  await before.close();
  await after.close();
  rmSync(place, { recursive: true, force: true });
});

const signIn = (account: string, password = testPassword) => after.as()(api.login, { account, password });

it('lets people sign in with their passwords, and nobody who was disabled', async () => {
  expect(await signIn('wei')).toMatchObject({ userId: owner.id });
  expect(await signIn('lin')).toMatchObject({ userId: viewer.id });
  await expect(signIn('gone')).rejects.toMatchObject({ name: 'CallError' });
  await expect(signIn('wei', 'wrong-Pass1')).rejects.toMatchObject({ name: 'CallError' });
  expect(disabled.id).toBeGreaterThan(0);
});

it('keeps roles with their permissions, and what was shared at its level', async () => {
  const keys = (server: TestServer) =>
    server.database.db
      .execute(sql`select key from role_permission where role_id = ${viewer.roleId} order by key`)
      .then(({ rows }) => rows);
  expect(await keys(after)).toEqual(await keys(before));
  const members = (server: TestServer) =>
    server.database.db
      .execute(sql`select project_id, user_id, level from project_member order by 1, 2`)
      .then(({ rows }) => rows);
  expect(await members(after)).toEqual([{ project_id: world.projectId, user_id: viewer.id, level: 'viewer' }]);
  expect(await members(after)).toEqual(await members(before));
});

it('keeps access tokens and identities at providers; no session and no code that was sent', async () => {
  const list = { method: 'POST', url: '/api/qic/v1/project/pageList', payload: {} } as const;
  const byToken = await after.app.inject({ ...list, headers: { authorization: `Bearer ${token}` } });
  expect(byToken.json()).toMatchObject({ code: 200, data: { total: 1 } });
  const bySession = await injectRequest(
    after.app,
    { method: 'POST', url: list.url, headers: {}, body: '{}' },
    owner.token,
  );
  expect(bySession.json()).toMatchObject({ code: 10010 });
  const rows = async (server: TestServer, table: string) =>
    (await server.database.db.execute(sql`select * from ${sql.identifier(table)}`)).rows.length;
  expect([await rows(before, 'identity'), await rows(before, 'sms_code')]).toEqual([1, 1]);
  expect([await rows(after, 'identity'), await rows(after, 'sms_code')]).toEqual([1, 0]);
  // what was done is still told
  const audited = sql`select count(*)::int as n from audit where action = 'token.add'`;
  expect((await after.database.db.execute(audited)).rows).toEqual([{ n: 1 }]);
});
