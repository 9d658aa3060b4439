/**
 * A person's first hour with detection: 25 labelled images (three draws), with what the form of a training begins with but
 * 320 px and ten minutes of processor time, judged on the test part of four sets. Each finished cell is kept in
 * `.cache/first-hour/cells.jsonl`, or in the folder that LOUPE_FIRST_HOUR_CELLS names: stopped and run again, it goes on
 * with the next cell. Sets that are not under ../shared/data are left out and named.
 */
import { initialValues, recipes } from '@loupe/contract';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { figure, type Bench, type Figure } from './bench.ts';

const root = path.resolve(import.meta.dirname, '..');
const python = path.join(root, '.venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
const kept = path.resolve(process.env.LOUPE_FIRST_HOUR_CELLS ?? path.join(root, '.cache/first-hour'));
const cellsFile = path.join(kept, 'cells.jsonl');
const sets = ['bsdata', 'vin-plates', 'workpiece-crack', 'deeppcb'];
const minutes = 10;

interface Found {
  ap50: number;
  ap: number;
  ap33: number;
  epochs: number;
  steps: number;
  cpu_min: number;
}
interface Cell {
  set: string;
  draw: number;
  minutes: number;
  /** What the form begins with: other settings are another cell. */
  params: string;
}
type Finished = Cell & { found: Found };

const finished = (): Finished[] =>
  existsSync(cellsFile)
    ? readFileSync(cellsFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Finished)
    : [];

function measured(cell: Cell): Found | null {
  const { set, draw, params } = cell;
  const known = finished().find(
    (one) => one.set === set && one.draw === draw && one.minutes === cell.minutes && one.params === params,
  );
  if (known) return known.found;
  const command = [path.join(root, 'bench/first_hour.py'), set, String(draw), String(cell.minutes), params];
  const output = execFileSync(python, command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  const found = JSON.parse(output.trimEnd().split('\n').at(-1)!) as Found | null;
  mkdirSync(kept, { recursive: true });
  if (found) appendFileSync(cellsFile, `${JSON.stringify({ ...cell, found })}\n`);
  return found;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const deviation = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / Math.max(1, values.length - 1));

async function run({ quick }: { readonly quick: boolean }) {
  const params = JSON.stringify(initialValues(recipes.detect));
  const figures: Record<string, Figure> = {};
  for (const set of sets) {
    const draws = quick ? [1] : [1, 2, 3];
    const found = draws.flatMap((draw) => measured({ set, draw, minutes, params }) ?? []);
    if (found.length === 0) {
      console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
      continue;
    }
    const key = set.replaceAll('-', '_');
    const areas = found.map(({ ap50 }) => ap50);
    const costs = found.map(({ steps, cpu_min }) => `${steps} steps in ${cpu_min.toFixed(1)} CPU min`).join(', ');
    console.log(`${set}: AP50 ${mean(areas).toFixed(3)} ± ${deviation(areas).toFixed(3)} (${costs})`);
    figures[`ap50_${key}`] = figure(mean(areas), '');
    figures[`ap50_${key}_sd`] = figure(deviation(areas), '');
    figures[`ap_${key}`] = figure(mean(found.map(({ ap }) => ap)), '');
  }
  return figures;
}

export const bench: Bench = {
  title:
    'a first hour of detection: 25 labelled images, the defaults of the form, 320 px, 10 CPU minutes, on four sets',
  run,
};
