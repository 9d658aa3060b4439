import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api, type Call } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note } from '../../core/audit.ts';
import { audit, setting, user, visit } from '../../tables/account.ts';
import { tally } from '../../tables/records.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { sweepRecords } from './retention.ts';
import { daysOf } from './statistics.ts';

let server: TestServer;
let admin: Call;
let customer: TestPerson;
beforeAll(async () => {
  server = await testServer();
  admin = server.as(server.admin);
  customer = await addPerson(server.database.db, 'customer', engineerKeys, { channelFlag: 3 });
});
afterAll(() => server.close());

const today = async (): Promise<string> => {
  const { rows } = await server.database.db.execute<{ day: string }>(sql`select current_date::text as day`);
  return rows[0]!.day;
};
const csvOf = async (query: string) => {
  const reply = await server.app.inject({
    url: `/api/qic/v1/sys/audit/csv?${query}`,
    headers: { authorization: server.admin.token },
  });
  return reply.body;
};

describe('the audit log', () => {
  it('is read newest first, page by page, each line once though many are of one moment', async () => {
    const { db } = server.database;
    const at = new Date('2020-05-04T03:02:01.000Z');
    const lines = Array.from({ length: 25 }, (_, i) => ({
      actorId: server.a.id,
      action: 'role.update',
      object: `role/${i + 1}`,
      createdAt: at,
    }));
    await db.insert(audit).values(lines);
    const range = { from: '2020-05-04T00:00:00.000Z', to: '2020-05-05T00:00:00.000Z' };
    const seen: string[] = [];
    let after: { at: string; id: number } | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop
      const page = await admin(api.auditList, { ...range, size: 10, ...(after && { after }) });
      seen.push(...page.list.map(({ object }) => object));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(lines.map(({ object }) => object).reverse());
  });

  it('is filtered by person, action and object; objects are called by their names', async () => {
    const { db } = server.database;
    const project = await server.as(server.a)(api.projectAdd, { family: 'detection', name: 'named_here' });
    await note(db, { userId: server.a.id, address: '10.0.0.9' }, 'project.share', `project/${project.id}`, {
      level: 'viewer',
    });
    const { list } = await admin(api.auditList, { person: 'ANN', action: 'project.share' });
    expect(list).toMatchObject([
      {
        account: 'anna',
        object: `project/${project.id}`,
        objectName: 'named_here',
        body: { level: 'viewer' },
        address: '10.0.0.9',
      },
    ]);
    const of = async (kind: 'project' | 'model', objectId?: number) =>
      (await admin(api.auditList, { kind, ...(objectId && { objectId }) })).list.length;
    expect([await of('project'), await of('project', project.id), await of('project', 999), await of('model')]).toEqual(
      [1, 1, 0, 0],
    );
    expect((await admin(api.auditList, { person: '%' })).list).toEqual([]);
  });

  it('comes as CSV in which nothing is a formula (S64), and that is a line itself', async () => {
    const { db } = server.database;
    const evil = await addPerson(db, '=1+1', engineerKeys);
    await db
      .update(user)
      .set({ realName: '@SUM(A1)' })
      .where(sql`id = ${evil.id}`);
    await note(db, { userId: evil.id, address: '-cmd' }, 'user.disable', 'user/1');
    const text = await csvOf('action=user.disable&locale=zh');
    expect(text).toContain('时间,账号');
    expect(text).toMatch(/,"'=1\+1","'@SUM\(A1\)",停用用户,用户,1,[^\n]*,"'-cmd"\r\n/);
    for (const cell of text.split(/[\r\n,]+/)) expect(cell).not.toMatch(/^[=+\-@\t]/);
    const { list } = await admin(api.auditList, { action: 'audit.download' });
    expect(list).toMatchObject([{ account: 'chief', body: { action: 'user.disable' } }]);
  });

  it('and the visits are kept for as many days as are set, and that is a line', async () => {
    const { db } = server.database;
    expect(await admin(api.recordsSetting, {})).toEqual({ auditDays: 365, visitDays: 365 });
    await db
      .insert(audit)
      .values({ action: 'role.add', object: 'role/7', createdAt: new Date(Date.now() - 40 * 86_400_000) });
    await db
      .insert(visit)
      .values({ userId: customer.id, path: '/old', createdAt: new Date(Date.now() - 9 * 86_400_000) });
    await sweepRecords(server.services);
    expect((await admin(api.auditList, { action: 'role.add' })).list).toHaveLength(1);
    await expect(admin(api.recordsSettingUpdate, { auditDays: 29, visitDays: 8 })).rejects.toMatchObject({ code: 400 });
    await admin(api.recordsSettingUpdate, { auditDays: 30, visitDays: 8 });
    expect(await sweepRecords(server.services)).toBeGreaterThanOrEqual(2);
    expect((await admin(api.auditList, { action: 'role.add' })).list).toEqual([]);
    expect(await db.$count(visit, sql`path = '/old'`)).toBe(0);
    expect((await admin(api.auditList, { action: 'records.setting' })).list[0]).toMatchObject({
      body: { auditDays: 30 },
    });
  });
});

describe('visits', () => {
  it('are recorded for customers alone, under the own id whatever is sent (S53)', async () => {
    const { db } = server.database;
    const asked = { path: '/project/index?name=secret', userId: server.admin.id, id: server.admin.id } as {
      path: string;
    };
    await server.as(customer)(api.saveAccess, asked);
    await server.as(server.a)(api.saveAccess, asked);
    const rows = await db.select().from(visit);
    expect(rows.map(({ userId, path: place }) => [userId, place])).toEqual([[customer.id, '/project/index']]);
    for (const bad of ['', 'https://elsewhere', `/${'x'.repeat(400)}`])
      // oxlint-disable-next-line no-await-in-loop
      await expect(server.as(customer)(api.saveAccess, { path: bad })).rejects.toMatchObject({ code: 400 });
  });
});

