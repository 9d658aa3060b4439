/**
 * Anomaly detection on parts that nobody tuned on: of several kinds of memory the best on all other sets is judged on the
 * one left out. Ten sets of images and four of drawn surfaces; no part on both sides of a split. No training, no download.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { figure, mean, python, root, type Bench, type Figure } from './bench.ts';

export const sets =
  'cookies aliens mono poly pcb bsdata workpiece-crack vin-plates deeppcb large weave brushed dial cast'.split(' ');
const atOnce = 2;
/** Which kinds of memory to measure, separated by semicolons: nothing else is measured then. And which draws, as `2,3`. */
const named = process.env['LOUPE_LEFT_OUT_ARMS'] !== undefined;
const drawsOf = (quick: boolean) => process.env['LOUPE_LEFT_OUT_DRAWS'] ?? (quick ? '1' : '1,2,3');

export interface Judged {
  auroc: number;
  found_1: number;
  found_2: number;
  found_5: number;
  found: number;
  refused: number;
  /** Per-region overlap, of sets where it is known what is wrong. */
  pro?: number;
}
interface Table {
  arms: Record<string, Record<string, Judged>>;
  chosen: Record<string, Judged & { arm: string }>;
}

async function engine<T>(script: string, ...args: readonly string[]): Promise<T | null> {
  const command = [path.join(root, 'bench', script), ...args];
  const { stdout } = await promisify(execFile)(python, command, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as T | null;
}

/** Every set, so many at once; milliseconds of an image's features. */
async function measure(folder: string, draws: string): Promise<number[]> {
  const waiting = [...sets];
  const taken: number[] = [];
  const work = async () => {
    for (let set = waiting.shift(); set !== undefined; set = waiting.shift()) {
      const found = await engine<{ ms: number }>(
        'anomaly_left_out.py',
        'cells',
        set,
        path.join(folder, `${set}.json`),
        draws,
      );
      if (found === null) console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
      else taken.push(found.ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

interface Beside extends Judged {
  auroc_before: number;
  found_before: number;
  refused_before: number;
}

/**
 * What bad images that a person has are worth (mean of the sets that have as many others), what a memory of 20 good
 * images refuses, and what a linear judge that knows good and bad ones tells from the same features.
 */
async function beside(draws: string): Promise<Record<string, Figure>> {
  const all: Record<string, (Beside & { set: string })[]> = {};
  for (const set of sets) {
    const found = await engine<Record<string, Beside>>('anomaly_known_bad.py', 'known', set, draws);
    for (const [count, one] of Object.entries(found ?? {})) (all[count] ??= []).push({ ...one, set });
  }
  console.log(
    'so many bad images known: sets, then as above; AUROC, found and refused on the same images without them',
  );
  for (const [count, judged] of Object.entries(all)) {
    if (count === 'ceiling') continue;
    const average = meanOf(judged);
    const before = (['auroc_before', 'found_before', 'refused_before'] as const).map((key) =>
      count === 'few' ? '' : mean(judged.map((one) => one[key])).toFixed(3),
    );
    console.log(`${count.padEnd(8)} ${String(judged.length)} ${shown(average)} ${before.join(' ')}`);
  }
  console.log('AUROC of a linear judge of the same features that knows good and bad ones of other parts');
  for (const { set, auroc } of all['ceiling'] ?? []) console.log(`${set.padEnd(16)} ${auroc.toFixed(3)}`);
  const of = (count: string, key: 'auroc' | 'refused') => mean((all[count] ?? []).map((one) => one[key]));
  return {
    lo_auroc_ng_5: figure(of('5', 'auroc'), ''),
    lo_auroc_ng_20: figure(of('20', 'auroc'), ''),
    lo_false_reject_ng_5: figure(Math.abs(100 * of('5', 'refused') - 2), 'points from the target', { goal: '<= 2' }),
    lo_false_reject_ng_20: figure(Math.abs(100 * of('20', 'refused') - 2), 'points from the target', { goal: '<= 2' }),
    lo_false_reject_good_20: figure(Math.abs(100 * of('few', 'refused') - 2), 'points from the target', {
      goal: '<= 3',
    }),
    lo_auroc_linear: figure(of('ceiling', 'auroc'), ''),
  };
}

async function costs(): Promise<Record<string, Figure>> {
  const ms = (await engine<Record<string, number>>('anomaly_known_bad.py', 'cost'))!;
  return {
    image_cpu_ms: figure(ms['synthetic_256']!, 'ms', { goal: '<= 20' }),
    image_cpu_ms_512: figure(ms['synthetic_512']!, 'ms', { goal: '<= 70' }),
    image_cpu_ms_memory: figure(ms['memory_256']!, 'ms'),
    image_cpu_ms_memory_512: figure(ms['memory_512']!, 'ms'),
  };
}

const keys = ['auroc', 'found_1', 'found_2', 'found_5', 'found', 'refused', 'pro'] as const;
const meanOf = (judged: readonly Judged[]): Judged =>
  Object.fromEntries(
    keys.map((key) => {
      const known = judged.map((one) => one[key]).filter((value) => value !== undefined);
      return [key, known.length > 0 ? mean(known) : undefined];
    }),
  ) as unknown as Judged;
const shown = (one: Judged) => keys.map((key) => one[key]?.toFixed(3) ?? '–').join(' ');

function print({ arms, chosen }: Table): void {
  console.log(
    'AUROC, found at 1, 2 and 5 % of the good test images; found and refused by the engine’s threshold for 2 %; PRO',
  );
  for (const [arm, found] of Object.entries(arms)) {
    console.log(`${arm.padEnd(40)} ${shown(meanOf(Object.values(found)))}`);
  }
  for (const [set, one] of Object.entries(chosen)) console.log(`${set.padEnd(16)} ${shown(one)}  ${one.arm}`);
}

async function run({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const draws = drawsOf(quick);
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    const taken = await measure(folder, draws);
    const table = (await engine<Table>('anomaly_left_out.py', 'table', folder))!;
    print(table);
    const further = named ? {} : { ...(await beside(draws)), ...(await costs()) };
    const judged = Object.values(table.chosen);
    const refused = mean(judged.map((one) => one.refused));
    return {
      lo_auroc: figure(mean(judged.map((one) => one.auroc)), '', { goal: '>= 0.93' }),
      lo_auroc_worst: figure(Math.min(...judged.map((one) => one.auroc)), '', { goal: '>= 0.85' }),
      lo_found_at_2: figure(mean(judged.map((one) => one.found)), 'share of bad parts', { goal: '>= 0.6' }),
      lo_false_reject_at_2: figure(Math.abs(100 * refused - 2), 'points from the target', { goal: '<= 2' }),
      lo_pro: figure(meanOf(judged).pro ?? 0, ''),
      features_cpu_ms: figure(mean(taken), 'ms'),
      ...further,
      ...Object.fromEntries(
        Object.entries(table.chosen).map(([set, one]) => [`auroc_${set.replace('-', '_')}`, figure(one.auroc, '')]),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'anomaly detection on sets left out: AUROC, bad parts found, false rejects against the target',
  run,
};
