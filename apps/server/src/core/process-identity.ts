/** Tells one process from another that later got the same number: a pid alone is not an identity. */
import { readFileSync } from 'node:fs';

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

/** Waits until a condition holds; false when it did not within the time. */
export async function waitUntil(condition: () => boolean, milliseconds: number, every = 25): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return true;
}
