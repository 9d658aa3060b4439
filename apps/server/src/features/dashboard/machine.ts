/** Figures of the machine: processors, memory, and the disk under the data folder; no names and no paths. */
import type { Machine } from '@loupe/contract';
import { statfs } from 'node:fs/promises';
import os from 'node:os';

interface Ticks {
  at: number;
  idle: number;
  all: number;
}

const readTicks = (): Ticks => {
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (pick: (one: (typeof times)[number]) => number) => times.reduce((total, one) => total + pick(one), 0);
  return { at: Date.now(), idle: sum((t) => t.idle), all: sum((t) => t.user + t.nice + t.sys + t.idle + t.irq) };
};

/** Share of the processors in use between two readings; null where nothing has passed between them. */
export const loadBetween = (before: Ticks, after: Ticks): number | null =>
  after.all > before.all ? Math.min(1, Math.max(0, 1 - (after.idle - before.idle) / (after.all - before.all))) : null;

/** A shorter time says nothing. */
const leastMs = 1000;

/** Load is what happened since the page was last asked for, at least a second. */
export function makeMachine(folder: string): () => Promise<Machine> {
  let last = readTicks();
  let load: number | null = null;
  return async () => {
    const now = readTicks();
    if (now.at - last.at >= leastMs) {
      load = loadBetween(last, now);
      last = now;
    }
    const disk = await statfs(folder).catch(() => undefined);
    const memoryBytes = os.totalmem();
    return {
      cpus: os.cpus().length,
      cpuLoad: load,
      memoryBytes,
      memoryUsedBytes: Math.max(0, memoryBytes - os.freemem()),
      diskBytes: disk ? disk.blocks * disk.bsize : 0,
      diskUsedBytes: disk ? (disk.blocks - disk.bfree) * disk.bsize : 0,
    };
  };
}
