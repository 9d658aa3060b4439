/** A backup to a disk that gets full, and a restore into one: on small file systems, where the test may mount them. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeStartError } from '../core/start-error.ts';
import { blob } from '../tables/datasets.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { emptyDatabase } from '../testing/database.ts';
import { backup } from './backup.ts';

let server: TestServer;
let place: string;
beforeAll(async () => {
  server = await testServer();
  place = mkdtempSync(path.join(tmpdir(), 'loupe-full-'));
  const { sha256 } = await server.services.blobs.put([randomBytes(3 * 1024 ** 2)]);
  await server.database.db.insert(blob).values({ sha256, bytes: 3 * 1024 ** 2, mime: 'image/png' });
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const back = (to: string) =>
  backup({ url: server.services.config.databaseUrl!, blobs: path.join(server.services.config.data, 'blobs'), to });

/** A disk of two megabytes at this folder; undefined where this account may not mount one. */
function smallDisk(name: string): string | undefined {
  const folder = path.join(place, name);
  try {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}
const told = async (work: Promise<unknown>) =>
  describeStartError(
    await work.then(
      () => 'done',
      (error: unknown) => error,
    ),
    'en',
  );

it('a backup says which disk is full and what to do, and leaves no half of its rows there', async ({ skip }) => {
  const disk = smallDisk('to');
  if (disk === undefined) return skip('no file system can be mounted here');
  expect(await told(back(disk))).toMatch(
    /^Cause: There is no room left on the disk of \S+, .+\nCure: {2}Free some space/,
  );
  expect(existsSync(path.join(disk, 'manifest.json'))).toBe(false);
  expect(readdirSync(path.join(disk, 'rows'))).toEqual([]);
  // not even its rows find room
  writeFileSync(path.join(disk, 'fill'), Buffer.alloc(1024 ** 2 * 1.9));
  expect(await told(back(disk))).toMatch(/^Cause: There is no room left/);
  expect(readdirSync(path.join(disk, 'rows'))).toEqual([]);
});

/** As an operator types it. */
async function typed(args: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts'), ...args], {
    env: { ...process.env, LOUPE_LANG: 'en', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output };
}

it('a restore says so too, also where it has no room to begin, and runs again once there is', async ({ skip }) => {
  const from = path.join(place, 'whole');
  await back(from);
  const data = smallDisk('data');
  if (data === undefined) return skip('no file system can be mounted here');
  const again = async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.drop());
    return typed(['restore', '--from', from], { LOUPE_DATA: data, DATABASE_URL: database.url });
  };
  const full = {
    code: 1,
    output: expect.stringMatching(/Cause: There is no room left on the disk of .+\nCure: {2}Free some space there and/),
  };
  expect(await again()).toMatchObject(full);
  // nothing but what a start that failed may have left
  for (const name of readdirSync(data)) rmSync(path.join(data, name), { recursive: true });
  mkdirSync(path.join(data, 'logs'));
  const { bavail, bsize } = statfsSync(data);
  writeFileSync(path.join(data, 'logs', 'full'), Buffer.alloc(bavail * bsize));
  expect(await again()).toMatchObject(full);
  execFileSync('mount', ['-o', 'remount,size=8m', data], { stdio: 'ignore' });
  // that little is free is told by the look at what was restored
  expect((await again()).output).toMatch(/Restored to .+ 1 files\).+[^]*all 1 files are present and intact/);
});
