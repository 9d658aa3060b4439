/**
 * What a pretrained backbone is worth to detection: n at 320 px in batches of 16 on one thread, after so many CPU seconds
 * on four sets, beside the same network from scratch and yolov8n from scratch (`LOUPE_PEER_PYTHON`, as for bench train);
 * and the preset that the training form begins with, which the goal compares with the peer.
 * It takes many hours, so each finished cell (arm, set, seed, budget) is kept in `bench/figures/pretrained/cells.jsonl`, or in the
 * folder that LOUPE_PRETRAINED_CELLS names: stopped and run again, it goes on with the next cell.
 * LOUPE_PRETRAINED_PRINT=1 measures nothing and prints what there is.
 */
import { initialValues, recipes } from '@loupe/contract';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deviation, figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf } from './cells.ts';

const shared = path.resolve(root, '../shared');
const peerScript = path.join(shared, 'peers/peer_ultralytics.py');

const sets = ['bsdata', 'vin-plates', 'workpiece-crack', 'deeppcb25'] as const;
const [ours, pretrained, standard, peer] = ['own', 'lite0', 'standard', 'yolov8n'] as const;
/** What the goal compares: what the training form begins with, and the peer. */
const compared = [standard, peer];
const main = [ours, pretrained, ...compared];
/** What isolates the weights from the architecture, and the tuning from the weights. */
const others = ['lite0-frozen', 'lite0-random', 'ppocr'];
/** The next sizes, where their weights are named (`larger_backbones.py`). */
const larger = ['lite1', 'lite2'].filter((arm) => process.env[`LOUPE_BENCH_${arm.toUpperCase()}`]);
const budget = 480;
const early = 120;
const probeSeconds = 15;
/** Of the budget, which the peer is to use. */
const leastOfBudget = 0.9;
const oneInFour = 4;

interface Ap {
  ap33: number;
  ap50: number;
  ap: number;
  ap_small?: number;
}
interface Found extends Ap {
  images_per_cpu_s: number;
  cpu_s: number;
  images: number;
}
interface Cell {
  arm: string;
  set: string;
  seed: number;
  budget: number;
}
type Finished = Cell & { found: Found };
const kept = cellsOf<Finished>('pretrained', 'LOUPE_PRETRAINED_CELLS');

const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1)!;
const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
const engine = (...args: readonly (string | number)[]): string =>
  lastLine(run(python, [path.join(root, 'bench/pretrained.py'), ...args.map(String)]));

interface Coco {
  images: { id: number }[];
  annotations: { image_id: number }[];
}
const coco = (folder: string, part: string): Coco =>
  JSON.parse(readFileSync(path.join(folder, 'annotations', `${part}.json`), 'utf8')) as Coco;

/** Folder of a set; of deeppcb every fourth training image. Null where it is not there. */
function folderOf(set: string): string | null {
  const whole = path.join(shared, 'data', set === 'deeppcb25' ? 'deeppcb' : set);
  if (!existsSync(whole)) return null;
  if (set !== 'deeppcb25') return whole;
  const folder = path.join(kept.made, set);
  if (existsSync(path.join(folder, 'annotations/train.json'))) return folder;
  mkdirSync(path.join(folder, 'annotations'), { recursive: true });
  if (!existsSync(path.join(folder, 'images'))) symlinkSync(path.join(whole, 'images'), path.join(folder, 'images'));
  const train = coco(whole, 'train');
  const images = train.images.filter((_, i) => i % oneInFour === 0);
  const ids = new Set(images.map(({ id }) => id));
  const annotations = train.annotations.filter((one) => ids.has(one.image_id));
  for (const [part, made] of [
    ['val', coco(whole, 'val')],
    ['test', coco(whole, 'test')],
    ['train', { ...train, images, annotations }],
  ] as const)
    writeFileSync(path.join(folder, 'annotations', `${part}.json`), JSON.stringify(made));
  return folder;
}

/** What an arm asks for in the place of the table's defaults; its size and length are the bench's. */
const asked: Readonly<Record<string, object>> = { [standard]: { ...initialValues(recipes.detect), imageSize: 320 } };

/** One training of ours; the averaged weights count, decided beforehand. */
function oursOn(folder: string, { arm, seed, budget }: Cell): Found {
  const params = JSON.stringify(asked[arm] ?? {});
  const output = engine('cell', arm, folder, seed, budget, 'test', params);
  const { averaged, ...rest } = JSON.parse(output) as Found & { averaged: Ap };
  return { ...rest, ...averaged };
}

