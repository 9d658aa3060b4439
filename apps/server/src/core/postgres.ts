/** Runs the real PostgreSQL as a child, on a folder of its own: made at the first start, recovered after any kill. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { clearStale, runningPostmaster, stopPostmaster } from './postgres-stale.ts';
import {
  type Binaries,
  clusterHome,
  findBinaries,
  program,
  refuseOtherMajor,
  runAs,
  socketFolder,
} from './postgres-files.ts';
import { startError } from './start-error.ts';

const runFile = promisify(execFile);

export interface PostgresOptions {
  /** The data folder; the cluster lies in its `pg/<major>/`. */
  readonly dataFolder: string;
  /** LOUPE_PG_BIN. */
  readonly binFolder?: string | undefined;
  /** False only for tests: nothing is synced to disk, and a power cut loses everything. */
  readonly durable?: boolean;
  /** `tcp`: no socket, 127.0.0.1 and a password, as on Windows. */
  readonly connect?: 'socket' | 'tcp';
}

export interface Postgres {
  /** Address of the database `loupe`, for `pg` and everything built on it. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process ends, wanted or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const user = 'loupe';
const socketPort = 5432;
const maxLogBytes = 10 * 1024 * 1024;

/** Made at the first start; trusted on the private socket, asked for on TCP. */
function passwordOf(home: string): string {
  const file = path.join(home, 'password');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Creates the cluster beside its place and renames it there: a killed first start leaves nothing half-made. */
async function makeCluster(binaries: Binaries, cluster: string, password: string, durable: boolean): Promise<void> {
  const part = `${cluster}.new`;
  const passwordFile = `${cluster}.pw`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs) {
    chownSync(part, runAs.uid, runAs.gid);
    chownSync(passwordFile, runAs.uid, runAs.gid);
  }
  // PostgreSQL's own C.UTF-8 (from 17 on) is the same on every system and never changes under an index.
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C'];
  const args = ['-D', part, '-U', user, '-E', 'UTF8', ...locale, '--auth-local=trust', '--auth-host=scram-sha-256'];
  const quick = durable ? [] : ['--no-sync'];
  try {
    await runFile(program(binaries, 'initdb'), [...args, `--pwfile=${passwordFile}`, '--no-instructions', ...quick], {
      ...runAs,
      cwd: path.parse(part).root,
    });
    renameSync(part, cluster);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const why = stderr?.trim() || message;
    throw startError({
      en: [
        `The database could not be created in ${cluster}: ${why}`,
        'Check the free space and permissions of that folder, then start again.',
      ],
      zh: [`无法在 ${cluster} 创建数据库：${why}`, '请检查该目录的剩余空间和权限，然后重新启动。'],
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

function openLogFile(home: string): { file: string; handle: number } {
  const file = path.join(home, 'postgres.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`);
  return { file, handle: openSync(file, 'a', 0o640) };
}

function flags(durable: boolean, sockets: string | undefined, port: number): string[] {
  const set = (name: string, value: string) => ['-c', `${name}=${value}`];
  const quick = ['fsync', 'full_page_writes'].flatMap((name) => set(name, 'off'));
  return [
    '-p',
    String(port),
    '-k',
    sockets ?? '',
    ...set('listen_addresses', sockets ? '' : '127.0.0.1'),
    ...set('unix_socket_permissions', '0700'),
    ...set('max_connections', '100'),
    ...set('jit', 'off'),
    ...set('timezone', 'UTC'),
    ...(durable ? [] : quick),
  ];
}

/** Ready, according to the status line that PostgreSQL keeps in its pid file (what pg_ctl looks at, too). */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One attempt to start. Resolves to undefined when the process ended before it was ready. */
async function launch(binaries: Binaries, cluster: string, args: string[], log: number) {
  const child = spawn(program(binaries, 'postgres'), ['-D', cluster, ...args], {
    ...runAs,
    cwd: path.parse(cluster).root,
    stdio: ['ignore', log, log],
    // A session of its own: Ctrl-C at the terminal must not end the database before those who use it.
    detached: true,
    windowsHide: true,
  });
  let running = true;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  }).then(() => {
    running = false;
  });
  // Recovery after a kill may take minutes on a large database: wait as long as the process lives.
  while (running && !isReady(cluster, child.pid ?? 0)) await pause(20);
  return running ? { pid: child.pid!, ended, isGone: () => !running } : undefined;
}

const logTail = (file: string, from: number) =>
  readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-6).join('\n');

/** Address of the database that runs on the data folder now, for another process of the same account. */
export function runningPostgres(dataFolder: string): string | undefined {
  const home = clusterHome(dataFolder);
  for (const name of readdirSync(home).filter((one) => /^\d+$/.test(one))) {
    const cluster = path.join(home, name);
    const pid = runningPostmaster(cluster);
    if (pid === undefined || !isReady(cluster, pid)) continue;
    // its fourth line is the port, its fifth the folder of the socket
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return addressOf(Number(lines[3]), lines[4]?.trim() || undefined, passwordOf(home));
  }
  return undefined;
}

const addressOf = (port: number, sockets: string | undefined, password: string): string =>
  sockets
    ? `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(sockets)}`
    : `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

/** Starts PostgreSQL on the data folder; a database that survived a killed server is stopped first. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const durable = options.durable ?? true;
  const binaries = await findBinaries(options.binFolder);
  const home = clusterHome(options.dataFolder);
  refuseOtherMajor(home, binaries.major);
  const cluster = path.join(home, String(binaries.major));
  const password = passwordOf(home);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await makeCluster(binaries, cluster, password, durable);
  chmodSync(cluster, 0o700);
  const sockets = options.connect === 'tcp' ? undefined : socketFolder(cluster, socketPort);
  await clearStale(cluster, sockets);

  const log = openLogFile(home);
  const before = statSync(log.file).size;
  let started: Awaited<ReturnType<typeof launch>>;
  let port = socketPort;
  // Sessions of a killed postmaster need a moment to notice and let go of the shared memory; a TCP port can be snatched.
  for (let attempt = 0; !started && attempt < 8; attempt++) {
    if (attempt > 0) await pause(500 * attempt);
    port = sockets ? socketPort : await freePort();
    started = await launch(binaries, cluster, flags(durable, sockets, port), log.handle);
    if (!started && !/shared memory|Address already in use|lock file/.test(logTail(log.file, before))) break;
  }
  closeSync(log.handle);
  if (!started) {
    const logged = logTail(log.file, before);
    throw startError({
      en: [
        `The database did not start. ${log.file} says:\n${logged}`,
        'Fix the problem it reports (disk space, permissions), then start again.',
      ],
      zh: [`数据库未能启动。${log.file} 中的信息：\n${logged}`, '请按其提示处理（磁盘空间、权限等），然后重新启动。'],
    });
  }
  const { pid, ended, isGone } = started;
  return {
    url: addressOf(port, sockets, password),
    pid,
    ended,
    async stop() {
      if (!isGone()) await stopPostmaster(pid, isGone);
      // A short folder below /tmp was made for the socket alone.
      if (sockets && sockets !== cluster) rmSync(sockets, { recursive: true, force: true });
    },
  };
}
