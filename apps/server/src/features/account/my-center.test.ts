/** My center: profile, e-mail, and access tokens for programs. */
import { api, limits, type CallError } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessToken, audit, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: CallError) => error.code,
  );
const fresh = (name: string, fields = {}) => addPerson(server.database.db, name, engineerKeys, fields);
const withToken = (person: TestPerson, token: string) => server.as({ ...person, token });
const emptyProfile = { accountName: null, realName: null, company: null, landline: null, fax: null, postcode: null };

describe('the profile', () => {
  it('is read and changed by its owner, in the formats of the contract; what is left empty is nothing', async () => {
    const person = await fresh('pia', { phone: '13811112222', email: 'pia@example.com' });
    const call = server.as(person);
    expect(await call(api.profile, {})).toMatchObject({
      ...emptyProfile,
      account: 'pia',
      phone: '13811112222',
      email: 'pia@example.com',
      roleName: 'role_pia',
    });
    const good = {
      accountName: '皮娅',
      realName: '李娅',
      company: '精密模具（苏州）有限公司',
      landline: '0512-62345678',
      fax: '62345678',
      postcode: '215000',
    };
    expect(await call(api.profileUpdate, good)).toMatchObject(good);
    expect((await call(api.userInfo, {})).userName).toBe('皮娅');
    for (const bad of [
      { landline: '+86 512' },
      { fax: 'x' },
      { postcode: '21500' },
      { realName: '<b>' },
      { accountName: 'a\u202eb' },
      { company: 'a\nb' },
      { company: 'c'.repeat(limits.nameLong + 1) },
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect([bad, await code(call(api.profileUpdate, { ...good, ...bad }))]).toEqual([bad, 400]);
    expect(await call(api.profileUpdate, {})).toMatchObject(emptyProfile);
  });

  it('does not reach what it may not: role, phone, e-mail and state stay', async () => {
    const person = await fresh('raiser', { phone: '13811113333' });
    const before = await server.database.db.select().from(user).where(eq(user.id, person.id));
    const sent = { roleId: 1, phone: '13900000000', email: 'x@example.com', enabled: false, channelFlag: 3, id: 1 };
    await server.as(person)(api.profileUpdate, sent as never);
    expect(await server.database.db.select().from(user).where(eq(user.id, person.id))).toEqual(before);
  });

  it('takes another e-mail with the password alone, and counts wrong ones', async () => {
    const person = await fresh('mailer');
    const call = server.as(person);
    await call(api.emailChange, { password: testPassword, email: ' m@example.com ' });
    expect((await call(api.profile, {})).email).toBe('m@example.com');
    expect(await code(call(api.emailChange, { password: testPassword, email: 'm@example' }))).toBe(400);
    for (let i = 0; i < limits.loginFailures; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect(await code(call(api.emailChange, { password: `wrong-${i}`, email: 'n@example.com' }))).toBe(610);
    expect(await code(call(api.emailChange, { password: testPassword, email: 'n@example.com' }))).toBe(429);
    expect((await call(api.profile, {})).email).toBe('m@example.com');
  });
});

describe('access tokens', () => {
  const add = (person: TestPerson, more = {}) =>
    server.as(person)(api.tokenAdd, { name: 'line_3', scopes: ['read'], days: 30, ...more });

  it('are told once, kept hashed, listed without themselves, and taken as Bearer', async () => {
    const person = await fresh('robot');
    const { token, row } = await add(person);
    expect(token).toMatch(/^loupe_pat_[\w-]{43}$/);
    expect(row).toMatchObject({ name: 'line_3', scopes: ['read'], hasExpired: false, lastUsedAt: null });
    expect(Date.parse(row.expiresAt!) - Date.parse(row.createdAt)).toBe(30 * 86_400_000);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/project/pageList',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.json()).toMatchObject({ code: 200 });
    const list = await server.as(person)(api.tokenList, {});
    expect(list).toHaveLength(1);
    expect(list[0]!.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(list)).not.toContain(token.slice(-43));
    const dump = await server.database.db.execute(sql`select t::text as text from access_token t
      union all select t::text from audit t`);
    expect(JSON.stringify(dump.rows)).not.toContain(token.slice(-43));
    const audited = await server.database.db.select().from(audit).where(eq(audit.actorId, person.id));
    expect(audited).toMatchObject([{ action: 'token.add', body: { name: 'line_3', scopes: ['read'], days: 30 } }]);
  });

  it('are no session: not in the cookie, not at the sockets', async () => {
    const person = await fresh('socketeer');
    const { token } = await add(person, { scopes: ['write'] });
    const byCookie = await server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/sysUser/getUserInfo',
      payload: {},
      headers: { cookie: `loupe_session=${token}` },
    });
    expect(byCookie.json()).toMatchObject({ code: 10010 });
    const socket = await server.app.inject({
      method: 'GET',
      url: `/socketServer/${person.id}`,
      headers: { authorization: `Bearer ${token}`, connection: 'upgrade', upgrade: 'websocket' },
    });
    expect(socket.statusCode).not.toBe(101);
  });

  it('say that they are not valid when unknown, expired or revoked; those of others cannot be revoked', async () => {
    const person = await fresh('ending');
    const call = server.as(person);
    const { token, row } = await add(person);
    const program = withToken(person, token);
    const unknown = withToken(person, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    await expect(unknown(api.projectList, {})).rejects.toMatchObject({
      code: 10010,
      enMsg: expect.stringContaining('access token is not valid'),
    });
    const { db } = server.database;
    const past = new Date(Date.now() - 1000);
    await db.update(accessToken).set({ expiresAt: past }).where(eq(accessToken.id, row.id));
    expect(await code(program(api.projectList, {}))).toBe(10010);
    expect(await call(api.tokenList, {})).toMatchObject([{ id: row.id, hasExpired: true }]);
    await db.update(accessToken).set({ expiresAt: null }).where(eq(accessToken.id, row.id));
    expect(await code(program(api.projectList, {}))).toBe(200);
    expect(await code(server.as(server.b)(api.tokenRevoke, { id: row.id }))).toBe(404);
    await call(api.tokenRevoke, { id: row.id });
    expect(await code(program(api.projectList, {}))).toBe(10010);
    expect(await call(api.tokenList, {})).toEqual([]);
  });

  it('die with the account: disabled, deleted, and while its password must be changed', async () => {
    const person = await fresh('leaver');
    const { token } = await add(person);
    const program = withToken(person, token);
    const set = (fields: Partial<typeof user.$inferInsert>) =>
      server.database.db.update(user).set(fields).where(eq(user.id, person.id));
    await set({ enabled: false });
    expect(await code(program(api.projectList, {}))).toBe(20011);
    await set({ enabled: true, deletedAt: new Date() });
    expect(await code(program(api.projectList, {}))).toBe(20011);
    await set({ deletedAt: null, mustChangePassword: true });
    expect(await code(program(api.projectList, {}))).toBe(610);
    await set({ mustChangePassword: false });
    expect(await code(program(api.projectList, {}))).toBe(200);
  });

  it('may what their owner may, and not more', async () => {
    const person = await addPerson(server.database.db, 'bare', []);
    const { token } = await add(person, { scopes: ['write'] });
    expect(await code(withToken(person, token)(api.projectList, {}))).toBe(403);
  });

  it('make no token and change no password, whatever their scopes', async () => {
    const person = await fresh('climber');
    const { token } = await add(person, { scopes: ['read', 'write', 'online'], days: null });
    const program = withToken(person, token);
    for (const call of [
      () => program(api.tokenAdd, { name: 'more', scopes: ['write'], days: null }),
      () => program(api.tokenList, {}),
      () => program(api.sessionList, {}),
      () => program(api.sessionEndOthers, {}),
      () => program(api.profileUpdate, {}),
      () => program(api.changePassword, { oldPassword: testPassword, newPassword: 'fresh-1234' }),
      () => program(api.socketTicket, {}),
    ])
      // oxlint-disable-next-line no-await-in-loop
      await expect(call()).rejects.toMatchObject({
        code: 403,
        enMsg: expect.stringContaining('cannot manage accounts'),
      });
  });

  it('are limited in number, also when they are asked for at once', async () => {
    const person = await fresh('hoarder');
    const rows = Array.from({ length: limits.accessTokens - 1 }, (_, i) => ({
      userId: person.id,
      name: `t${i}`,
      tokenHash: Buffer.from(`hoard-${i}`),
      scopes: ['read'],
    }));
    await server.database.db.insert(accessToken).values(rows);
    const codes = await Promise.all([add(person), add(person), add(person)].map(code));
    expect(codes.sort()).toEqual([200, 610, 610]);
  });
});
