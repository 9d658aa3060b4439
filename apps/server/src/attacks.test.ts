/** Cases of the attack list on accounts and input (S01–S74, decision 0040) that belong to no one feature's tests. */
import { api, limits, permissionKeys, type CallError, type Route, type RouteName } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project, user } from './tables/index.ts';
import { z } from 'zod';
import { testServer, type TestServer } from './testing/app.ts';
import { addPerson, engineerKeys, testPassword } from './testing/people.ts';
import { probes, type Probe } from './testing/probes.ts';
import { addWorld } from './testing/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ LOUPE_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.close());

const base = '/api/qic/v1';
const json = { 'content-type': 'application/json' };
const form = 'application/x-www-form-urlencoded';

interface Sent {
  headers?: Record<string, string>;
  payload?: string | object;
  method?: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'DELETE' | 'PATCH';
}
const ask = (path: string, { headers = {}, payload, method = 'POST' }: Sent = {}) =>
  server.app.inject({ method, url: `${base}/${path}`, headers, ...(payload === undefined ? {} : { payload }) });
const asA = (path: string, payload: string | object, headers: Record<string, string> = {}) =>
  ask(path, { payload, headers: { authorization: server.a.token, ...headers } });
const signIn = async (account: string, password: string, from = '198.51.100.1') => {
  const answer = await ask('sysUser/login', { payload: { account, password }, headers: { 'x-forwarded-for': from } });
  return answer.json<{ code: number }>().code;
};
const inBatches = async <T>(count: number, size: number, work: (i: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let start = 0; start < count; start += size) {
    const batch = Array.from({ length: Math.min(size, count - start) }, (_, i) => work(start + i));
    done.push(...(await Promise.all(batch))); // oxlint-disable-line no-await-in-loop
  }
  return done;
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: CallError) => error.code,
  );

describe('guessing', () => {
  it('S02 one password at many phones from one address is slowed down after so many', async () => {
    const tries = limits.loginFailuresAddress + 40;
    const codes = await inBatches(tries, 40, (i) =>
      signIn(`139${String(i).padStart(8, '0')}`, 'abc123', '203.0.113.5'),
    );
    expect(codes.filter((code) => code === 610).length).toBeGreaterThanOrEqual(limits.loginFailuresAddress);
    // from then on one gets through now and then
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(20);
    // others sign in meanwhile
    expect(await signIn('anna', testPassword, '203.0.113.6')).toBe(200);
  });

  it('of one account from many addresses does not lock its person out', async () => {
    await addPerson(server.database.db, 'target', engineerKeys);
    const codes = await inBatches(600, 60, (i) => signIn('target', `guess-${i}`, `10.7.${i >> 8}.${i & 255}`));
    expect(new Set(codes)).toEqual(new Set([610]));
    expect(await signIn('target', testPassword, '198.51.100.77')).toBe(200);
  });
});

describe('S19 a password', () => {
  const change = async (account: string, newPassword: string) => {
    const person = await addPerson(server.database.db, account, engineerKeys);
    return codeOf(server.as(person)(api.changePassword, { oldPassword: testPassword, newPassword }));
  };

  it.each([
    ['5 characters', 'abc12', 400],
    ['6 characters', 'abc123', 200],
    ['20 characters', 'a'.repeat(19) + '1', 200],
    ['21 characters', 'a'.repeat(20) + '1', 400],
    ['a space at the end', 'abc1234 ', 400],
    ['an emoji', 'abc1234🙂', 400],
    ['a NUL', 'abc1234\0', 400],
  ])('of or with %s', async (what, password, code) => {
    expect(await change(`pw ${what}`, password)).toBe(code);
  });

  it('counts to its last character, and in its case', async () => {
    expect(await change('exact', 'Abcdefghij123456789x')).toBe(200);
    for (const wrong of [
      'Abcdefghij123456789y',
      'Abcdefghij123456789',
      'abcdefghij123456789x',
      ' Abcdefghij123456789x',
    ])
      expect(await signIn('exact', wrong)).toBe(610); // oxlint-disable-line no-await-in-loop
    expect(await signIn('exact', 'Abcdefghij123456789x')).toBe(200);
  });
});

it('S20 a sign-in of megabytes is refused before anything is hashed', async () => {
  const send = (password: string) => ask('sysUser/login', { payload: { account: 'anna', password } });
  expect((await send('x'.repeat(5 * 1024 * 1024))).statusCode).toBe(413);
  expect((await send('x'.repeat(1024 * 1024))).statusCode).toBe(413);
  expect((await send('x'.repeat(201))).statusCode).toBe(400);
});

