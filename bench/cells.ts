/**
 * What benches over many trainings share. Each finished training is a cell, kept as a line of JSON: stopped and run again,
 * a bench goes on with the next one. A cell says on which machine, when and with which commit it was measured. Those in
 * `bench/figures` are published; to measure all of them again, name an empty folder.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { python, root } from './bench.ts';

/** Where a figure comes from. */
export interface Origin {
  cpu: string;
  date: string;
  commit: string;
}
export interface Cells<Cell> {
  /** What is made once for all cells (reduced sets) may lie here too. */
  made: string;
  all: () => (Cell & { by?: Origin })[];
  add: (cell: Cell) => void;
}

const origin = (): Origin => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
});

/** The cells of a bench in `bench/figures`, or in the folder that a variable of the environment names. */
export function cellsOf<Cell>(bench: string, variable: string): Cells<Cell> {
  const folder = path.resolve(process.env[variable] ?? path.join(root, 'bench/figures', bench));
  const file = path.join(folder, 'cells.jsonl');
  return {
    made: path.join(root, '.cache', bench),
    all: () => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
      return lines.map((line) => JSON.parse(line) as Cell & { by?: Origin });
    },
    add: (cell) => {
      mkdirSync(folder, { recursive: true });
      appendFileSync(file, `${JSON.stringify({ ...cell, by: origin() })}\n`);
    },
  };
}

/** The last line that a script of the engine's benches prints, read as JSON. */
export function fromEngine<T>(script: string, ...given: readonly (string | number)[]): T {
  const output = execFileSync(python, [path.join(root, 'bench', script), ...given.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T;
}

/** What is kept of a training, else measured now and kept; null where its set is not there. */
export function keptOr<Asked extends object, Found>(
  kept: Cells<Asked & { found: Found }>,
  asked: Asked,
  measure: (asked: Asked) => Found | null,
): (Asked & { found: Found }) | null {
  const keys = Object.keys(asked) as (keyof Asked)[];
  const known = kept.all().find((one) => keys.every((key) => one[key] === asked[key]));
  if (known) return known;
  const found = measure(asked);
  if (!found) return null;
  kept.add({ ...asked, found });
  return { ...asked, found };
}

/** What is still to be measured: who stops it early has one seed of everything, and without a step every seed gives the same. */
export function* owed<Arm extends { minutes: number }>(
  arms: readonly Arm[],
  seeds: number,
  isKept: (arm: Arm, seed: number) => boolean,
): Generator<[Arm, number]> {
  for (let seed = 1; seed <= seeds; seed++)
    for (const arm of arms) if ((seed === 1 || arm.minutes > 0) && !isKept(arm, seed)) yield [arm, seed];
}

/** The machines and days behind some figures, in words. */
export const originsOf = (cells: readonly { by?: Origin }[]): string =>
  [...new Set(cells.flatMap(({ by }) => (by ? [`${by.date}, ${by.cpu}, ${by.commit}`] : [])))].join('; ');
