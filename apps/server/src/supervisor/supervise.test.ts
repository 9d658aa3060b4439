/** The whole program as a person starts it: real processes, real database, real signals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAlive, waitUntil } from '../core/process-identity.ts';
import { runningPostmaster } from '../core/postgres-stale.ts';

const main = path.join(import.meta.dirname, '../main.ts');
/** Several programs start in each test; a busy machine may take long, and only a hang should end the wait. */
const patienceMs = 120_000;
vi.setConfig({ testTimeout: 400_000 });
let folder: string;
const started: Server[] = [];

interface Server {
  readonly process: ChildProcess;
  output(): string;
  url(): string;
}

function launch(env: Record<string, string> = {}): Server {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOUPE_PORT: '0', LOUPE_LANG: 'en', DATABASE_URL: '', LOUPE_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  child.stdout!.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr!.on('data', (text: Buffer) => (output += text.toString()));
  const server = { process: child, output: () => output, url: () => /http:\/\/\S+/.exec(output)?.[0] ?? '' };
  started.push(server);
  return server;
}

const isReady = (server: Server) => server.output().includes('Press Ctrl-C');
async function launchReady(env: Record<string, string> = {}): Promise<Server> {
  const server = launch(env);
  await waitUntil(() => isReady(server) || server.process.exitCode !== null, patienceMs);
  expect(server.output()).toContain('Loupe is ready');
  return server;
}

const postmaster = () => runningPostmaster(path.join(folder, 'pg', '18'));
const health = async (url: string) => (await fetch(`${url}/health`)).status;

/** Processes of this test's server: those whose environment names its data folder. */
function children(server: Server): number[] {
  const file = `/proc/${server.process.pid}/task/${server.process.pid}/children`;
  return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

async function exitOf(server: Server): Promise<number | null> {
  if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, 'exit');
  return server.process.exitCode;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'loupe-run-'));
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  for (const server of started.splice(0)) {
    if (server.process.exitCode === null && server.process.signalCode === null) {
      server.process.kill('SIGTERM');
      await exitOf(server);
    }
  }
  const left = postmaster();
  if (left) process.kill(left, 'SIGQUIT');
  await waitUntil(() => postmaster() === undefined, patienceMs);
  rmSync(folder, { recursive: true, force: true });
});

const isLinux = process.platform === 'linux';

it.runIf(isLinux)(
  'starts everything, prints one address, answers, and leaves nothing behind after SIGTERM',
  async () => {
    const server = await launchReady();
    expect(server.output().match(/http:\/\//g)).toHaveLength(1);
    expect(await health(server.url())).toBe(200);
    expect(JSON.parse(readFileSync(path.join(folder, 'run/server.json'), 'utf8'))).toEqual({ url: server.url() });
    const all = children(server);
    expect(all).toHaveLength(3);
    server.process.kill('SIGTERM');
    expect(await exitOf(server)).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
    expect(postmaster()).toBeUndefined();
    expect(() => readFileSync(path.join(folder, 'lock'))).toThrow(/ENOENT/);
  },
);

it.runIf(isLinux)('refuses a second server on the same data folder and leaves the first alone', async () => {
  const first = await launchReady();
  const second = launch();
  expect(await exitOf(second)).toBe(1);
  expect(second.output()).toMatch(new RegExp(`process ${first.process.pid}[^]*LOUPE_DATA`));
  expect(await health(first.url())).toBe(200);
});

it.runIf(isLinux)('starts again after kill -9 of the main process, and its children do not outlive it', async () => {
  const first = await launchReady();
  const orphans = children(first).filter((pid) => /api\.ts|worker\.ts/.test(commandOf(pid)));
  expect(orphans).toHaveLength(2);
  const port = new URL(first.url()).port;
  first.process.kill('SIGKILL');
  await exitOf(first);
  const second = await launchReady({ LOUPE_PORT: port });
  expect(await health(second.url())).toBe(200);
  expect(new URL(second.url()).port).toBe(port);
  expect(await waitUntil(() => !orphans.some(isAlive), patienceMs)).toBe(true);
});

it.runIf(isLinux)('brings back a killed child and a killed database', async () => {
  const server = await launchReady();
  const api = children(server).find((pid) => commandOf(pid).includes('api.ts'))!;
  const worker = children(server).find((pid) => commandOf(pid).includes('worker.ts'))!;
  process.kill(worker, 'SIGKILL');
  await waitUntil(
    () => children(server).some((pid) => pid !== worker && commandOf(pid).includes('worker.ts')),
    patienceMs,
  );
  expect(children(server).filter((pid) => commandOf(pid).includes('worker.ts'))).toHaveLength(1);

  const database = postmaster()!;
  process.kill(database, 'SIGKILL');
  await waitUntil(() => (postmaster() ?? database) !== database, patienceMs);
  await expect.poll(() => health(server.url()), { timeout: patienceMs }).toBe(200);
  expect(isAlive(api)).toBe(true);
});

it.runIf(isLinux)('stops when the program that started it is gone', async () => {
  const server = await launchReady();
  server.process.disconnect();
  expect(await exitOf(server)).toBe(0);
  expect(postmaster()).toBeUndefined();
});

it.runIf(isLinux)('says which program setting is in the way when the port is taken, and cleans up', async () => {
  const first = await launchReady();
  const other = mkdtempSync(path.join(tmpdir(), 'loupe-run-'));
  chmodSync(other, 0o711);
  try {
    const second = launch({ LOUPE_DATA: other, LOUPE_PORT: new URL(first.url()).port });
    expect(await exitOf(second)).toBe(1);
    expect(second.output()).toMatch(/Port \d+ on 127\.0\.0\.1 is in use[^]*LOUPE_PORT/);
    expect(runningPostmaster(path.join(other, 'pg', '18'))).toBeUndefined();
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});
