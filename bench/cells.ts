/**
 * What benches over many trainings share. Each finished training is a cell, kept as a line of JSON: stopped and run again,
 * a bench goes on with the next one.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './bench.ts';

export interface Cells<Cell> {
  folder: string;
  all: () => Cell[];
  add: (cell: Cell) => void;
}

/** The cells of a bench under `.cache`, or in the folder that a variable of the environment names. */
export function cellsOf<Cell>(bench: string, variable: string): Cells<Cell> {
  const folder = path.resolve(process.env[variable] ?? path.join(root, '.cache', bench));
  const file = path.join(folder, 'cells.jsonl');
  return {
    folder,
    all: () => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
      return lines.map((line) => JSON.parse(line) as Cell);
    },
    add: (cell) => {
      mkdirSync(folder, { recursive: true });
      appendFileSync(file, `${JSON.stringify(cell)}\n`);
    },
  };
}
