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

const sets =
  'cookies aliens mono poly pcb bsdata workpiece-crack vin-plates deeppcb large weave brushed dial cast'.split(' ');
const atOnce = 2;

interface Judged {
  auroc: number;
  found_1: number;
  found_2: number;
  found_5: number;
  found: number;
  refused: number;
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
async function measure(folder: string, seeds: number): Promise<number[]> {
  const waiting = [...sets];
  const taken: number[] = [];
  const work = async () => {
    for (let set = waiting.shift(); set !== undefined; set = waiting.shift()) {
      const found = await engine<{ ms: number }>(
        'anomaly_left_out.py',
        'cells',
        set,
        path.join(folder, `${set}.json`),
        String(seeds),
      );
      if (found === null) console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
      else taken.push(found.ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

/** What bad images that a person has are worth: AUROC with so many of them, mean of the sets that have as many others. */
async function withBad(seeds: number): Promise<Record<string, Figure>> {
  const all: Record<string, (Judged & { auroc_before: number })[]> = {};
  for (const set of sets) {
    const found = await engine<Record<string, Judged & { auroc_before: number }>>(
      'anomaly_known_bad.py',
      'known',
      set,
      String(seeds),
    );
    for (const [count, one] of Object.entries(found ?? {})) (all[count] ??= []).push(one);
  }
  console.log('so many bad images known: sets, then as above, and AUROC on the same images without them');
  for (const [count, judged] of Object.entries(all)) {
    const average = meanOf(judged);
    const before = mean(judged.map((one) => one.auroc_before)).toFixed(3);
    console.log(`${count.padEnd(8)} ${String(judged.length)} ${shown(average)} ${before}`);
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([count]) => count !== '0')
      .map(([count, judged]) => [`lo_auroc_ng_${count}`, figure(mean(judged.map((one) => one.auroc)), '')]),
  );
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

const meanOf = (judged: readonly Judged[]): Judged =>
  Object.fromEntries(
    Object.keys(judged[0]!).map((key) => [key, mean(judged.map((one) => one[key as 'auroc']))]),
  ) as unknown as Judged;
const shown = (one: Judged) =>
  [one.auroc, one.found_1, one.found_2, one.found_5, one.found, one.refused].map((value) => value.toFixed(3)).join(' ');

function print({ arms, chosen }: Table): void {
  console.log(
    'AUROC, found at 1, 2 and 5 % of the good test images; found and refused by the engine’s threshold for 2 %',
  );
  for (const [arm, found] of Object.entries(arms)) {
    console.log(`${arm.padEnd(40)} ${shown(meanOf(Object.values(found)))}`);
  }
  for (const [set, one] of Object.entries(chosen)) console.log(`${set.padEnd(16)} ${shown(one)}  ${one.arm}`);
}

async function run({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    const taken = await measure(folder, quick ? 1 : 3);
    const table = (await engine<Table>('anomaly_left_out.py', 'table', folder))!;
    print(table);
    const further = { ...(await withBad(quick ? 1 : 3)), ...(await costs()) };
    const judged = Object.values(table.chosen);
    const refused = mean(judged.map((one) => one.refused));
    return {
      lo_auroc: figure(mean(judged.map((one) => one.auroc)), '', { goal: '>= 0.93' }),
      lo_auroc_worst: figure(Math.min(...judged.map((one) => one.auroc)), '', { goal: '>= 0.85' }),
      lo_found_at_2: figure(mean(judged.map((one) => one.found)), 'share of bad parts', { goal: '>= 0.6' }),
      lo_false_reject_at_2: figure(Math.abs(100 * refused - 2), 'points from the target', { goal: '<= 2' }),
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
