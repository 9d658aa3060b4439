/** The commands as an operator types them: real processes, a real data folder, no server and then a running one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';

const main = path.join(import.meta.dirname, '../main.ts');
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-cli-'));
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const launch = (args: readonly string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [main, ...args], {
    env: {
      ...process.env,
      LOUPE_DATA: path.join(folder, 'data'),
      LOUPE_PORT: '0',
      LOUPE_LANG: 'en',
      LOUPE_ADMIN_PASSWORD: 'first-pass-1',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = launch(args, env);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output };
}

it('says what to do where there are no data, and how it is used', async () => {
  expect(await run(['doctor'])).toMatchObject({ code: 1, output: expect.stringContaining('no Loupe data') });
  expect(await run(['doctor'], { LOUPE_LANG: 'zh' })).toMatchObject({
    output: expect.stringContaining('没有 Loupe 的数据'),
  });
  expect(await run(['user'])).toMatchObject({ code: 2, output: expect.stringContaining('Usage') });
  expect(await run(['doctor', '--sideways'])).toMatchObject({ code: 2 });
});

it('changes no account in a database that a newer Loupe wrote', async () => {
  const database = await testDatabase();
  const data = path.join(folder, 'newer');
  mkdirSync(data);
  writeFileSync(path.join(data, 'version'), '1\n');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 99999999999999)`);
  const newer = { LOUPE_DATA: data, DATABASE_URL: database.url };
  for (const args of [['list'], ['add', 'wang']]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await run(['user', ...args], newer)).toMatchObject({
      code: 1,
      output: expect.stringContaining('written by a newer Loupe'),
    });
  }
  expect((await client.query('select account from "user"')).rows).toEqual([]);
  await client.end();
  await database.drop();
});

it('works beside a running server, on a stopped one, and restores to another folder', async () => {
  const server = launch([]);
  let output = '';
  for await (const text of server.stdout) {
    output += String(text);
    if (output.includes('Press Ctrl-C')) break;
  }
  expect(await run(['user', 'add', 'wang'])).toMatchObject({ code: 0, output: expect.stringMatching(/wang.*once/) });
  expect(await run(['user', 'add', 'wang'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('already exists'),
  });
  const to = path.join(folder, 'copy');
  expect(await run(['backup', '--to', to])).toMatchObject({ code: 0, output: expect.stringContaining('complete') });
  server.kill('SIGTERM');
  await once(server, 'exit');

  expect(await run(['user', 'disable', 'WANG'])).toMatchObject({ code: 0 });
  expect(await run(['user', 'role', 'wang', 'boss'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('super_admin'),
  });
  const list = await run(['user', 'list']);
  expect(list.output).toMatch(/admin\s+super_admin\s+enabled[^]*wang\s+engineer\s+disabled/);
  expect(await run(['doctor'])).toMatchObject({ code: 0, output: expect.stringContaining('No problems found') });
  const checked = await run(['doctor', '--backup', to]);
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('can be restored') });
  expect(await run(['doctor', '--backup', folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('not a complete'),
  });

  expect(await run(['restore', '--from', to])).toMatchObject({
    code: 1,
    output: expect.stringContaining('already contains data'),
  });
  const elsewhere = { LOUPE_DATA: path.join(folder, 'elsewhere') };
  expect(await run(['restore', '--from', to], elsewhere)).toMatchObject({ code: 0 });
  // as it was when the backup was made
  expect((await run(['user', 'list'], elsewhere)).output).toMatch(/wang\s+engineer\s+enabled/);
});
