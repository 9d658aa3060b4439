/**
 * Whether test defects say what a version will find: the share found of those drawn on held-back good images, against the
 * share found of the real bad images of sets that chose neither their kinds nor their strengths. Each finished training is
 * kept in `bench/figures/probes/cells.jsonl`, or in the folder that LOUPE_PROBES_CELLS names.
 */
import { figure, mean, type Bench, type Figure } from './bench.ts';
import { cellsOf, fromEngine, keptOr, originsOf } from './cells.ts';

const sets = ['cookies', 'aliens', 'mono', 'poly', 'bsdata', 'deeppcb'];
const good = 60;

interface Found {
  /** Shares found: of all test defects, of each kind, of the real bad images, of good ones, of defects as it learned from. */
  tests: number;
  kinds: Record<string, number>;
  real: number;
  refused: number;
  as_learned?: number;
  cpu_min: number;
  judged: number;
}
interface Cell {
  set: string;
  method: string;
  draw: number;
  good: number;
}
type Measured = Cell & { found: Found };
const kept = cellsOf<Measured>('probes', 'LOUPE_PROBES_CELLS');

const measured = (cell: Cell): Measured | null =>
  keptOr(kept, cell, ({ set, method, draw, good: most }) => fromEngine('probes.py', set, method, draw, most));

/** Pearson's; of ranks it is Spearman's. */
function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [0, 1].map((i) => mean(pairs.map((pair) => pair[i]!)));
  const sum = (of: (dx: number, dy: number) => number) => mean(pairs.map(([a, b]) => of(a - x!, b - y!)));
  return sum((dx, dy) => dx * dy) / Math.sqrt(sum((dx) => dx ** 2) * sum((_, dy) => dy ** 2));
}

const ranks = (values: readonly number[]): number[] =>
  values.map((one) => mean(values.flatMap((_, i) => (values.toSorted((a, b) => a - b)[i] === one ? [i] : []))));

const ranked = (pairs: readonly (readonly [number, number])[]) => {
  const [x, y] = [0, 1].map((i) => ranks(pairs.map((pair) => pair[i]!)));
  return x!.map((one, i) => [one, y![i]!] as const);
};

const percent = (share: number | undefined) => (share === undefined ? '' : `${Math.round(100 * share)} %`);

function print(cells: readonly Measured[]): void {
  for (const { set, method, draw, found } of cells) {
    const { tests, kinds, real, refused, as_learned: own } = found;
    const shown = Object.entries(kinds).map(([kind, share]) => `${kind} ${percent(share)}`);
    const flattered = own === undefined ? '' : `, drawn as it learned ${percent(own)}`;
    const all = `tests ${percent(tests)} (${shown.join(', ')})${flattered}`;
    console.log(`${set} ${method} ${draw}: ${all}; real bad ${percent(real)}, good refused ${percent(refused)}`);
  }
}

async function run({ quick }: { readonly quick: boolean }) {
  await Promise.resolve();
  const figures: Record<string, Figure> = {};
  for (const method of ['memory', 'synthetic']) {
    const wanted = sets.flatMap((set) => (quick ? [1] : [1, 2, 3]).map((draw) => ({ set, method, draw, good })));
    const cells = wanted.map(measured).filter((one) => one !== null);
    print(cells);
    if (cells.length < 3) continue;
    const pairs = cells.map(({ found }) => [found.tests, found.real] as const);
    figures[`correlation_${method}`] = figure(correlation(pairs), '');
    figures[`rank_correlation_${method}`] = figure(correlation(ranked(pairs)), '');
    figures[`mean_difference_${method}`] = figure(mean(pairs.map(([tests, real]) => Math.abs(tests - real))), '');
    const own = cells.flatMap(({ found }) => (found.as_learned === undefined ? [] : [found.as_learned - found.tests]));
    if (own.length > 0) figures[`flattery_${method}`] = figure(mean(own), '');
  }
  console.log(`Measured: ${originsOf(kept.all())}`);
  return figures;
}

export const bench: Bench = {
  title: 'anomaly: the share found of drawn test defects against that of real bad images, on six sets',
  run,
};
