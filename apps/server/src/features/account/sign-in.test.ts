/** How sessions begin and end: remember me, what is written down of a device, the list of own sessions. */
import { api, limits, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys, testPassword, type TestPerson } from '../../testing/people.ts';
import { readAgent } from './user-agent.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: CallError) => error.code,
  );
const fresh = (name: string) => addPerson(server.database.db, name, engineerKeys);
const withToken = (person: TestPerson, token: string) => server.as({ ...person, token });

async function signIn(account: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/qic/v1/sysUser/login',
    payload: { account, password: testPassword, ...more },
    headers: { 'user-agent': chrome, ...headers },
    remoteAddress: '10.0.0.7',
  });
  const cookie = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('loupe_session='))!;
  return { token: answer.json<{ data: { user: { token: string } } }>().data.user.token, cookie };
}
const sessionOf = async (personId: number) =>
  (await server.database.db.select().from(session).where(eq(session.userId, personId))).at(-1)!;
const hours = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 3_600_000);

describe('remember me', () => {
  it('left out, the cookie ends with the browser window and the session with a day without use', async () => {
    const person = await fresh('window');
    const { cookie } = await signIn('window');
    expect(cookie).not.toMatch(/Max-Age|Expires/i);
    const row = await sessionOf(person.id);
    expect(row.remembered).toBe(false);
    expect(hours(row.createdAt, row.expiresAt)).toBe(limits.sessionIdleHours);
  });

  it('chosen, both last for the days of a session, however long nobody came', async () => {
    const person = await fresh('keeper');
    await server.database.db.delete(session).where(eq(session.userId, person.id));
    const { cookie, token } = await signIn('keeper', { remember: true });
    expect(cookie).toContain(`Max-Age=${limits.sessionDays * 86_400}`);
    const row = await sessionOf(person.id);
    expect(hours(row.createdAt, row.expiresAt)).toBe(24 * limits.sessionDays);
    // a day later, and used again: the end stays where it was
    const lastSeenAt = new Date(Date.now() - 26 * 3_600_000);
    await server.database.db.update(session).set({ lastSeenAt }).where(eq(session.userId, person.id));
    expect(await code(withToken(person, token)(api.userInfo, {}))).toBe(200);
    const later = await sessionOf(person.id);
    expect(later.expiresAt).toEqual(row.expiresAt);
    expect(later.lastSeenAt.getTime()).toBeGreaterThan(lastSeenAt.getTime());
  });

  it('comes from a form as text', async () => {
    const person = await fresh('former');
    await server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/sysUser/login',
      payload: `account=former&password=${testPassword}&remember=true`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const rows = await server.database.db.select().from(session).where(eq(session.userId, person.id));
    expect(rows.filter(({ remembered }) => remembered)).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('writes down when, from where and with what', async () => {
    const person = await fresh('noted');
    await server.database.db.delete(session).where(eq(session.userId, person.id));
    await signIn('noted');
    const [row] = await server.database.db.select().from(user).where(eq(user.id, person.id));
    expect(Math.abs(row!.lastSignInAt!.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await sessionOf(person.id)).toMatchObject({ address: '10.0.0.7', userAgent: chrome });
  });

  it('S21 makes a new session, and ends the one that this browser had', async () => {
    const person = await fresh('fixed');
    const first = await signIn('fixed');
    const second = await signIn('fixed', {}, { cookie: first.cookie.split(';')[0]! });
    expect(second.token).not.toBe(first.token);
    expect(await code(withToken(person, first.token)(api.userInfo, {}))).toBe(10010);
    expect(await code(withToken(person, second.token)(api.userInfo, {}))).toBe(200);
  });

  it('is not for somebody who was deleted', async () => {
    const person = await fresh('gone');
    await server.database.db.update(user).set({ deletedAt: new Date() }).where(eq(user.id, person.id));
    expect(await code(server.as()(api.login, { account: 'gone', password: testPassword }))).toBe(610);
    expect(await code(server.as(person)(api.userInfo, {}))).toBe(20011);
  });
});

describe('own sessions', () => {
  it('are listed with device, address and times, this one marked and first', async () => {
    const person = await fresh('lister');
    const { token } = await signIn('lister', { remember: true });
    const list = await withToken(person, token)(api.sessionList, {});
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({
      isCurrent: true,
      browser: 'Chrome',
      system: 'Windows',
      address: '10.0.0.7',
      remembered: true,
    });
    expect(list[1]).toMatchObject({ isCurrent: false, browser: null, system: null, remembered: false });
    expect(JSON.stringify(list)).not.toContain(token);
  });

  it('end one by one or all others, with 10010 for who used them; those of others do not exist', async () => {
    const person = await fresh('closer');
    const call = server.as(person);
    const [phone, tablet] = [await signIn('closer'), await signIn('closer')];
    const list = await withToken(person, phone.token)(api.sessionList, {});
    await call(api.sessionEnd, { id: list[0]!.id });
    expect(await code(withToken(person, phone.token)(api.userInfo, {}))).toBe(10010);
    expect(await code(call(api.sessionEnd, { id: list[0]!.id }))).toBe(404);
    expect(await code(server.as(server.b)(api.sessionEnd, { id: list[1]!.id }))).toBe(404);
    expect(await code(withToken(person, tablet.token)(api.userInfo, {}))).toBe(200);
    expect(await call(api.sessionEndOthers, {})).toEqual({ ended: 1 });
    expect(await code(withToken(person, tablet.token)(api.userInfo, {}))).toBe(10010);
    expect(await call(api.sessionList, {})).toMatchObject([{ isCurrent: true }]);
    expect(await call(api.sessionEndOthers, {})).toEqual({ ended: 0 });
    expect(await code(server.as(server.b)(api.userInfo, {}))).toBe(200);
  });

  it('call a browser by its name, and nothing where it says nothing', () => {
    expect(readAgent(chrome)).toEqual({ browser: 'Chrome', system: 'Windows' });
    expect(readAgent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toEqual({
      browser: 'Firefox',
      system: 'Linux',
    });
    expect(readAgent('')).toEqual({ browser: null, system: null });
    expect(readAgent('\0😀 <script>'.repeat(20)).system).toBeNull();
  });
});
