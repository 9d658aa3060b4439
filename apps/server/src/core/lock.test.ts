/** The data folder's lock, with real processes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
const children: ChildProcess[] = [];
const lockModule = path.join(import.meta.dirname, 'lock.ts');
/** Takes the lock, says so, and does what it is told: `stop` announces and lets go a moment later. */
const program = `
  import { takeLock } from ${JSON.stringify(lockModule)};
  try {
    const lock = await takeLock(process.argv[2]);
    process.on('message', () => { lock.announceStop(); process.send('stopping'); setTimeout(() => { lock.release(); process.exit(); }, 300); });
    process.send('taken');
  } catch (error) { process.send(error.message); process.exit(1); }
`;

async function holder(): Promise<{ child: ChildProcess; word: string }> {
  const child = fork(path.join(folder, 'holder.mjs'), [folder], { execPath: process.execPath });
  children.push(child);
  const [word] = (await once(child, 'message')) as [string];
  return { child, word };
}

const holderOf = (place: string): unknown =>
  (JSON.parse(readFileSync(path.join(place, 'lock'), 'utf8')) as { pid: number }).pid;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-lock-'));
  // Once: a child that reads it while it is written again finds it empty, and never says a word.
  writeFileSync(path.join(folder, 'holder.mjs'), program);
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('refuses a second server at once and names the first', async () => {
  const { child } = await holder();
  await expect(takeLock(folder)).rejects.toThrow(new RegExp(`process ${child.pid}`));
});

it('is free after release', async () => {
  const first = await takeLock(folder);
  first.release();
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  (await takeLock(folder)).release();
});

it('goes to the next server after a kill', async () => {
  const { child } = await holder();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await takeLock(folder);
  expect(JSON.parse(readFileSync(path.join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  lock.release();
});

it('waits for a server that is already stopping', async () => {
  const { child } = await holder();
  child.send('stop');
  await once(child, 'message');
  const lock = await takeLock(folder);
  expect(holderOf(folder)).toBe(process.pid);
  lock.release();
});

it.runIf(process.platform === 'linux')('is not fooled by another process with the same number', async () => {
  const first = await takeLock(folder);
  const file = path.join(folder, 'lock');
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  first.release();
  writeFileSync(file, JSON.stringify({ ...own, startTime: '1' }));
  const second = await takeLock(folder);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, startTime: own['startTime'] });
  second.release();
});

/** A lock of another machine in a folder of its own; `ahead`: by how much its clock is ahead of ours, in milliseconds. */
function lockElsewhere(ahead: number) {
  const place = mkdtempSync(path.join(folder, 'shared-'));
  const file = path.join(place, 'lock');
  const since = new Date().toISOString();
  writeFileSync(file, JSON.stringify({ pid: 1, startTime: '', host: 'elsewhere', since, state: 'running' }));
  const beat = () => utimesSync(file, new Date(Date.now() + ahead), new Date(Date.now() + ahead));
  beat();
  return { place, beat };
}
const anHour = 3_600_000;

it('respects a server on another machine while its heart beats, whatever the clocks say', async () => {
  await expect(takeLock(lockElsewhere(0).place)).rejects.toThrow(/machine elsewhere/);
  const all = [-anHour, anHour].map(async (ahead) => {
    const { place, beat } = lockElsewhere(ahead);
    const beating = setInterval(beat, 1000);
    try {
      await expect(takeLock(place)).rejects.toThrow(/machine elsewhere/);
    } finally {
      clearInterval(beating);
    }
  });
  await Promise.all(all);
});

it('does not wait for the clock where one of another machine is dead: it stood still, or ours was set back', async () => {
  const all = [-anHour, anHour].map(async (ahead) => {
    const { place } = lockElsewhere(ahead);
    const lock = await takeLock(place);
    const now = holderOf(place);
    lock.release();
    return now;
  });
  expect(await Promise.all(all)).toEqual([process.pid, process.pid]);
});

it('takes a lock file that a crash left unreadable', async () => {
  writeFileSync(path.join(folder, 'lock'), '{"pid": 1');
  const lock = await takeLock(folder);
  expect(holderOf(folder)).toBe(process.pid);
  lock.release();
});

it('goes to exactly one of many that find a dead one at the same time', async () => {
  writeFileSync(path.join(folder, 'lock'), '{}');
  const all = await Promise.all(Array.from({ length: 6 }, holder));
  expect(all.filter(({ word }) => word === 'taken')).toHaveLength(1);
});

it('does not keep a server out of a copy of the folder while the original is in use', async () => {
  const { child } = await holder();
  const copy = mkdtempSync(path.join(folder, 'copy-'));
  copyFileSync(path.join(folder, 'lock'), path.join(copy, 'lock'));
  (await takeLock(copy)).release();
  await expect(takeLock(folder)).rejects.toThrow(new RegExp(`process ${child.pid}`));
});
