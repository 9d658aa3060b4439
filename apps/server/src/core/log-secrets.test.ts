/** What a whole run leaves in the log: a request id in every line of a request, and no secret anywhere. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/app.ts';
import { testPassword } from '../testing/people.ts';
import { addWorld, type World } from '../testing/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await testServer();
  world = await addWorld(server, server.a);
});
afterAll(() => server.close());

it('holds no password, token, ticket or key, also when things go wrong', async () => {
  const call = server.as(server.a);
  const signedIn = await server.as()(api.login, { account: server.a.account, password: testPassword });
  const secrets = [testPassword, 'Wrong-pass-77', server.a.token, signedIn.user.token!];
  await expect(server.as()(api.login, { account: 'anna', password: secrets[1]! })).rejects.toThrow();
  await expect(call(api.changePassword, { oldPassword: secrets[1]!, newPassword: 'Fresh-pass-78' })).rejects.toThrow();
  secrets.push('Fresh-pass-78', (await call(api.socketTicket, {})).ticket);
  secrets.push((await call(api.onlineKeyCreate, { id: world.entryId })).key);
  await server.app.inject({ url: `/handler?ticket=${secrets.at(-2)!}`, headers: { authorization: secrets.at(-1)! } });
  // a failure that nobody foresaw, in the middle of a request that carries a secret
  const { pool } = server.database;
  await pool.query('alter view live.online_entry rename to gone; alter table public.online_entry rename to gone');
  await expect(call(api.onlineKeyCreate, { id: world.entryId })).rejects.toMatchObject({ code: 500 });
  await pool.query('alter view live.gone rename to online_entry; alter table public.gone rename to online_entry');

  const text = readFileSync(path.join(server.services.config.data, 'logs', 'test.jsonl'), 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const secret of secrets) expect(text).not.toContain(secret);
  const ofRequests = lines.filter(({ message }) => String(message).startsWith('request'));
  expect(ofRequests.length).toBeGreaterThan(5);
  for (const line of ofRequests) expect(line['id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines.some(({ level }) => level === 'error')).toBe(true);
});
