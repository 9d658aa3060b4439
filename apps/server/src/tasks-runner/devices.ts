/** Which devices this machine has for training, and how many threads an engine may use. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { TrainCheck } from '@loupe/contract';

export interface Devices {
  /** Names as the engine knows them; `auto` where there is no choice. */
  names: readonly string[];
  atOnce: number;
  threads: number;
}
export type Card = TrainCheck['cards'][number];

/** How long an answer counts: forms ask at every change. */
const keptMs = 60_000;

/** Lines of `nvidia-smi -L`: `GPU 0: NVIDIA T4 (UUID: GPU-…)`. The engine knows them by their place. */
export const parseCards = (text: string): Card[] =>
  text
    .split('\n')
    .flatMap((line) => /^GPU \d+: (.+?)(?: \(UUID: .*)?$/.exec(line.trim())?.[1] ?? [])
    .map((name, i) => ({ device: `cuda:${i}`, name }));

/** Graphics cards by their driver's tool, which answers at once; the engine's own probe loads all of PyTorch. */
async function findCards(): Promise<Card[]> {
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', ['-L'], { timeout: 10_000, windowsHide: true });
    return parseCards(stdout);
  } catch {
    return [];
  }
}

let kept: { cards: Promise<Card[]>; until: number } | undefined;
/** The cards as they were a minute ago at most. */
export function readCards(): Promise<Card[]> {
  if (!kept || performance.now() > kept.until) kept = { cards: findCards(), until: performance.now() + keptMs };
  return kept.cards;
}

/** `configured`: LOUPE_TASKS_AT_ONCE; else one training for each device. */
export async function findDevices(configured: number | undefined): Promise<Devices> {
  const cards = await findCards();
  const names = cards.length > 1 ? cards.map(({ device }) => device) : ['auto'];
  const atOnce = configured ?? names.length;
  return { names, atOnce, threads: Math.max(1, Math.floor(availableParallelism() / atOnce)) };
}

/** The device that a person asked for; else the first that nobody uses, else the first. */
export const freeDevice = ({ names }: Devices, taken: ReadonlySet<string>, requested = 'auto'): string =>
  requested === 'auto' ? (names.find((one) => !taken.has(one)) ?? names[0]!) : requested;

/** Whether the processor computes bfloat16 quickly, as the engine finds it (`device.py`). */
const hasFastBf16 = async (): Promise<boolean> =>
  / (amx_bf16|avx512_bf16)\b/.test(await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));

/** A processor that trains. */
export interface Processor {
  threads: number;
  bf16: boolean;
}
let processor: Promise<Processor> | undefined;

/** That of this machine, looked at once. Where workers run on others, it is the best guess before the first training. */
export const trainingProcessor = (configured: number | undefined): Promise<Processor> =>
  (processor ??= Promise.all([findDevices(configured), hasFastBf16()]).then(([{ threads }, bf16]) => ({
    threads,
    bf16,
  })));