describe('statistics', () => {
  it('count what was done by day and person; without allData one sees only what is one’s own', async () => {
    const { db } = server.database;
    const day = await today();
    await db.insert(tally).values([
      { day, userId: server.a.id, kind: 'annotations', n: 7 },
      { day, userId: server.a.id, kind: 'seconds', n: 5400 },
      { day, userId: server.b.id, kind: 'annotations', n: 3 },
      { day, userId: server.b.id, kind: 'NG', n: 2 },
      { day: '2020-01-02', userId: server.b.id, kind: 'annotations', n: 100 },
    ]);
    const all = await admin(api.statistics, { from: day, to: day });
    expect(all).toMatchObject({ isAll: true, days: [{ day, annotations: 10, hours: 1.5, ng: 2, visits: 1 }] });
    expect(all.days[0]!.activeUsers).toBe(all.activeUsers);
    expect(all.people.slice(0, 2)).toMatchObject([
      { account: 'anna', annotations: 7, hours: 1.5, activeDays: 1 },
      { account: 'boris', annotations: 3, ng: 2 },
    ]);
    expect(all.annotators.map(({ name, days }) => [name, days])).toEqual([
      ['anna', [7]],
      ['boris', [3]],
    ]);
    const some = await addPerson(db, 'some', ['sys/statistics']);
    await db.insert(tally).values({ day, userId: some.id, kind: 'images', n: 4 });
    const own = await server.as(some)(api.statistics, { from: day, to: day });
    expect(own.isAll).toBe(false);
    expect(own.days).toMatchObject([{ images: 4, annotations: 0, newUsers: 1, activeUsers: 1 }]);
    expect(own.people.map(({ account }) => account)).toEqual(['some']);
  });

  it('fill each day of a range of 366 days at most', async () => {
    expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysOf({ from: '2024-01-01', to: '2024-12-31' })).toHaveLength(366);
    for (const [from, to] of [
      ['2024-01-01', '2025-01-01'],
      ['2024-01-02', '2024-01-01'],
      ['2024-02-30', '2024-03-01'],
    ])
      // oxlint-disable-next-line no-await-in-loop
      await expect(admin(api.statistics, { from: from!, to: to! })).rejects.toMatchObject({ code: 400 });
  });
});

describe('tours', () => {
  it('that were seen are kept with the account, each once', async () => {
    const call = server.as(server.b);
    await call(api.tourSeen, { tours: ['dashboard'] });
    await call(api.tourSeen, { tours: ['dashboard', 'result'] });
    expect([...(await call(api.userInfo, {})).toursSeen].sort()).toEqual(['dashboard', 'result']);
    expect((await server.as(server.a)(api.userInfo, {})).toursSeen).toEqual([]);
  });
});

/** Everything that the audit log, the visits and the log files hold. */
async function everythingKept(): Promise<string> {
  const { db } = server.database;
  const folder = path.join(server.services.config.data, 'logs');
  const files = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return [JSON.stringify([await db.select().from(audit), await db.select().from(visit)]), ...files].join('\n');
}

describe('a whole run', () => {
  it('leaves no password, token or key in the audit log or the server’s log', async () => {
    const signedIn = await server.as()(api.login, { account: 'anna', password: testPassword });
    const token = signedIn.user.token!;
    await expect(server.as()(api.login, { account: 'anna', password: 'typed-Wrong-1' })).rejects.toThrow();
    await expect(server.as()(api.login, { account: 'pass-as-account-9', password: 'x' })).rejects.toThrow();
    const call = server.as({ ...server.a, token });
    await call(api.changePassword, { oldPassword: testPassword, newPassword: 'brand-New-77' });
    const made = await admin(api.userAdd, { account: 'fresh', password: 'Given-first-8', roleId: server.a.roleId });
    await admin(api.userResetPassword, { id: made.id, password: 'Given-again-9' });
    await call(api.logout, {});
    const kept = await everythingKept();
    const secrets = [
      token,
      testPassword,
      'typed-Wrong-1',
      'pass-as-account-9',
      'brand-New-77',
      'Given-first-8',
      'Given-again-9',
    ];
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
    const settings = JSON.stringify(await server.database.db.select().from(setting));
    expect(settings).not.toContain('Given-again-9');
  });

  it('writes one line of JSON for each event, whatever is in a name (S65)', async () => {
    const forged = 'x\r\n{"level":50,"message":"forged"}';
    server.services.log.warn({ name: forged, user: forged }, forged);
    await server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/project/add?from=%0d%0a%7b%22forged%22%7d',
      headers: { authorization: server.a.token, 'user-agent': 'a%0d%0ab' },
      payload: { family: 'detection', name: forged },
    });
    await note(server.database.db, { userId: server.a.id, address: forged }, 'setting.update', 'setting', {
      name: forged,
    });
    const folder = path.join(server.services.config.data, 'logs');
    const lines = readdirSync(folder).flatMap((file) =>
      readFileSync(path.join(folder, file), 'utf8').trim().split('\n'),
    );
    const read = lines.map((line) => JSON.parse(line) as { message?: string });
    expect(read.filter(({ message }) => message === 'forged')).toEqual([]);
    expect(read.filter(({ message }) => message === forged)).toHaveLength(1);
  });
});
