/** The built-in PostgreSQL: real programs, real kills. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseOtherMajor, socketFolder } from './postgres-files.ts';
import { runningPostmaster } from './postgres-stale.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { isAlive, waitUntil } from './process-identity.ts';

const folders: string[] = [];
const running: Postgres[] = [];

function dataFolder(...below: string[]): string {
  const top = mkdtempSync(path.join(tmpdir(), 'loupe-pg-'));
  chmodSync(top, 0o711);
  folders.push(top);
  const folder = path.join(top, ...below);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function start(folder: string, options: { connect?: 'tcp' } = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder: folder, durable: false, ...options });
  running.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('start and stop', () => {
  it('keeps its data over a restart, orders text by code point and is gone after stop', async () => {
    const folder = dataFolder();
    const first = await start(folder);
    await query(first.url, 'CREATE TABLE word (text text)');
    await query(first.url, `INSERT INTO word VALUES ('b'), ('a'), ('Z'), ('裂纹')`);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(folder);
    expect(await query(second.url, 'SELECT text FROM word ORDER BY text')).toEqual(['Z', 'a', 'b', '裂纹']);
  });

  it('works over 127.0.0.1 with a password where there is no socket, and refuses a wrong one', async () => {
    const postgres = await start(dataFolder(), { connect: 'tcp' });
    expect(await query(postgres.url, 'SELECT 1')).toEqual([1]);
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  });

  it('starts where the folder is too deep for the path of a socket', async () => {
    const postgres = await start(dataFolder('deep'.repeat(20), 'folder'.repeat(8)));
    expect(await query(postgres.url, 'SELECT 1')).toEqual([1]);
  });

  it('starts where the database account may not pass a parent folder', async () => {
    const folder = dataFolder('closed', 'data');
    chmodSync(path.dirname(folder), 0o700);
    const postgres = await start(folder);
    expect(await query(postgres.url, 'SELECT 1')).toEqual([1]);
    const asRoot = process.getuid?.() === 0;
    expect(existsSync(path.join(folder, 'pg.location'))).toBe(asRoot);
    if (asRoot) folders.push(new URL(postgres.url).searchParams.get('host')!.replace(/\/\d+$/, ''));
  });
});

describe('after a kill', () => {
  it('starts again when the whole database was killed, with what it had acknowledged', async () => {
    const folder = dataFolder();
    for (let round = 1; round <= 3; round++) {
      const postgres = await start(folder);
      await query(postgres.url, 'CREATE TABLE IF NOT EXISTS n (i int)');
      await query(postgres.url, `INSERT INTO n VALUES (${round})`);
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.ended;
      running.length = 0;
    }
    const last = await start(folder);
    expect(await query(last.url, 'SELECT i FROM n ORDER BY i')).toEqual([1, 2, 3]);
  });

  it('stops a database that lived on, and takes its place', async () => {
    const folder = dataFolder();
    const survivor = await start(folder);
    await query(survivor.url, 'CREATE TABLE kept (i int)');
    const next = await start(folder);
    await survivor.ended;
    expect(isAlive(survivor.pid)).toBe(false);
    expect(await query(next.url, 'SELECT count(*)::int FROM kept')).toEqual([0]);
  });

  it('does not take another program for a database because it has the number of the old one', async () => {
    const folder = dataFolder();
    const first = await start(folder);
    const [file] = await query(first.url, 'SHOW data_directory');
    await first.stop();
    writeFileSync(path.join(String(file), 'postmaster.pid'), `${process.pid}\n${String(file)}\n`);
    expect(runningPostmaster(String(file))).toBeUndefined();
    const second = await start(folder);
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it.runIf(process.platform === 'linux')(
    'leaves the original alone when it starts on a copy at its place',
    async () => {
      const folder = dataFolder('data');
      const original = await start(folder);
      await query(original.url, 'CREATE TABLE kept (i int)');
      process.kill(-original.pid, 'SIGSTOP');
      try {
        renameSync(folder, `${folder}-moved`);
        execFileSync('cp', ['-a', `${folder}-moved`, folder]);
      } finally {
        process.kill(-original.pid, 'SIGCONT');
      }
      const copy = await start(folder);
      expect(copy.pid).not.toBe(original.pid);
      expect(await query(copy.url, 'SELECT count(*)::int FROM kept')).toEqual([0]);
      expect(isAlive(original.pid)).toBe(true);
    },
  );

  it('starts over when the first start was cut off in the middle of making the cluster', async () => {
    const folder = dataFolder();
    mkdirSync(path.join(folder, 'pg', '18.new', 'base'), { recursive: true });
    const postgres = await start(folder);
    expect(await query(postgres.url, 'SELECT 1')).toEqual([1]);
  });
});

describe('places', () => {
  it('refuses data of another major version', () => {
    const home = dataFolder();
    mkdirSync(path.join(home, '17'));
    writeFileSync(path.join(home, '17', 'PG_VERSION'), '17\n');
    expect(() => refuseOtherMajor(home, 18)).toThrow(/belongs to PostgreSQL 17/);
    expect(() => refuseOtherMajor(home, 17)).not.toThrow();
  });

  it('does not use a short socket folder that others may enter', async () => {
    const deep = path.join(dataFolder(), 'x'.repeat(120));
    const temporary = dataFolder();
    mkdirSync(deep);
    const good = socketFolder(deep, 5432, temporary);
    expect(good).toMatch(/loupe-/);
    expect(socketFolder(deep, 5432, temporary)).toBe(good);
    // a copy that takes the place of the original, whose database goes on
    renameSync(deep, `${deep.slice(0, -1)}y`);
    mkdirSync(deep);
    expect(socketFolder(deep, 5432, temporary)).not.toBe(good);
    rmSync(deep, { recursive: true });
    renameSync(`${deep.slice(0, -1)}y`, deep);
    chmodSync(good!, 0o777);
    expect(socketFolder(deep, 5432, temporary)).toBeUndefined();
    expect(await waitUntil(() => existsSync(good!), 0)).toBe(true);
  });
});
