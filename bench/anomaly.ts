/**
 * Anomaly detection: how well bad images are told from good ones on six sets (each set, method and backbone), how well the
 * target share of false rejects is kept, what a training and an image cost, and whether Node decides as the engine does.
 * Sets that are not under ../shared/data are left out and named.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as ort from 'onnxruntime-node';
import { figure, mean, python, root, type Bench, type Figure } from './bench.ts';

const sets = ['cookies', 'aliens', 'mono', 'poly', 'pcb', 'bsdata'];
const backbones = ['efficientnet', 'ppocr'];

/** One command of anomaly.py. */
function engine<T>(...args: readonly (string | number)[]): T | null {
  const command = [path.join(root, 'bench/anomaly.py'), ...args.map(String)];
  const output = execFileSync(python, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T | null;
}

const deviation = (values: readonly number[]) =>
  Math.sqrt(
    mean(values.map((value) => (value - mean(values)) ** 2)) * (values.length / Math.max(1, values.length - 1)),
  );

interface Trained {
  image_auroc: number;
  cpu_min: number;
}

interface Rejected {
  points: number;
  held: number;
  new_parts_points: number;
  new_parts_held: number;
}

/** Image AUROC of every set, method and backbone, mean and deviation over seeds; `image_auroc` is the default's mean. */
function tellApart(seeds: number, minutes: number): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  const best: Record<string, number[]> = {};
  for (const backbone of backbones)
    for (const method of ['synthetic', 'memory'])
      for (const set of sets) {
        const found = Array.from({ length: seeds }, (_, seed) =>
          engine<Trained>('train', set, method, backbone, seed + 1, minutes),
        ).filter((one) => one !== null);
        if (found.length === 0) {
          console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
          continue;
        }
        const areas = found.map((one) => one.image_auroc);
        const cpu = mean(found.map((one) => one.cpu_min));
        console.log(
          `${set} ${method} ${backbone}: ${mean(areas).toFixed(4)} ± ${deviation(areas).toFixed(4)}, ${cpu.toFixed(2)} CPU min`,
        );
        figures[`image_auroc_${set}_${method}_${backbone}`] = figure(mean(areas), '');
        (best[`${method}_${backbone}`] ??= []).push(mean(areas));
      }
  for (const [name, areas] of Object.entries(best)) figures[`image_auroc_${name}`] = figure(mean(areas), '');
  const standard = best['synthetic_efficientnet'];
  return standard ? { image_auroc: figure(mean(standard), '', { goal: '>= 0.88' }), ...figures } : figures;
}

/** What an image costs in Node on one thread, and how many decisions differ from the engine's. */
async function inNode(minutes: number, runs: number): Promise<Record<string, Figure>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    if (!engine('node', minutes, folder)) return {};
    const { threshold, cases } = JSON.parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as {
      threshold: number;
      cases: { width: number; height: number; score: number }[];
    };
    const session = await ort.InferenceSession.create(path.join(folder, 'model.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    const score = async (i: number) => {
      const { width, height } = cases[i]!;
      const pixels = new Uint8Array(readFileSync(path.join(folder, `${i}.rgb`)));
      const found = await session.run({ image: new ort.Tensor('uint8', pixels, [height, width, 3]) });
      return Number(found['score']!.data[0]);
    };
    let flips = 0;
    for (const [i, one] of cases.entries()) if ((await score(i)) >= threshold !== one.score >= threshold) flips++;
    const before = process.cpuUsage();
    for (let i = 0; i < runs; i++) await score(i % cases.length);
    const used = process.cpuUsage(before);
    return {
      image_cpu_ms: figure((used.user + used.system) / 1000 / runs, 'ms', { goal: '<= 30' }),
      decision_flips: figure(flips, '', { goal: '<= 0' }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run({ quick }: { readonly quick: boolean }) {
  const minutes = quick ? 0.7 : 2;
  const areas = tellApart(quick ? 1 : 3, minutes);
  const rejected = engine<Rejected>('rejects', 'pcb', 'synthetic', minutes, 0.02);
  const first = engine<Trained>('train', 'bsdata', 'synthetic', 'efficientnet', 1, quick ? 0.7 : 3);
  const whole = quick ? null : engine<Trained>('train', 'bsdata', 'synthetic', 'efficientnet', 1, 10);
  const peak = engine<{ peak_gb: number }>('memory', quick ? 1500 : 7000);
  return {
    ...areas,
    ...(rejected && {
      fpr_minus_target: figure(Math.abs(rejected.points), 'points', { goal: '<= 2' }),
      fpr_held: figure(rejected.held, 'share of splits', { goal: '>= 0.9' }),
      fpr_minus_target_new_parts: figure(Math.abs(rejected.new_parts_points), 'points'),
      fpr_held_new_parts: figure(rejected.new_parts_held, 'share of splits'),
    }),
    ...(first && { first_model_cpu_min: figure(first.cpu_min, 'min', { goal: '<= 4' }) }),
    ...(whole && {
      train_cpu_min: figure(whole.cpu_min, 'min', { goal: '<= 30' }),
      image_auroc_metal: figure(whole.image_auroc, '', { goal: '>= 0.85' }),
    }),
    ...(peak && { peak_gb: figure(peak.peak_gb, 'GB', { goal: '<= 4' }) }),
    ...(await inNode(quick ? 0.3 : 1, quick ? 30 : 100)),
  };
}

export const bench: Bench = {
  title: 'anomaly detection on six sets: AUROC, false rejects against the target, costs, and decisions in Node',
  run,
};
