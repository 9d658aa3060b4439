import { api, limits } from '@loupe/contract';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, forLog } from './core/failure.ts';
import { testServer, type TestServer } from './testing/app.ts';
import { addMaterial } from './testing/material.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => {
  await server.close();
});

const base = '/api/qic/v1';
interface Options {
  headers?: Record<string, string>;
  payload?: string | Buffer | object;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
}
const ask = (url: string, { headers = {}, payload, method = 'POST' }: Options = {}) =>
  server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const asA = (url: string, payload: string | Buffer | object, headers: Record<string, string> = {}) =>
  ask(`${base}/${url}`, { payload, headers: { authorization: server.a.token, ...headers } });
const json = { 'content-type': 'application/json' };

describe('answers', () => {
  it('are envelopes; what the client reads from the body comes with 200, the rest with its status', async () => {
    const list = await asA('project/pageList', {});
    expect([list.statusCode, list.json()]).toEqual([
      200,
      {
        code: 200,
        msg: '操作成功',
        en_msg: 'operation success',
        data: { list: [], total: 0, pageNum: 1, pageSize: 20 },
      },
    ]);
    const none = await ask(`${base}/project/pageList`, { payload: {} });
    expect([none.statusCode, none.json()]).toEqual([
      200,
      { code: 10010, msg: '当前账号已掉线，请重新登录', en_msg: 'The current account is offline', data: null },
    ]);
    const missing = await asA('project/info', { id: 999_999 });
    expect([missing.statusCode, missing.json().code]).toEqual([404, 404]);
    const forbidden = await asA('sys/user/list', {});
    expect([forbidden.statusCode, forbidden.json()]).toMatchObject([403, { code: 403, en_msg: 'Permission denied' }]);
  });

  it('carry the security headers, a request id and no-store, errors too', async () => {
    // the last two are refused by the router itself, before any hook
    for (const url of [`${base}/project/pageList`, `${base}/nothing/here`, '/', '/%', '/%ff']) {
      const { headers } = await ask(url, { payload: {} }); // oxlint-disable-line no-await-in-loop
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
    }
  });

  it('of an unknown address are the 404 envelope for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await ask(`${base}/project/pageLists`, { method }); // oxlint-disable-line no-await-in-loop
      expect([answer.statusCode, answer.json().code]).toEqual([404, 404]);
    }
    expect((await ask(`${base}/project/pageList`, { method: 'GET' })).statusCode).toBe(404);
  });

  it('describe the API and the health without a session', async () => {
    const description = (await ask(`${base}/openapi.json`, { method: 'GET' })).json();
    expect(description.openapi).toBe('3.1.0');
    const operations = Object.values<Record<string, { operationId: string }>>(description.paths);
    expect(operations.map((one) => Object.values(one)[0]!.operationId).sort()).toEqual(Object.keys(api).sort());
    expect((await ask('/health', { method: 'GET' })).json()).toMatchObject({ ok: true });
  });
});

