/** Tells one process from another that later got the same number: a pid alone is not an identity. */
import { readFileSync, statSync } from 'node:fs';

/** Start time of a living process in clock ticks since boot (Linux); '' where it cannot be read or is a zombie. */
export function startTimeOf(pid: number): string {
  try {
    // The name in field 2 may hold spaces and brackets: count fields from behind its closing bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** True while a process with this number runs; a zombie, killed but not yet collected, does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || startTimeOf(pid) !== '';
}

/** True while exactly this process runs. An unknown start time ('' on systems without /proc) is not compared. */
export function isSameProcess(pid: number, startTime: string): boolean {
  return isAlive(pid) && (startTime === '' || startTimeOf(pid) === startTime);
}

/** What tells this folder from a copy of it; '' for one that is not there. */
export function folderIdentity(folder: string): string {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : '';
}

/**
 * False when the process is known to work in another folder: a pid in a copied folder is that of the original's
 * process. Undefined where neither can be known (no /proc, another user's process, no such folder).
 */
export function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    const there = process.platform === 'linux' ? folderIdentity(`/proc/${pid}/cwd`) : '';
    const here = folderIdentity(folder);
    return there && here ? there === here : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until a condition holds; false when it did not within the time. */
export async function waitUntil(condition: () => boolean, milliseconds: number, every = 25): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return true;
}
