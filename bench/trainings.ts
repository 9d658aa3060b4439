/**
 * Trainings of detection as a person starts them, judged on the test part of a set. Each finished one is kept in
 * `bench/figures/trainings/cells.jsonl`, or in the folder that LOUPE_TRAININGS_CELLS names: stopped and run again, a bench goes on
 * with the next. Sets that are not under ../shared/data are left out and named.
 */
import { initialValues, recipes } from '@loupe/contract';
import { deviation, figure, mean, type Bench, type Figure } from './bench.ts';
import { cellsOf, fromEngine, keptOr, originsOf } from './cells.ts';

/** What the form begins with, but these. */
export interface Asked {
  set: string;
  /** Labelled images of the training part, a fifth of which validate; 0: all. */
  images: number;
  size: number;
  minutes: number;
}
interface Found {
  ap50: number;
  ap: number;
  ap33: number;
  epochs: number;
  steps: number;
  cpu_min: number;
}
interface Cell extends Asked {
  draw: number;
  /** Other settings are another cell. */
  params: string;
}

const kept = cellsOf<Cell & { found: Found }>('trainings', 'LOUPE_TRAININGS_CELLS');

const measured = (cell: Cell): Found | null =>
  keptOr(kept, cell, ({ set, images, size, draw, minutes, params }) =>
    fromEngine('trained.py', set, images, size, draw, minutes, params),
  )?.found ?? null;

/** What the form begins with, and sets because of the objects that are drawn on these images. */
function paramsOf({ set, images, size }: Asked, draw: number): string {
  const begun = initialValues(recipes.detect);
  const sides = fromEngine<number[]>('detection_sets.py', set, images, draw);
  return JSON.stringify({ ...begun, ...recipes.detect.suited!({ ...begun, imageSize: size }, sides) });
}

/** AP50, AP33 and AP of trainings on these sets, three draws of each (`quick`: one); keys carry the set where several. */
export const trainings = (
  title: string,
  all: readonly Asked[],
  goals: Readonly<Record<string, string>> = {},
): Bench => ({
  title,
  run: async ({ quick }) => {
    const figures: Record<string, Figure> = {};
    for (const asked of all) {
      const draws = quick ? [1] : [1, 2, 3];
      const found = draws.flatMap((draw) => measured({ ...asked, draw, params: paramsOf(asked, draw) }) ?? []);
      if (found.length === 0) {
        console.log(`${asked.set}: NOT MEASURED, its images are not under ../shared/data`);
        continue;
      }
      const suffix = all.length > 1 ? `_${asked.set.replaceAll('-', '_')}` : '';
      const costs = found.map(({ steps, cpu_min }) => `${steps} steps in ${cpu_min.toFixed(1)} CPU min`).join(', ');
      for (const key of ['ap50', 'ap33', 'ap'] as const) {
        const values = found.map((one) => one[key]);
        console.log(`${asked.set}: ${key} ${mean(values).toFixed(3)} ± ${deviation(values).toFixed(3)} (${costs})`);
        const goal = goals[key];
        figures[key + suffix] = figure(mean(values), '', goal ? { goal } : {});
        figures[`${key}${suffix}_sd`] = figure(deviation(values), '');
      }
    }
    console.log(`Measured: ${originsOf(kept.all())}`);
    return figures;
  },
});
