import {
  api,
  menuTree,
  permissionKeys,
  plainPhone,
  type CallError,
  type MenuEntry,
  type SessionData,
} from '@loupe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { endSessions } from '../../core/session.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { firstPassword } from './first-password.ts';
import { ensureAdmin, superAdminRole } from './first-start.ts';
import { menu, role, rolePermission, session, setting, user } from '../../tables/account.ts';

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
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api/qic/v1/${url}`, payload: payload as object, headers });
const signIn = async (account: string, password = testPassword): Promise<SessionData> =>
  server.as()(api.login, { account, password });
const fresh = (name: string) => addPerson(server.database.db, name, engineerKeys);
const withToken = (person: TestPerson, token: string) => server.as({ ...person, token });

const keysOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ menuComponent, children }) => [menuComponent, ...keysOf(children)]);

describe('first start', () => {
  it('makes admin once, and tells the generated password until it is changed', async () => {
    const own = await testServer();
    try {
      const { db } = own.database;
      await db.delete(session);
      await db.delete(user);
      const first = await ensureAdmin(db, { adminPassword: undefined });
      expect(first?.account).toBe('admin');
      expect(first?.password).toMatch(/^[\x21-\x7e]{6,20}$/);
      expect(await ensureAdmin(db, { adminPassword: undefined })).toEqual(first);
      const call = own.as();
      const data = await call(api.login, { account: 'admin', password: first!.password! });
      expect(data.mustChangePassword).toBe(true);
      const admin = own.as({ id: data.userId, account: 'admin', roleId: 0, token: data.user.token! });
      await expect(admin(api.projectList, {})).rejects.toThrow(/Change your password/);
      await admin(api.changePassword, { oldPassword: first!.password!, newPassword: 'another-1' });
      expect((await admin(api.userInfo, {})).mustChangePassword).toBe(false);
      expect(await ensureAdmin(db, { adminPassword: undefined })).toBeUndefined();
      expect(await db.select().from(setting).where(eq(setting.key, firstPassword))).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('takes a given password as it is and forces no change', async () => {
    const own = await testServer();
    try {
      const { db } = own.database;
      await db.delete(session);
      await db.delete(user);
      expect(await ensureAdmin(db, { adminPassword: 'chosen-77' })).toEqual({ account: 'admin' });
      const data = await own.as()(api.login, { account: 'ADMIN', password: 'chosen-77' });
      expect(data.mustChangePassword).toBe(false);
      // every key has its entry, so that nobody lacks what their role was given
      expect([...new Set(keysOf(data.menuList))].filter((key) => key !== 'next')).toEqual([...permissionKeys]);
      expect(data.menuList.find((e) => e.menuComponent === 'dataset/pageList')?.children[0]?.menuComponent).toBe(
        'folder/pageList',
      );
      const entries = await db.select().from(menu);
      await ensureAdmin(db, { adminPassword: 'chosen-77' });
      expect(await db.select().from(menu)).toEqual(entries);
      // as on an installation whose roles are older than a key
      await db.delete(rolePermission).where(eq(rolePermission.key, 'model/center'));
      await ensureAdmin(db, { adminPassword: 'chosen-77' });
      const given = await db.select().from(rolePermission).where(eq(rolePermission.key, 'model/center'));
      const [admin] = await db.select().from(role).where(eq(role.name, superAdminRole));
      expect(given.map(({ roleId }) => roleId)).toEqual([admin!.id]);
    } finally {
      await own.close();
    }
  });
});

describe('signing in', () => {
  it('works by account in any case, by phone as people write it, and by a form', async () => {
    const { db } = server.database;
    const person = await addPerson(db, 'Phoebe', engineerKeys, { phone: '13812345678', realName: '菲比' });
    for (const name of [
      'phoebe',
      ' PHOEBE ',
      '13812345678',
      '+86 138 1234 5678',
      '0086-13812345678',
      '１３８１２３４５６７８',
    ]) {
      const data = await signIn(name); // oxlint-disable-line no-await-in-loop
      expect(data.userId).toBe(person.id);
      expect(data).toMatchObject({ userName: '菲比', username: 'Phoebe', channelFlag: 0, mustChangePassword: false });
      expect(data.user.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
    const answer = await post('sysUser/login', `account=phoebe&password=${testPassword}`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.json()).toMatchObject({ code: 200, data: { userId: person.id } });
    const cookie = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('loupe_session='))!;
    expect(cookie).toMatch(/^loupe_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    const [row] = await db.select().from(session).where(eq(session.userId, person.id)).limit(1);
    expect(row!.tokenHash).toHaveLength(32);
    const byCookie = await post('sysUser/getUserInfo', {}, { cookie: cookie.split(';')[0]! });
    expect(byCookie.json()).toMatchObject({ code: 200, data: { userId: person.id, user: { token: null } } });
  });

  it('says the same of a wrong password and of an unknown account, as 610 with status 200', async () => {
    const wrong = await post('sysUser/login', { account: 'anna', password: 'wrong-1' });
    const unknown = await post('sysUser/login', { account: 'nobody_at_all', password: 'wrong-1' });
    expect(wrong.statusCode).toBe(200);
    expect(wrong.json()).toMatchObject({ code: 610, en_msg: 'Wrong account or password', data: null });
    expect(unknown.json()).toEqual(wrong.json());
  });

  it('stops guessing after ten failures, for this account only, also when they come at once', async () => {
    await fresh('target');
    const tries = await Promise.all(Array.from({ length: 14 }, (_, i) => code(signIn('target', `guess-${i}`))));
    expect(tries.filter((one) => one === 610)).toHaveLength(10);
    expect(tries.filter((one) => one === 429)).toHaveLength(4);
    const answer = await post('sysUser/login', { account: 'target', password: testPassword });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json().en_msg).toMatch(/Try again in \d+ s/);
    expect(await code(signIn('anna'))).toBe(200);
  });

  it('refuses a disabled person, who must have the right password to learn it', async () => {
    await addPerson(server.database.db, 'sleeper', engineerKeys, { enabled: false });
    await expect(signIn('sleeper')).rejects.toThrow(/disabled/);
    await expect(signIn('sleeper', 'wrong-1')).rejects.toThrow(/Wrong account or password/);
  });
});

describe('sessions', () => {
  it('are read from authorization, bare or as Bearer, before the cookie; isolate and network are not believed', async () => {
    const { a, b } = server;
    const ways: Record<string, string>[] = [
      { authorization: a.token },
      { authorization: `Bearer ${a.token}` },
      { authorization: a.token, cookie: `loupe_session=${b.token}` },
      { cookie: `loupe_session=${a.token}`, isolate: String(b.id), network: '1' },
    ];
    for (const headers of ways) {
      const answer = await post('sysUser/getUserInfo', {}, headers); // oxlint-disable-line no-await-in-loop
      expect(answer.json().data.userId).toBe(a.id);
    }
  });

  it('that are missing, unknown, changed by a bit, ended or too old are offline (10010)', async () => {
    const { db } = server.database;
    const person = await fresh('visitor');
    const flipped = `${person.token.slice(0, -2)}${person.token.at(-2) === 'A' ? 'B' : 'A'}${person.token.at(-1)}`;
    for (const token of ['', 'x', flipped, `${person.token}=`, 'a'.repeat(10_000)])
      expect(await code(withToken(person, token)(api.userInfo, {}))).toBe(10010); // oxlint-disable-line no-await-in-loop
    const other = await signIn('visitor');
    await server.as(person)(api.logout, {});
    expect(await code(server.as(person)(api.userInfo, {}))).toBe(10010);
    expect(await code(withToken(person, other.user.token!)(api.userInfo, {}))).toBe(200);
    await db
      .update(session)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(session.userId, person.id));
    expect(await code(withToken(person, other.user.token!)(api.userInfo, {}))).toBe(10010);
  });

  it('slide on while they are used', async () => {
    const { db } = server.database;
    const person = await fresh('slider');
    const soon = new Date(Date.now() + 60_000);
    await db
      .update(session)
      .set({ expiresAt: soon, lastSeenAt: new Date(Date.now() - 3_600_000) })
      .where(eq(session.userId, person.id));
    await server.as(person)(api.userInfo, {});
    const [row] = await db.select().from(session).where(eq(session.userId, person.id));
    expect(row!.expiresAt.getTime()).toBeGreaterThan(soon.getTime() + 3_600_000);
  });

  it('of a disabled or reset person are revoked (20011)', async () => {
    const person = await fresh('revoked');
    const admin = server.as(server.admin);
    const second = (await signIn('revoked')).user.token!;
    await admin(api.userSetEnabled, { id: person.id, enabled: false });
    expect(await code(server.as(person)(api.userInfo, {}))).toBe(20011);
    await admin(api.userSetEnabled, { id: person.id, enabled: true });
    expect(await code(withToken(person, second)(api.userInfo, {}))).toBe(20011);
    const third = (await signIn('revoked')).user.token!;
    await admin(api.userResetPassword, { id: person.id, password: 'brand-new-1' });
    expect(await code(withToken(person, third)(api.userInfo, {}))).toBe(20011);
    expect(await code(signIn('revoked'))).toBe(610);
    expect(await code(signIn('revoked', 'brand-new-1'))).toBe(200);
  });

  it('take new rights from the next call on', async () => {
    const { db } = server.database;
    const person = await addPerson(db, 'promoted', []);
    expect(await code(server.as(person)(api.projectList, {}))).toBe(403);
    await db.update(user).set({ roleId: server.a.roleId }).where(eq(user.id, person.id));
    expect(await code(server.as(person)(api.projectList, {}))).toBe(200);
  });
});

describe('the own password', () => {
  it('changes with the old one, ends the other sessions with 10010, and keeps this one', async () => {
    const person = await fresh('changer');
    const other = (await signIn('changer')).user.token!;
    const call = server.as(person);
    await expect(call(api.changePassword, { oldPassword: 'wrong-1', newPassword: 'fresh-1234' })).rejects.toThrow(
      /old password is wrong/,
    );
    await expect(call(api.changePassword, { oldPassword: testPassword, newPassword: testPassword })).rejects.toThrow(
      /must be different/,
    );
    for (const bad of ['12345', 'x'.repeat(21), 'with space', 'null\u0000byte', '密码密码密码'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await code(call(api.changePassword, { oldPassword: testPassword, newPassword: bad }))).toBe(400);
    await call(api.changePassword, { oldPassword: testPassword, newPassword: 'fresh-1234' });
    expect(await code(call(api.userInfo, {}))).toBe(200);
    expect(await code(withToken(person, other)(api.userInfo, {}))).toBe(10010);
    expect(await code(signIn('changer', 'fresh-1234'))).toBe(200);
  });

  it('ends sessions in the database, so that a restart changes nothing', async () => {
    const person = await fresh('ender');
    await endSessions(server.database.db, person.id, 'replaced');
    expect(await code(server.as(person)(api.userInfo, {}))).toBe(10010);
  });
});

describe('parts', () => {
  it('lifts a permitted entry whose parent is not permitted', () => {
    const rows = [
      { id: 1, parentId: null, key: 'a' },
      { id: 2, parentId: 1, key: 'b' },
      { id: 3, parentId: 2, key: 'c' },
    ];
    const a = { ...rows[0], menuComponent: 'a' };
    const c = { ...rows[2], menuComponent: 'c', children: [] };
    expect(menuTree(rows, (key) => key !== 'b')).toEqual([{ ...a, children: [c] }]);
    expect(menuTree(rows, () => false)).toEqual([]);
  });

  it('reads a phone in the ways it is written, and nothing else as one', () => {
    expect(plainPhone('+86 138-1234-5678')).toBe('13812345678');
    expect(plainPhone('12812345678')).toBeUndefined();
    expect(plainPhone('1381234567')).toBeUndefined();
  });
});