it('S22 a session that was signed out is over, in the cookie and in the header', async () => {
  const { token } = await addPerson(server.database.db, 'leaver', engineerKeys);
  const ways: Record<string, string>[] = [{ cookie: `loupe_session=${token}` }, { authorization: `Bearer ${token}` }];
  const codes = async () => {
    const answers = await Promise.all(ways.map((headers) => ask('sysUser/getUserInfo', { headers, payload: {} })));
    return answers.map((answer) => answer.json<{ code: number }>().code);
  };
  expect(await codes()).toEqual([200, 200]);
  const out = await ask('sysUser/logout', { headers: ways[0]!, payload: {} });
  expect([out.headers['set-cookie']].flat().join()).toMatch(/loupe_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  expect(await codes()).toEqual([10010, 10010]);
});

it('S25 a token of another installation, or one that says it needs no signature, is nobody’s', async () => {
  const other = await testServer();
  try {
    const [head, body] = [{ alg: 'none' }, { sub: server.admin.id, role: 'super_admin' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    for (const token of [other.admin.token, `${head}.${body}.`, `Bearer ${head}.${body}.`]) {
      const answer = await ask('sysUser/getUserInfo', { headers: { authorization: token }, payload: {} }); // oxlint-disable-line no-await-in-loop
      expect(answer.json()).toMatchObject({ code: 10010, data: null });
    }
  } finally {
    await other.close();
  }
});

it('S37 S38 whatever the isolate header holds, or without it, one sees one’s own', async () => {
  await server.as(server.a)(api.projectAdd, { family: 'detection', name: 'of_anna' });
  await server.as(server.b)(api.projectAdd, { family: 'detection', name: 'of_boris' });
  for (const isolate of [
    undefined,
    '0',
    '-1',
    '*',
    '1 OR 1=1',
    String(server.b.id),
    `${server.a.id}, ${server.b.id}`,
  ]) {
    const answer = await asA('project/pageList', {}, isolate === undefined ? {} : { isolate }); // oxlint-disable-line no-await-in-loop
    const { list } = answer.json<{ data: { list: { name: string }[] } }>().data;
    expect([isolate, list.map(({ name }) => name)]).toEqual([isolate, ['of_anna']]);
  }
});

it('S48 what a person may not set is not set by naming it', async () => {
  const { db } = server.database;
  const more = { id: 7, ownerId: server.b.id, createdBy: server.b.id, createdAt: '2001-01-01', version: 9, state: 'x' };
  const made = await asA('project/add', { family: 'detection', name: 'mine', ...more });
  const { id } = made.json<{ data: { id: number } }>().data;
  const [row] = await db.select().from(project).where(eq(project.id, id));
  expect(row).toMatchObject({ ownerId: server.a.id, createdBy: server.a.id });
  expect(row!.id).not.toBe(7);
  expect(row!.createdAt.getFullYear()).toBeGreaterThan(2001);
  await asA('project/update', { ...more, id, name: 'still_mine', description: '', isExample: true });
  const [after] = await db.select().from(project).where(eq(project.id, id));
  expect(after).toEqual({ ...row, name: 'still_mine' });
  const [before] = await db.select().from(user).where(eq(user.id, server.a.id));
  await asA('sysUser/changePassword', { oldPassword: 'not-this-1', newPassword: 'fresh-1234', roleId: 1, enabled: 1 });
  expect(await db.select().from(user).where(eq(user.id, server.a.id))).toEqual([before]);
});

/** Texts by which a list is searched. */
const textFields = ['name', 'account', 'text', 'search', 'object'] as const;
const searches = (Object.entries(api) as [RouteName, Route][]).flatMap(([name, { input }]) => {
  if (!(input instanceof z.ZodObject) || !('pageNum' in input.shape)) return [];
  return textFields.filter((field) => field in input.shape).map((field) => [name, field] as const);
});

describe('S56 a search', () => {
  it.each(searches)('in %s by %s takes signs of patterns and of SQL as they are', async (name, field) => {
    const all = await addPerson(server.database.db, `s_${name}_${field}`.slice(0, 45), permissionKeys);
    const world = await addWorld(server, all);
    const call = server.as(all);
    const given = (probes[name] as Probe<RouteName>).input(world) as Record<string, unknown>;
    for (const text of ['%', 'o%l', '\\', "' OR 1=1--", '.*', '[a-z]']) {
      const found = (await call(api[name] as never, { ...given, [field]: text } as never)) as { list: unknown[] }; // oxlint-disable-line no-await-in-loop
      expect([text, found.list]).toEqual([text, []]);
    }
  });
});

it('S60 of a key that is there twice one value counts for check and use alike', async () => {
  const answer = await asA('project/pageList', '{"pageNum":"x","pageNum":1,"pageSize":1000,"pageSize":5}', json);
  expect(answer.json()).toMatchObject({ code: 200, data: { pageNum: 1, pageSize: 5 } });
  expect((await asA('project/pageList', '{"pageNum":1,"pageNum":"x"}', json)).statusCode).toBe(400);
  const twice = await ask('sysUser/oidc/start?returnTo=/a&returnTo=/b', { method: 'GET' });
  expect(twice.statusCode).toBe(400);
});

it('S61 a hundred thousand keys that nobody asked for are dropped', async () => {
  const many = `{${Array.from({ length: 100_000 }, (_, i) => `"${i.toString(36)}":0`).join(',')},"pageNum":1}`;
  expect((await asA('project/pageList', many, json)).json()).toMatchObject({ code: 200, data: { pageNum: 1 } });
  const more = `{${Array.from({ length: 150_000 }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`;
  expect((await asA('project/pageList', more, json)).statusCode).toBe(413);
});

describe('S62 the kind of a body', () => {
  it.each([
    ['application/json garbage'],
    ['application/json; charset=utf-7'],
    ['application/jsonx'],
    ['text/json'],
    ['*/*'],
    [form],
    [form.toUpperCase()],
    [`${form}; charset=utf-8`],
    [`multipart/form-data; boundary=x`],
  ])('%s never reaches a route of JSON unread', async (type) => {
    const answer = await asA('project/add', 'family=detection&name=by_form', { 'content-type': type });
    expect([400, 415]).toContain(answer.statusCode);
  });

  it('of a form is held to the same rules, however it is written', async () => {
    for (const type of [form, form.toUpperCase(), `${form} ; charset=utf-8`]) {
      const payload = 'account=a%00b&password=x';
      const answer = await ask('sysUser/login', { payload, headers: { 'content-type': type } }); // oxlint-disable-line no-await-in-loop
      expect([type, answer.statusCode]).toEqual([type, 400]);
    }
  });
});

it('S63 numbers that are none, or not whole, or too large are refused', async () => {
  for (const id of ['-0', '1e309', '-1e309', '9007199254740993', '1.0000001', '0x10', 'Infinity'])
    // oxlint-disable-next-line no-await-in-loop
    expect([id, (await asA('project/info', `{"id":${id}}`, json)).statusCode]).toEqual([id, 400]);
});

describe('S70 another method', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'] as const)(
    '%s does not reach a route that changes',
    async (method) => {
      const headers = { authorization: server.a.token, ...(method === 'GET' || method === 'HEAD' ? {} : json) };
      const payload = method === 'GET' || method === 'HEAD' ? {} : { payload: '{}' };
      expect((await ask('sysUser/logout', { method, headers, ...payload })).statusCode).toBe(404);
      expect((await asA('sysUser/getUserInfo', {})).json()).toMatchObject({ code: 200 });
    },
  );

  it('in a header is not followed, nor TRACE', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await ask('project/add', {
        method: 'GET',
        headers: { authorization: server.a.token, [name]: 'POST' },
      }); // oxlint-disable-line no-await-in-loop
      expect(answer.statusCode).toBe(404);
    }
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const traced = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = httpRequest({
        host: '127.0.0.1',
        port,
        method: 'TRACE',
        path: '/',
        headers: { 'x-secret': 'echo' },
      });
      sent.on('response', (answer) => {
        let text = '';
        answer.on('data', (data: Buffer) => (text += data.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode!, text }));
      });
      sent.on('error', reject);
      sent.end();
    });
    expect([404, 405]).toContain(traced.status);
    expect(traced.text).not.toContain('echo');
  });
});

it('S74 over HTTPS the browser is told to stay there; over HTTP it is not, and cookies follow', async () => {
  const secure = await testServer({ LOUPE_SECURE_COOKIE: 'true' });
  try {
    for (const [of, isSecure] of [
      [secure, true],
      [server, false],
    ] as const) {
      const payload = { account: 'anna', password: testPassword };
      const answer = await of.app.inject({ method: 'POST', url: `${base}/sysUser/login`, payload }); // oxlint-disable-line no-await-in-loop
      expect(answer.headers['strict-transport-security'] !== undefined).toBe(isSecure);
      const cookie = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('loupe_session='))!;
      expect(cookie).toMatch(/HttpOnly; .*SameSite=Lax|HttpOnly; SameSite=Lax/);
      expect(cookie.includes('Secure')).toBe(isSecure);
    }
  } finally {
    await secure.close();
  }
});