describe('bad requests', () => {
  it('are refused as 400, naming the field, whatever is wrong', async () => {
    const bad: unknown[] = [
      { pageNum: 0 },
      { pageNum: -1 },
      { pageNum: 1e12 },
      { pageNum: 1.5 },
      { pageNum: '1' },
      { pageNum: [1] },
      { pageNum: null },
      { pageSize: limits.pageSizeMax + 1 },
      { sort: 'passwordHash' },
      { sort: ['name'] },
      { name: { $ne: 1 } },
      { name: 'x'.repeat(101) },
      { name: 'a\0b' },
      { family: 'ocr-or-so' },
    ];
    for (const input of bad) {
      const answer = await asA('project/pageList', input as object); // oxlint-disable-line no-await-in-loop
      expect([input, answer.statusCode, answer.json().code]).toEqual([input, 400, 400]);
    }
    const answer = await asA('project/pageList', { pageNum: 0 });
    expect(answer.json()).toMatchObject({ en_msg: expect.stringMatching(/^Check your input: pageNum /), data: null });
    for (const id of [0, -1, 1.5, 2 ** 53, '1', [1], {}, null, true])
      expect((await asA('project/info', { id })).statusCode).toBe(400); // oxlint-disable-line no-await-in-loop
    expect((await asA('project/info', '{"id":1e309}', json)).statusCode).toBe(400);
    expect((await asA('project/info', { id: limits.idMax })).statusCode).toBe(404);
  });

  it('take search texts literally', async () => {
    const call = server.as(server.b);
    await call(api.projectAdd, { family: 'detection', name: 'a_b' });
    await call(api.projectAdd, { family: 'detection', name: 'axb' });
    const names = async (name: string) => (await call(api.projectList, { name })).list.map((one) => one.name);
    expect(await names('_')).toEqual(['a_b']);
    expect(await names('A_B')).toEqual(['a_b']);
    for (const text of ['%', '\\', "' OR 1=1--", '🙂', '\ud800']) expect(await names(text)).toEqual([]); // oxlint-disable-line no-await-in-loop
  });

  it('that are no JSON, no UTF-8, too deep, too large or of another kind are told apart', async () => {
    const status = async (payload: string | Buffer | object, headers: Record<string, string>) =>
      (await asA('project/pageList', payload, headers)).statusCode;
    expect(await status('{"a":', json)).toBe(400);
    expect(await status('NaN', json)).toBe(400);
    expect((await asA('project/pageList', '{"a":NaN}', json)).json().en_msg).toContain(
      "not JSON: Unexpected token 'N'",
    );
    expect(await status('"text"', json)).toBe(400);
    expect(await status('[]', json)).toBe(400);
    expect(await status('null', json)).toBe(200);
    expect(await status('', json)).toBe(200);
    expect(await status(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json)).toBe(400);
    expect(await status('['.repeat(10_000), json)).toBe(400);
    expect(await status(`{"name":${'['.repeat(500)}${']'.repeat(500)}}`, json)).toBe(400);
    expect(await status('{"__proto__":{"admin":true}}', json)).toBe(400);
    expect(await status('{"constructor":{"prototype":{"x":1}}}', json)).toBe(400);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(await status(`{"name":"${'x'.repeat(1024 * 1024)}"}`, json)).toBe(413);
    expect(await status('{}', { 'content-type': 'text/plain' })).toBe(415);
    expect(await status('{}', { 'content-type': 'application/xml' })).toBe(415);
    expect(await status('pageNum=1', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
    const large = await asA('project/pageList', `{"name":"${'x'.repeat(1024 * 1024)}"}`, json);
    expect(large.json()).toMatchObject({ code: 413, en_msg: expect.stringContaining('1 MiB') });
    const login = await ask(`${base}/sysUser/login`, {
      payload: 'account=a%00b&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(login.statusCode).toBe(400);
    const twice = await ask(`${base}/sysUser/login`, {
      payload: 'account=a&account=b&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(twice.statusCode).toBe(400);
  });

  it('with broken addresses or queries never reach a 5xx', async () => {
    for (const url of [
      '/%',
      '/%ff',
      `${base}/%00`,
      `${base}/dataset/picture/file?id=%00`,
      `${base}/dataset/picture/file?id=1&id=2`,
      `/${'x'.repeat(5000)}`,
      '//',
      '/..%2f..%2fetc/passwd',
    ]) {
      const answer = await ask(url, { method: 'GET', headers: { authorization: server.a.token } }); // oxlint-disable-line no-await-in-loop
      expect([url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([url, true]);
    }
  });

  it('with names outside the rule are refused, and names with HTML are just names that break the rule', async () => {
    for (const name of [
      '',
      '  ',
      'x'.repeat(51),
      '<img>',
      '"; rm -rf /"',
      '--flag',
      '$(id)',
      'a b',
      '..',
      'a/b',
      '零\u200b宽',
      '🙂',
      'a\0',
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect([name, (await asA('project/add', { family: 'detection', name })).statusCode]).toEqual([name, 400]);
  });
});

describe('multipart forms', () => {
  const form = (body: string) =>
    asA('dataset/picture/upload', Buffer.from(body), { 'content-type': 'multipart/form-data; boundary=xyz' });
  const field = (value: string) => `--xyz\r\ncontent-disposition: form-data; name="input"\r\n\r\n${value}\r\n`;
  const file = (name: string, value: string) =>
    `--xyz\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${value}\r\n`;

  it('that break off, have no boundary, too many parts or no JSON are refused, and leave nothing behind', async () => {
    const { folderId } = await addMaterial(server.services, server.a, { images: 1 });
    const input = field(JSON.stringify({ folderId }));
    const bodies = [
      '',
      'no boundary at all',
      input,
      `${input}${file('a.png', 'cut')}`,
      `${input}--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\ncut off`,
      `${field('{"folderId":')}--xyz--\r\n`,
      `${field('[1]')}--xyz--\r\n`,
      `${file('a.png', 'before the input').repeat(3)}--xyz--\r\n`,
      `${input.repeat(200)}--xyz--\r\n`,
      `${input}${file('a.png', 'x').repeat(200)}--xyz--\r\n`,
    ];
    for (const body of bodies) {
      const answer = await form(body); // oxlint-disable-line no-await-in-loop
      const isRefused =
        answer.statusCode === 200 ? answer.json().code === 610 || !answer.json().data.added?.length : true;
      expect([body.slice(0, 300), answer.statusCode < 500, isRefused]).toEqual([body.slice(0, 300), true, true]);
    }
    const noBoundary = await asA('dataset/picture/upload', Buffer.from('x'), { 'content-type': 'multipart/form-data' });
    expect(noBoundary.statusCode).toBeLessThan(500);
    // its parser searches for nothing that long
    const longBoundary = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(253)}` };
    expect((await asA('dataset/picture/upload', Buffer.from('x'), longBoundary)).statusCode).toBe(400);
    expect((await asA('dataset/picture/upload', { folderId })).statusCode).toBe(415);
    expect(
      existsSync(path.join(server.services.config.data, 'blobs/tmp'))
        ? readdirSync(path.join(server.services.config.data, 'blobs/tmp'))
        : [],
    ).toEqual([]);
  });
});

describe('requests from other sites', () => {
  it('are refused by Origin or Sec-Fetch-Site; programs and the own page pass', async () => {
    const status = async (headers: Record<string, string>) =>
      (
        await ask(`${base}/project/pageList`, {
          payload: {},
          headers: { cookie: `loupe_session=${server.a.token}`, host: 'loupe.test:7373', ...headers },
        })
      ).statusCode;
    expect(await status({})).toBe(200);
    expect(await status({ origin: 'http://loupe.test:7373' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ origin: 'http://loupe.test' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    const preflight = await ask(`${base}/project/pageList`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('failures', () => {
  const fails = (code: string, extra: object = {}) =>
    failureOf(
      Object.assign(new Error('Failed query', { cause: Object.assign(new Error('x'), { code, ...extra }) }), {
        query: 'select',
      }),
      1024,
      'id',
    );

  it('of the database become 503, 409 or 400, and never carry what the database said', () => {
    expect(fails('53100')).toMatchObject({
      status: 503,
      body: { code: 503, en_msg: expect.stringContaining('disk is full') },
    });
    for (const code of ['57P01', '57P03', '08006', '53300', '57014', '55000', '28P01', '3D000'])
      expect(fails(code)).toMatchObject({ status: 503, retryAfter: 5 });
    expect(fails('ECONNREFUSED', { syscall: 'connect' }).status).toBe(503);
    expect(failureOf(new Error('Connection terminated unexpectedly'), 0, 'id').status).toBe(503);
    expect(failureOf(new Error('timeout exceeded when trying to connect'), 0, 'id').status).toBe(503);
    for (const code of ['40001', '40P01', '23505', '23503']) expect(fails(code).status).toBe(409);
    for (const code of ['22003', '22021', '22P05', '54001']) expect(fails(code).status).toBe(400);
    expect(fails('42P01')).toMatchObject({
      status: 500,
      body: { code: 500, data: { requestId: 'id' } },
      unexpected: true,
    });
    expect(fails('ENOENT').status).toBe(500);
  });

  it('are logged without the values of a query', async () => {
    const error = Object.assign(new Error('Failed query: select $1\nparams: top-secret'), {
      query: 'select $1',
      params: ['top-secret'],
      cause: Object.assign(new Error('syntax error'), { code: '42601', detail: 'Key (phone)=(top-secret)' }),
    });
    expect(JSON.stringify(forLog(error))).not.toContain('top-secret');
    expect(JSON.stringify(forLog(error))).toContain('42601');
  });

  it('that nobody foresaw answer 500 with a request id, in both languages, and are in the log under it', async () => {
    const own = await testServer();
    try {
      await own.database.pool.query('alter table project rename column description to gone');
      const answer = await own.app.inject({
        method: 'POST',
        url: `${base}/project/add`,
        payload: { family: 'detection', name: 'secret_name' },
        headers: { authorization: own.a.token },
      });
      expect(answer.statusCode).toBe(500);
      const { requestId } = answer.json().data as { requestId: string };
      expect(requestId).toBe(answer.headers['x-request-id']);
      expect(answer.body).not.toMatch(/gone|column|select|insert|node_modules/);
      const log = readFileSync(path.join(own.services.config.data, 'logs/test.jsonl'), 'utf8');
      const line = log.split('\n').find((one) => one.includes(requestId) && one.includes('"error"'));
      expect(line).toContain('42703');
      expect(log).not.toContain('secret_name');
      expect(log).not.toContain(own.a.token);
    } finally {
      await own.close();
    }
  });

  it('of a database that goes away are 503, and all is well again when it is back', async () => {
    const own = await testServer();
    try {
      const name = new URL(own.services.config.databaseUrl!).pathname.slice(1);
      const admin = new pg.Client({ connectionString: own.services.config.databaseUrl!.replace(name, 'postgres') });
      await admin.connect();
      const list = () =>
        own.app.inject({
          method: 'POST',
          url: `${base}/project/pageList`,
          payload: {},
          headers: { authorization: own.a.token },
        });
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      const away = await list();
      expect([away.statusCode, away.json().code]).toEqual([503, 503]);
      expect(away.headers['retry-after']).toBe('5');
      await admin.query(`alter database ${name} allow_connections true`);
      await admin.end();
      // a connection of the pool that was cut is noticed when it is next used, at the latest
      await expect.poll(async () => (await list()).statusCode, { timeout: 20_000 }).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('raw sockets', () => {
  it('with a request that is no HTTP are answered 400 and closed', async () => {
    const own = await testServer();
    try {
      await own.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = own.app.server.address() as AddressInfo;
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc'),
        );
        let text = '';
        socket.on('data', (data) => (text += data.toString()));
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    } finally {
      await own.close();
    }
  });
});
