/** Which devices this machine has for training, and how many threads an engine may use. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

export interface Devices {
  /** Names as the engine knows them; `auto` where there is no choice. */
  names: readonly string[];
  atOnce: number;
  threads: number;
}

/** Graphics cards by their driver's tool, which answers at once; the engine's own probe loads all of PyTorch. */
async function countCards(): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', ['-L'], { timeout: 10_000 });
    return stdout.split('\n').filter((line) => line.startsWith('GPU ')).length;
  } catch {
    return 0;
  }
}

/** `configured`: LOUPE_TASKS_AT_ONCE; else one training for each device. */
export async function findDevices(configured: number | undefined): Promise<Devices> {
  const cards = await countCards();
  const names = cards > 1 ? Array.from({ length: cards }, (_, i) => `cuda:${i}`) : ['auto'];
  const atOnce = configured ?? names.length;
  return { names, atOnce, threads: Math.max(1, Math.floor(availableParallelism() / atOnce)) };
}

/** The first device that nobody uses, else the first. */
export const freeDevice = ({ names }: Devices, taken: ReadonlySet<string>): string =>
  names.find((one) => !taken.has(one)) ?? names[0]!;
