/**
 * Reading, a bench of its own and part of bench ocr: how many texts are read right on the true quadrilaterals of test parts,
 * by the ready-made reader as it stands and after CPU minutes of training, and CPU time of the graphs that read. Cells as
 * those of `ocr.ts`, beside them.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf, owed } from './cells.ts';

interface Arm {
  network: 'pp' | 'n';
  set: string;
  /** CPU minutes; 0: the ready-made reader with all its characters. */
  minutes: number;
}
interface Read {
  word_accuracy: number;
  one_minus_ned: number;
  texts: number;
  ms: number;
  steps: number;
  cpu_s: number;
  /** Equal texts, and texts, by the characters that they have. */
  by_length?: Record<string, [number, number]>;
  /** Characters that are read most often as another or none: how often, of how many. */
  lost_characters?: Record<string, [number, number]>;
}
interface Cell extends Arm {
  seed: number;
  read: Read;
}
const kept = cellsOf<Cell>('ocr-reading', 'LOUPE_OCR_READING_CELLS');
const [synthetic, receipts] = ['ocr-synthetic', 'ocr-sroie'] as const;
const armsOf = (minutes: number): Arm[] =>
  [synthetic, receipts].flatMap((set) => [0, minutes].map((time): Arm => ({ network: 'pp', set, minutes: time })));

/** The last line of a command of `ocr_rec.py`. */
function answerOf<T>(...args: readonly (string | number)[]): T {
  const output = execFileSync(python, [path.join(root, 'bench/ocr_rec.py'), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T;
}

const isOf =
  (arm: Arm) =>
  (cell: Cell): boolean =>
    cell.network === arm.network && cell.set === arm.set && cell.minutes === arm.minutes;
const nameOf = ({ set, network, minutes }: Arm): string =>
  `${set.replace('ocr-', '')}_${network}_${minutes ? `${minutes}_min` : 'as_it_stands'}`;

function measure(arms: readonly Arm[], seeds: number): void {
  const isKept = (arm: Arm, seed: number) => kept.all().some((cell) => isOf(arm)(cell) && cell.seed === seed);
  for (const [arm, seed] of owed(arms, seeds, isKept)) {
    const read = answerOf<Read | null>('cell', arm.network, arm.set, arm.minutes, seed);
    if (!read) console.log(`${arm.set} is not there`);
    else kept.add({ ...arm, seed, read });
  }
}

/** `synth_word` and `sroie_word`: after training; the latter beside the ready-made reader as its peer. */
function wordsOf(arms: readonly Arm[]): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  const of = (arm: Arm): number[] =>
    kept
      .all()
      .filter(isOf(arm))
      .map(({ read }) => read.word_accuracy);
  for (const arm of arms) if (of(arm).length > 0) figures[`word_${nameOf(arm)}`] = figure(mean(of(arm)), '');
  for (const tuned of arms.filter(({ minutes }) => minutes > 0)) {
    const before = of({ ...tuned, minutes: 0 });
    if (of(tuned).length === 0 || before.length === 0) continue;
    const gain = mean(of(tuned)) - mean(before);
    if (tuned.set === receipts) figures['sroie_word_gain'] = figure(gain, '', { goal: '>= 0.05' });
    else figures['synth_word'] = figure(mean(of(tuned)), '', { goal: '>= 0.95' });
  }
  return figures;
}

export function readingFigures({ quick }: { readonly quick: boolean }): Record<string, Figure> {
  const arms = armsOf(quick ? 3 : 20);
  measure(arms, quick ? 1 : 3);
  const timed = answerOf<{ pp_ms: number; n_ms: number }>('graph');
  console.log(`Reading measured: ${originsOf(kept.all())}`);
  return {
    ...wordsOf(arms),
    rec_ms: figure(timed.pp_ms, 'ms', { goal: '<= 25' }),
    rec_n_ms: figure(timed.n_ms, 'ms'),
  };
}

export const bench: Bench = {
  title: 'OCR, reading alone: texts read as it stands and after training (--quick: ten minutes of CPU)',
  run: (options) => Promise.resolve(readingFigures(options)),
};
