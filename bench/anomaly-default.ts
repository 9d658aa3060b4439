/**
 * Anomaly detection as a person starts it, on fourteen sets that share no part between training and test. Each finished
 * training is kept in `bench/figures/anomaly-default/cells.jsonl`, or in the folder that LOUPE_ANOMALY_DEFAULT_CELLS names:
 * stopped and run again, the bench goes on with the next.
 */
import { sets, type Judged } from './anomaly-left-out.ts';
import { figure, mean, type Bench, type Figure } from './bench.ts';
import { cellsOf, fromEngine, keptOr, originsOf } from './cells.ts';

/** Of CPU time, a training. */
const minutes = Number(process.env['LOUPE_ANOMALY_DEFAULT_MINUTES'] ?? 2);

/** Without what has no truth for each image: `found` and `refused` are by the threshold of the version, set for 2 %. */
type Found = Omit<Judged, 'pro'> & { cpu_min: number };
interface Cell {
  set: string;
  draw: number;
  minutes: number;
}
type Measured = Cell & { found: Found };
const kept = cellsOf<Measured>('anomaly-default', 'LOUPE_ANOMALY_DEFAULT_CELLS');

const measured = (cell: Cell): Measured | null =>
  keptOr(kept, cell, ({ set, draw, minutes: most }) => fromEngine('anomaly_default.py', set, draw, most));

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

async function run({ quick }: { readonly quick: boolean }) {
  await Promise.resolve();
  const figures: Record<string, Figure> = {};
  const perSet: Record<keyof Found, number>[] = [];
  for (const set of sets) {
    const cells = (quick ? [1] : [1, 2, 3]).flatMap((draw) => measured({ set, draw, minutes }) ?? []);
    if (cells.length === 0) {
      console.log(`${set}: NOT MEASURED, its images are not under ../shared/data`);
      continue;
    }
    const of = (key: keyof Found) => mean(cells.map(({ found }) => found[key]));
    const keys = Object.keys(cells[0]!.found) as (keyof Found)[];
    const means = Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<keyof Found, number>;
    perSet.push(means);
    const { auroc, found_2: at2, found, refused } = means;
    console.log(
      `${set}: AUROC ${auroc.toFixed(3)}, found at 2 % ${percent(at2)}; by its threshold found ${percent(found)}, refused ${percent(refused)}`,
    );
    figures[`auroc_${set.replace('-', '_')}`] = figure(auroc, '');
  }
  const all = (key: keyof Found) => mean(perSet.map((one) => one[key]));
  console.log(`Measured: ${originsOf(kept.all())}`);
  return {
    default_auroc: figure(all('auroc'), '', { goal: '>= 0.93' }),
    default_auroc_worst: figure(Math.min(...perSet.map((one) => one.auroc)), '', { goal: '>= 0.85' }),
    default_found_at_2: figure(all('found_2'), 'share of bad parts', { goal: '>= 0.6' }),
    default_found: figure(all('found'), 'share of bad parts'),
    default_refused: figure(100 * all('refused'), '% of good parts, where 2 are wanted', { goal: '<= 4' }),
    ...figures,
  };
}

export const bench: Bench = {
  title:
    'anomaly: what the form begins with, two CPU minutes a training (LOUPE_ANOMALY_DEFAULT_MINUTES), on fourteen sets',
  run,
};
