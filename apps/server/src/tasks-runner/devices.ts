/** Which devices this machine has for training, and how many threads an engine may use. */
import { execFile } from 'node:child_process';
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
