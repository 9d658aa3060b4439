/** Cleans up after a killed server: stops a database that lived on, and removes the lock files of one that did not. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, waitUntil, worksIn } from './process-identity.ts';
import { startError } from './start-error.ts';

/** Command line of a process, '' when it has none (gone, zombie) or it cannot be read. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** The postmaster that runs on this cluster according to its pid file, if it really is one. */
export function runningPostmaster(cluster: string): number | undefined {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  // The number may belong to another program by now: after a reboot, or in a new container.
  if (!commandLine(pid).includes(cluster)) return undefined;
  // PostgreSQL works in its cluster. In a copied cluster the file names the process of the original.
  return worksIn(pid, cluster) === false ? undefined : pid;
}

/** Stops a postmaster: fast shutdown, and the immediate one (crash recovery at the next start) when that hangs. */
export async function stopPostmaster(pid: number, isGone: () => boolean, patienceMs = 30_000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntil(isGone, wait)) return;
  }
  throw startError({
    en: [`The database (process ${pid}) cannot be stopped.`, 'Stop that process by hand, then start again.'],
    zh: [`无法结束数据库进程 ${pid}。`, '请手动结束该进程，然后重新启动。'],
  });
}

/** Makes a cluster ready to be started, whatever happened to the server before. */
export async function clearStale(cluster: string, sockets: string | undefined): Promise<void> {
  const pid = runningPostmaster(cluster);
  if (pid !== undefined) await stopPostmaster(pid, () => runningPostmaster(cluster) !== pid);
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  if (!sockets || !existsSync(sockets)) return;
  for (const name of readdirSync(sockets)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(path.join(sockets, name), { force: true });
  }
}
