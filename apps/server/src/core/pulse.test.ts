/** PostgreSQL is there but frozen: calls, the health and the check-up say so instead of hanging; what runs for long goes on. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { doctor } from '../operations/doctor.ts';
import type { Finding } from '../operations/finding.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { migrate, openDatabase } from './db.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { watchPulse, type Pulse } from './pulse.ts';

let folder: string;
let postgres: Postgres;
let server: TestServer;
let pulse: Pulse;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-frozen-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ dataFolder: folder, durable: false });
  await migrate(postgres.url);
  server = await testServer({}, { url: postgres.url, drop: async () => undefined });
  pulse = watchPulse(postgres.url, server.database.pool, () => undefined);
}, 120_000);
afterAll(async () => {
  await pulse.stop();
  await server.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every process of the database; thaw with the function that comes back. */
async function freeze(): Promise<() => void> {
  const { rows } = await server.database.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [postgres.pid, ...rows.map(({ pid }) => pid)];
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, signal);
  };
  send('SIGSTOP');
  return () => send('SIGCONT');
}

const list = async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/qic/v1/project/pageList',
    payload: {},
    headers: { authorization: server.a.token },
  });
  return answer.statusCode;
};
const health = async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/health' });
  return [answer.statusCode, answer.json<{ database: string }>().database];
};

it.skipIf(process.platform === 'win32')(
  'while it is frozen calls are 503; when it goes on all is well again',
  async () => {
    expect([await list(), await health()]).toEqual([200, [200, 'ok']]);
    // as in the worker: its connections are nobody's to cut
    const worker = openDatabase(postgres.url);
    const client = await worker.pool.connect();
    await client.query('begin');
    const long = client.query('select pg_sleep(1), 7 as seven');
    const thaw = await freeze();
    try {
      // more of them than there are connections
      const calls = await Promise.all(Array.from({ length: 15 }, list));
      expect(calls).toEqual(calls.map(() => 503));
      expect(await health()).toEqual([503, 'down']);
      const findings: Finding[] = [];
      expect(await doctor({ url: postgres.url, data: folder, answerMs: 500 }, (one) => findings.push(one))).toBe(1);
      expect(findings.map(({ level, en }) => [level, en])).toEqual([
        ['error', expect.stringMatching(/database does not answer/)],
      ]);
      expect(await list()).toBe(503);
    } finally {
      thaw();
    }
    expect((await long).rows[0]).toMatchObject({ seven: 7 });
    await client.query('commit');
    client.release();
    await worker.close();
    await expect.poll(list, { timeout: 30_000 }).toBe(200);
    expect(await health()).toEqual([200, 'ok']);
  },
);

it.skipIf(process.platform === 'win32')('the check-up after a restore waits for a database that is busy', async () => {
  const thaw = await freeze();
  const findings: Finding[] = [];
  const examined = doctor({ url: postgres.url, data: folder, quick: true }, (one) => findings.push(one));
  // longer than the pulse waits
  await new Promise((resolve) => setTimeout(resolve, 4500));
  thaw();
  expect([await examined, findings.filter(({ level }) => level === 'error')]).toEqual([0, []]);
});

it('a long query of the api is not cut while the database answers', async () => {
  const { rows } = await server.database.pool.query('select pg_sleep(6), 7 as seven');
  expect(rows[0]).toMatchObject({ seven: 7 });
});
