/** Single sign-on: S28–S35 of the attack list, with a window of 5 minutes. */
import { api, limits, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session, user } from '../../tables/account.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addPerson, engineerKeys } from '../../testing/people.ts';
import { ssoSign } from './sso.ts';

const secret = 'a-secret-of-both-systems-0123456789';
const phone = '13812345678';
let server: TestServer;
let personId: number;
beforeAll(async () => {
  server = await testServer({ LOUPE_SSO_SECRET: secret });
  personId = (await addPerson(server.database.db, 'guest', engineerKeys, { phone })).id;
});
afterAll(() => server.close());

let offset = 0;
const start = Math.floor(Date.now() / 1000) - 20;
/** Each its own second, counted from one start, so that none comes again as time goes on: a link is good once. */
const nextTimes = () => String(start - (offset += 1));
const link = (times = nextTimes(), of = phone) => ({ phone: of, times, sign: ssoSign(secret, { phone: of, times }) });
let address = 0;
/** From an address of its own, so that no test is slowed down by another. */
async function open(payload: unknown, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/qic/v1/sysUser/sso/login',
    payload: payload as object,
    headers,
    remoteAddress: `10.9.0.${(address = (address + 1) % 250)}`,
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...answer.json<{ code: number; en_msg: string; data: unknown }>(),
  };
}

it('the signed text is the one of the documents', () => {
  expect(ssoSign('correct-horse-battery-staple-2026', { phone: '13800138000', times: '1763683200' })).toBe(
    'e7ebc8df30f6c8ebceb14ccb591e34a1fe03c11c4e26c39e4d30f66e80c500c3',
  );
});

it('S28 a link signs its person in once, with the answer and the cookie of a sign-in', async () => {
  const given = link();
  const first = await open(given);
  expect(first).toMatchObject({ code: 200, data: { user: { id: personId, phone }, userId: personId } });
  const cookie = [first.headers['set-cookie']].flat().find((one) => one?.startsWith('loupe_session='));
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect(cookie).not.toMatch(/Max-Age/);
  expect(await open(given)).toMatchObject({ code: 610, data: null });
});

it('S28 opened twenty times at once it is used once', async () => {
  const given = link();
  const codes = (await Promise.all(Array.from({ length: 20 }, () => open(given)))).map((one) => one.code);
  expect(codes.filter((one) => one === 200)).toHaveLength(1);
});

describe('S29 the time', () => {
  const seconds = (by: number) => String(Math.floor(Date.now() / 1000) + by);
  it.each([
    ['just within the window', seconds(-limits.ssoSeconds + 20), 200],
    ['ahead, within the window', seconds(limits.ssoSeconds - 20), 200],
    ['too old', seconds(-limits.ssoSeconds - 1), 610],
    ['too far ahead', seconds(limits.ssoSeconds + 60), 610],
    ['negative', '-1763683200', 400],
    ['1e3', '1e3', 400],
    ['NaN', 'NaN', 400],
    ['in milliseconds', `${Date.now()}`, 400],
    ['with a fraction', `${seconds(0)}.5`, 400],
  ])('%s', async (_what, times, code) => {
    expect((await open(link(times))).code).toBe(code);
  });
});

describe('S30 the sign', () => {
  it.each<[string, (sign: string) => unknown, number]>([
    ['missing', () => undefined, 400],
    ['empty', () => '', 400],
    ['shorter', (sign) => sign.slice(0, -2), 400],
    ['in capitals', (sign) => sign.toUpperCase().replace(/^\d+$/, 'A'), 400],
    ['twice', (sign) => [sign, sign], 400],
    ['changed by a digit', (sign) => `${sign.startsWith('0') ? '1' : '0'}${sign.slice(1)}`, 610],
    ['with another secret', () => ssoSign('another-secret-of-32-characters!', link()), 610],
  ])('%s is refused', async (_what, change, code) => {
    const given = link();
    expect((await open({ ...given, sign: change(given.sign) })).code).toBe(code);
    // and the link is not used up by it
    expect((await open(given)).code).toBe(200);
  });

  it('of another phone or time is refused', async () => {
    const given = link();
    await addPerson(server.database.db, 'other', engineerKeys, { phone: '13812345679' });
    expect((await open({ ...given, phone: '13812345679' })).code).toBe(610);
    expect((await open({ ...given, times: nextTimes() })).code).toBe(610);
  });
});

it('S31 a phone that nobody has makes no account', async () => {
  const before = await server.database.db.select().from(user);
  expect(await open(link(nextTimes(), '13999999999'))).toMatchObject({ code: 610, data: null });
  expect(await server.database.db.select().from(user)).toHaveLength(before.length);
});

it('S32 a disabled or deleted person is refused', async () => {
  const { db } = server.database;
  const out = '13812345670';
  const { id } = await addPerson(db, 'out', engineerKeys, { phone: out, enabled: false });
  expect(await open(link(nextTimes(), out))).toMatchObject({ code: 610, en_msg: expect.stringContaining('disabled') });
  await db.update(user).set({ enabled: true, deletedAt: new Date() }).where(eq(user.id, id));
  expect((await open(link(nextTimes(), out))).code).toBe(610);
});

it('S33 what else is sent changes nothing', async () => {
  const [before] = await server.database.db.select().from(user).where(eq(user.id, personId));
  const answer = await open({ ...link(), role: 'admin', roleId: 1, userId: server.admin.id, account: 'chief' });
  expect(answer).toMatchObject({ code: 200, data: { userId: personId } });
  const [after] = await server.database.db.select().from(user).where(eq(user.id, personId));
  expect(after).toEqual({ ...before, lastSignInAt: after!.lastSignInAt });
});

it("S34 another site's page, frame or image gets no session; the page itself cannot be framed", async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const given = link();
    const answer = await open(given, headers as Record<string, string>); // oxlint-disable-line no-await-in-loop
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const { phone: of, times, sign } = link();
  const page = await server.app.inject({ method: 'GET', url: `/dashboard?phone=${of}&times=${times}&sign=${sign}` });
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.headers['set-cookie']).toBeUndefined();
  // an address alone signs nobody in
  const asked = `/api/qic/v1/sysUser/sso/login?phone=${of}&times=${times}&sign=${sign}`;
  expect((await server.app.inject({ method: 'GET', url: asked })).statusCode).toBe(404);
});

it('S35 sign and phone are in no log', async () => {
  const given = link();
  await open(given);
  await server.app.inject({ method: 'GET', url: `/dashboard?${new URLSearchParams(given)}` });
  const folder = path.join(server.services.config.data, 'logs');
  const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const text = [...logs, ...server.printed].join('\n');
  expect(text).toContain('/sysUser/sso/login');
  expect(text).not.toContain(given.sign);
  expect(text).not.toContain(phone);
});

it('guessing is slowed down', async () => {
  const given = { ...link(), sign: '0'.repeat(64) };
  const send = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/qic/v1/sysUser/sso/login',
      payload: given,
      remoteAddress: '10.8.0.1',
    });
  const answers = await Promise.all(Array.from({ length: 70 }, send));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(5);
});

it('is off without the secret, and no session is made', async () => {
  const plain = await testServer();
  try {
    await addPerson(plain.database.db, 'guest', engineerKeys, { phone });
    const before = await plain.database.db.select().from(session);
    await expect(plain.as()(api.ssoLogin, link())).rejects.toSatisfy((error: CallError) => error.code === 610);
    await expect(plain.as()(api.ssoLogin, link())).rejects.toThrow(/not set up/);
    expect(await plain.database.db.select().from(session)).toHaveLength(before.length);
  } finally {
    await plain.close();
  }
});
