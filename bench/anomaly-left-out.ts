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

async function engine<T>(...args: readonly string[]): Promise<T | null> {
  const command = [path.join(root, 'bench/anomaly_left_out.py'), ...args];
  const { stdout } = await promisify(execFile)(python, command, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as T | null;
}

/** Every set, so many at once; milliseconds of an image's features. */
async function measure(folder: string, seeds: number): Promise<number[]> {
  const waiting = [...sets];
  const taken: number[] = [];
  const work = async () => {
    for (let set = waiting.shift(); set !== undefined; set = waiting.shift()) {
      const found = await engine<{ ms: number }>('cells', set, path.join(folder, `${set}.json`), String(seeds));
      if (found === null) console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
      else taken.push(found.ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return taken;
}

const shown = (one: Judged) =>
  [one.auroc, one.found_1, one.found_2, one.found_5, one.found, one.refused].map((value) => value.toFixed(3)).join(' ');

function print({ arms, chosen }: Table): void {
  console.log(
    'AUROC, found at 1, 2 and 5 % of the good test images; found and refused by the engine’s threshold for 2 %',
  );
  for (const [arm, found] of Object.entries(arms)) {
    const all = Object.values(found);
    const average = Object.fromEntries(
      Object.keys(all[0]!).map((key) => [key, mean(all.map((one) => one[key as 'auroc']))]),
    );
    console.log(`${arm.padEnd(40)} ${shown(average as unknown as Judged)}`);
  }
  for (const [set, one] of Object.entries(chosen)) console.log(`${set.padEnd(16)} ${shown(one)}  ${one.arm}`);
}

async function run({ quick }: { readonly quick: boolean }): Promise<Record<string, Figure>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  try {
    const taken = await measure(folder, quick ? 1 : 3);
    const table = (await engine<Table>('table', folder))!;
    print(table);
    const judged = Object.values(table.chosen);
    const refused = mean(judged.map((one) => one.refused));
    return {
      lo_auroc: figure(mean(judged.map((one) => one.auroc)), '', { goal: '>= 0.93' }),
      lo_auroc_worst: figure(Math.min(...judged.map((one) => one.auroc)), '', { goal: '>= 0.85' }),
      lo_found_at_2: figure(mean(judged.map((one) => one.found)), 'share of bad parts', { goal: '>= 0.6' }),
      lo_false_reject_at_2: figure(Math.abs(100 * refused - 2), 'points from the target', { goal: '<= 2' }),
      features_cpu_ms: figure(mean(taken), 'ms'),
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
