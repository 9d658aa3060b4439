/**
 * OCR: what is read (`ocr-reading.ts`), whether Node and rapidocr read the same (`ocr-pipeline.ts`), and here where texts
 * are: hmean at an overlap of half on the test parts of `ocr-synthetic` and `ocr-sroie`, of the ready-made
 * detector as it stands and of both networks after CPU minutes of training, and CPU time of their graphs on one thread. Each
 * training is a cell kept in `bench/figures/ocr/cells.jsonl`, or in the folder that LOUPE_OCR_CELLS names.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf, owed } from './cells.ts';
import { pipelineFigures } from './ocr-pipeline.ts';
import { readingFigures } from './ocr-reading.ts';

interface Found {
  precision: number;
  recall: number;
  hmean: number;
  /** Mean overlap of the texts that were found. */
  iou: number;
  texts: number;
  /** CPU milliseconds of graph and boxes for an image. */
  ms: number;
  steps: number;
  cpu_s: number;
}
interface Arm {
  network: 'pp' | 'n';
  set: string;
  size: number;
  /** CPU minutes; 0: the ready-made detector. */
  minutes: number;
}
interface Cell extends Arm {
  seed: number;
  found: Found;
}
interface Timed {
  pp_ms: number;
  n_ms: number;
  boxes_ms: number;
}
const kept = cellsOf<Cell>('ocr', 'LOUPE_OCR_CELLS');
const [synthetic, receipts] = ['ocr-synthetic', 'ocr-sroie'] as const;
const zeroShot: readonly Arm[] = [
  { network: 'pp', set: synthetic, size: 640, minutes: 0 },
  { network: 'pp', set: synthetic, size: 320, minutes: 0 },
  { network: 'pp', set: receipts, size: 960, minutes: 0 },
];
const quickly: readonly Arm[] = [
  { network: 'pp', set: synthetic, size: 320, minutes: 1.5 },
  { network: 'n', set: synthetic, size: 320, minutes: 2 },
];
const fully: readonly Arm[] = [
  { network: 'pp', set: synthetic, size: 640, minutes: 20 },
  { network: 'n', set: synthetic, size: 640, minutes: 20 },
  { network: 'pp', set: receipts, size: 960, minutes: 20 },
];

/** The last line of a command of `ocr_det.py`. */
function answerOf<T>(...args: readonly (string | number)[]): T {
  const output = execFileSync(python, [path.join(root, 'bench/ocr_det.py'), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T;
}

const isOf =
  (arm: Arm) =>
  (cell: Cell): boolean =>
    cell.network === arm.network && cell.set === arm.set && cell.size === arm.size && cell.minutes === arm.minutes;

function measure(arms: readonly Arm[], seeds: number): void {
  const isKept = (arm: Arm, seed: number) => kept.all().some((cell) => isOf(arm)(cell) && cell.seed === seed);
  for (const [arm, seed] of owed(arms, seeds, isKept)) {
    const found = answerOf<Found | null>('cell', arm.network, arm.set, arm.size, arm.minutes, seed);
    if (!found) {
      console.log(`${arm.set} is not there`);
      continue;
    }
    kept.add({ ...arm, seed, found });
    console.log(`${nameOf(arm)}, seed ${seed}: hmean ${found.hmean.toFixed(4)}`);
  }
}

const nameOf = ({ network, set, size, minutes }: Arm): string =>
  `${set.replace('ocr-', '')}_${size}_${network}_${minutes ? `${minutes}_min` : 'as_it_stands'}`;

async function runBench({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const arms = [...zeroShot, ...(quick ? quickly : fully)];
  measure(arms, quick ? 1 : 3);
  const cells = kept.all();
  const figures: Record<string, Figure> = {};
  for (const arm of arms) {
    const found = cells.filter(isOf(arm)).map((cell) => cell.found);
    if (found.length === 0) continue;
    const of = (key: 'hmean' | 'iou' | 'ms') => mean(found.map((one) => one[key]));
    const goal = arm.set === synthetic && arm.minutes === 20 ? { goal: '>= 0.97' } : {};
    figures[`hmean_${nameOf(arm)}`] = figure(of('hmean'), '', goal);
    figures[`iou_${nameOf(arm)}`] = figure(of('iou'), '');
    if (!arm.minutes) figures[`image_ms_${nameOf(arm)}`] = figure(of('ms'), 'ms');
  }
  const timed = answerOf<Timed>('graph', 640);
  figures['det_pp_ms_640'] = figure(timed.pp_ms, 'ms');
  figures['det_n_ms_640'] = figure(timed.n_ms, 'ms', { goal: '<= 60' });
  figures['boxes_ms_100'] = figure(timed.boxes_ms, 'ms');
  console.log(`Measured: ${originsOf(cells)}`);
  return { ...figures, ...readingFigures({ quick }), ...(await pipelineFigures()) };
}

export const bench: Bench = {
  title:
    'OCR: texts found and read, as it stands and after training, what it costs, and who else reads the same (--quick: half an hour of CPU)',
  run: runBench,
};
