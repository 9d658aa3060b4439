/** Figures of the machine, now and in the last minutes: processors, memory, disk, graphics; no names and no paths. */
import { readFileSync, type StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import type { Gpu, Machine } from '@loupe/contract';
import { makeGpuReader } from './gpus.ts';

interface Ticks {
  idle: number;
  all: number;
}

/** `os.cpus()` reads a file for each processor; this line says all that is needed. */
function readTicks(): Ticks {
  if (process.platform === 'linux') {
    // user nice system idle iowait irq softirq steal; guest time is part of user
    const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!;
    const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
    return { idle: (times[3] ?? 0) + (times[4] ?? 0), all: times.reduce((sum, one) => sum + one, 0) };
  }
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (pick: (one: (typeof times)[number]) => number) => times.reduce((total, one) => total + pick(one), 0);
  return { idle: sum((t) => t.idle), all: sum((t) => t.user + t.nice + t.sys + t.idle + t.irq) };
}

/** Share of the processors in use between two readings; null where nothing has passed between them. */
export const loadBetween = (before: Ticks, after: Ticks): number | null =>
  after.all > before.all ? Math.min(1, Math.max(0, 1 - (after.idle - before.idle) / (after.all - before.all))) : null;

/** What this process may use: a container's limit where there is one. */
function readMemory(): { memoryBytes: number; memoryUsedBytes: number } {
  const all = os.totalmem();
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 && limit < all ? limit : all;
  const free = memoryBytes < all ? process.availableMemory() : os.freemem();
  return { memoryBytes, memoryUsedBytes: Math.max(0, memoryBytes - free) };
}

const sampleMs = 5000;
const samples = 120;
/** Graphics processors are only asked while somebody looks: each time starts a program. */
const watchedMs = 60_000;

const meanLoad = (gpus: readonly Gpu[]): number | null => {
  const loads = gpus.flatMap(({ load }) => (load === null ? [] : [load]));
  return loads.length === 0 ? null : loads.reduce((sum, one) => sum + one, 0) / loads.length;
};

/** As `df` counts it: room that is kept for the system, or that the disk only claims to have, is nobody's to fill. */
export const roomOn = (disk: Pick<StatsFs, 'blocks' | 'bfree' | 'bavail' | 'bsize'> | undefined) => {
  if (!disk) return { diskBytes: 0, diskUsedBytes: 0 };
  const diskUsedBytes = (disk.blocks - disk.bfree) * disk.bsize;
  return { diskBytes: diskUsedBytes + disk.bavail * disk.bsize, diskUsedBytes };
};

export interface MachineWatch {
  read: () => Promise<Machine>;
  stop: () => void;
}

/** Samples from now on; the history is kept in memory. */
export function watchMachine(folder: string): MachineWatch {
  const readGpus = makeGpuReader();
  const history: Record<'cpu' | 'memory' | 'gpu', (number | null)[]> = { cpu: [], memory: [], gpu: [] };
  let ticks = readTicks();
  let cpuLoad: number | null = null;
  let gpus: Promise<Gpu[]> | undefined;
  let askedAt = -Infinity;

  const sample = async () => {
    const now = readTicks();
    cpuLoad = loadBetween(ticks, now);
    ticks = now;
    const { memoryBytes, memoryUsedBytes } = readMemory();
    const isWatched = performance.now() - askedAt < watchedMs;
    gpus = isWatched ? readGpus() : undefined;
    const latest = { cpu: cpuLoad, memory: memoryUsedBytes / memoryBytes, gpu: meanLoad((await gpus) ?? []) };
    for (const key of ['cpu', 'memory', 'gpu'] as const) {
      history[key].push(latest[key]);
      if (history[key].length > samples) history[key].shift();
    }
  };
  // a reading that fails leaves a gap of one sample
  const timer = setInterval(() => void sample().catch(() => undefined), sampleMs);
  timer.unref();

  return {
    read: async () => {
      askedAt = performance.now();
      gpus ??= readGpus();
      const disk = await statfs(folder).catch(() => undefined);
      return {
        cpus: os.availableParallelism(),
        cpuLoad: cpuLoad ?? loadBetween(ticks, readTicks()),
        ...readMemory(),
        ...roomOn(disk),
        gpus: await gpus,
        history: { everySeconds: sampleMs / 1000, ...history },
      };
    },
    stop: () => clearInterval(timer),
  };
}
