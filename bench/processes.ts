/** What processes cost, with all that they started; read from /proc, so on Linux only. */
import { readFileSync } from 'node:fs';

/** Clock ticks of the kernel in a second; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // it has ended meanwhile
    return '';
  }
};

/** The process and all below it. */
export function family(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(family)];
}

/** Processor time so far of a process and all that it started, ended ones included. */
export function cpuSeconds(pid: number): number {
  const ticks = family(pid).map((one) => {
    // after the name, which may hold spaces: utime, stime and the same of children that have ended
    const fields = read(one, 'stat').split(') ').at(-1)!.split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}

/** Memory in MB, shared pages counted once (PSS). */
export function memoryMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** The most memory that a process has held so far, in MB, shared pages included. */
export const peakMemoryMb = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024;

/** Those of a family that run the file. */
export const running = (pid: number, file: string): number[] =>
  family(pid).filter((one) => read(one, 'cmdline').includes(file));