interface PeerReport {
  images_seen: number;
  images_per_cpu_s: number;
  cpu_s: number;
  raw: { AP: number; AP50: number; AP33: number };
  ema: { AP: number; AP50: number; AP33: number };
}
const peerRun = (interpreter: string, folder: string, ...extra: readonly string[]): PeerReport => {
  const out = mkdtempSync(path.join(tmpdir(), 'loupe-peer-'));
  try {
    const how = ['--network', peer, '--size', '320', '--batch', '16', '--threads', '1', '--out', out];
    run(interpreter, [peerScript, '--data', folder, ...how, ...extra]);
    return JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')) as PeerReport;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

/**
 * The peer for as many epochs as fit, so that its rate falls as it is meant to; the better of its kinds of weights counts. A
 * short run tells the pace badly on a busy machine: where the epochs took much less than the budget, so many more are run.
 */
function peerOn(interpreter: string, folder: string, { seed, budget }: Cell): Found {
  const ofEpochs = (epochs: number): PeerReport =>
    peerRun(interpreter, folder, '--epochs', String(epochs), '--seed', String(seed));
  const probe = peerRun(interpreter, folder, '--cpu-s', String(probeSeconds), '--test-images', '1');
  const epochs = Math.max(1, Math.round((budget * probe.images_per_cpu_s) / coco(folder, 'train').images.length));
  let report = ofEpochs(epochs);
  const more = Math.round((epochs * budget) / report.cpu_s);
  if (report.cpu_s < leastOfBudget * budget && more > epochs) report = ofEpochs(more);
  const best = report.ema.AP50 >= report.raw.AP50 ? report.ema : report.raw;
  return {
    ap33: best.AP33,
    ap50: best.AP50,
    ap: best.AP,
    images: report.images_seen,
    images_per_cpu_s: report.images_per_cpu_s,
    cpu_s: report.cpu_s,
  };
}

const nameOf = ({ arm, set, seed, budget }: Cell): string => `${arm} ${set} seed ${seed} ${budget} CPU-s`;

/** What the goal needs comes first, in all seeds; then the rest of the curve, then what explains it. */
function* plan(seeds: number): Generator<Cell> {
  for (const [arms, seconds] of [
    [compared, budget],
    [[ours, pretrained], budget],
    [[...main, ...larger], early],
    [[...larger, ...others], budget],
  ] as const)
    for (let seed = 1; seed <= seeds; seed++)
      for (const set of sets) for (const arm of arms) yield { arm, set, seed, budget: seconds };
}

function measure(cells: Iterable<Cell>): void {
  const done = new Set(kept.all().map(nameOf));
  const interpreter = process.env.LOUPE_PEER_PYTHON;
  if (!interpreter) console.log('peer: not measured (LOUPE_PEER_PYTHON names no Python with Ultralytics)');
  for (const cell of cells) {
    const folder = folderOf(cell.set);
    if (!folder || done.has(nameOf(cell)) || (cell.arm === peer && !interpreter)) continue;
    const found = cell.arm === peer ? peerOn(interpreter!, folder, cell) : oursOn(folder, cell);
    kept.add({ ...cell, found });
    console.log(`${nameOf(cell)}: AP50 ${found.ap50.toFixed(3)}, ${found.images_per_cpu_s} images/CPU-s`);
  }
}

const spread = (values: readonly number[]): string =>
  values.length > 1 ? `${mean(values).toFixed(3)} ± ${deviation(values).toFixed(3)}` : mean(values).toFixed(3);

/** A row for each set, budget and arm, over the seeds that there are. */
function print(cells: readonly Finished[]): void {
  const column = (found: readonly Found[], key: keyof Ap) => {
    const values = found.flatMap((one) => one[key] ?? []).filter(Number.isFinite);
    return values.length > 0 ? spread(values) : '–';
  };
  console.log('set | CPU-s | arm | seeds | AP33 | AP50 | AP | AP small | images/CPU-s');
  for (const set of sets)
    for (const seconds of [early, budget])
      for (const arm of [...main, 'lite1', 'lite2', ...others]) {
        const found = cells.filter((c) => c.arm === arm && c.set === set && c.budget === seconds).map((c) => c.found);
        if (found.length === 0) continue;
        const figures = (['ap33', 'ap50', 'ap', 'ap_small'] as const).map((key) => column(found, key));
        const rate = mean(found.map((one) => one.images_per_cpu_s)).toFixed(1);
        console.log([set, seconds, arm, found.length, ...figures, rate].join(' | '));
      }
}

const ap50 = (cells: readonly Finished[], arm: string, set: string): number | undefined => {
  const found = cells.filter((one) => one.arm === arm && one.set === set && one.budget === budget);
  return found.length > 0 ? mean(found.map((one) => one.found.ap50)) : undefined;
};

/** AP50 at the budget by set and arm, and the goal: the double of the peer on three sets, below it on none. */
function figuresOf(cells: readonly Finished[]): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  let [twice, below, pairs] = [0, 0, 0];
  for (const set of sets) {
    const theirs = ap50(cells, peer, set);
    for (const arm of [ours, pretrained, standard, ...others]) {
      const value = ap50(cells, arm, set);
      if (value !== undefined) figures[`ap50_${set}_${arm}`] = figure(value, '', theirs ? { peer: theirs } : {});
    }
    const value = ap50(cells, standard, set);
    if (value === undefined || theirs === undefined) continue;
    pairs++;
    if (value >= 2 * theirs) twice++;
    if (value < theirs) below++;
  }
  if (pairs === sets.length) {
    figures['sets_with_twice_the_peer'] = figure(twice, 'sets', { goal: '>= 3' });
    figures['sets_below_the_peer'] = figure(below, 'sets', { goal: '<= 0' });
  }
  return figures;
}

async function runBench({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  if (process.env.LOUPE_PRETRAINED_PRINT !== '1') measure(plan(quick ? 1 : 3));
  const cells = kept.all();
  print(cells);
  console.log(`Measured: ${originsOf(cells)}`);
  const figures = figuresOf(cells);
  for (const arm of [ours, pretrained]) {
    const graph = JSON.parse(engine('graph', arm)) as { graph_ms: number; mb: number };
    figures[`graph_ms_640_${arm}`] = figure(graph.graph_ms, 'ms');
    figures[`graph_mb_${arm}`] = figure(graph.mb, 'MB');
  }
  return figures;
}

export const bench: Bench = {
  title:
    'a pretrained backbone for detection: AP on four sets after 120 and 480 CPU seconds, beside yolov8n (many hours)',
  run: runBench,
};
