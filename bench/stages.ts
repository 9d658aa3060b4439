/**
 * Multi-stage detection of small defects on parts (`stages.py`): AP50 end to end, beside the same network on crops of the true
 * parts, and beside one stage: one that learned as many steps at the same training size, and one that had the CPU seconds of
 * both stages, for tiles. Means of seeds; each seed of a set is a cell kept in `bench/figures/stages/cells.jsonl`, or in the
 * folder that LOUPE_STAGES_CELLS names.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { deviation, figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf } from './cells.ts';

/** Drawn parts, boards cut from deeppcb, and boards cut from one large image, in images of four times the area. */
const sets = ['drawn', 'boards', 'large'] as const;
type SetName = (typeof sets)[number];
const steps = 300;
/** By seed 1 of the drawn set the rule of the score of a part was chosen: it judges nothing. */
const seedsOf = { drawn: [2, 3, 4], boards: [1, 2, 3], large: [1, 2, 3] } as const;
/** Of one stage with the time of two: pixels of a tile, as large beside the parts in each set; at `size` as the others. */
const tiles = { drawn: 256, boards: 256, large: 512 } as const;
const size = 256;

interface Found {
  end_to_end: number;
  oracle: number;
  single: number;
  parts: number;
  parts_found: number;
  outside: number;
  part_score: number;
  fixed: number;
  fixed_parts_found: number;
  single_cpu_s: number;
  stages_cpu_s: number;
}
/** One stage with the CPU seconds of two. */
interface Alone {
  single: number;
  steps: number;
  size: number;
  tiles: number;
  cpu_s: number;
}
interface Cell {
  set: SetName;
  steps: number;
  seed: number;
  found: Found;
  alone?: undefined;
}
interface AloneCell extends Pick<Cell, 'set' | 'steps' | 'seed'> {
  alone: Alone;
}
const kept = cellsOf<Cell | AloneCell>('stages', 'LOUPE_STAGES_CELLS');

const isAlone = (cell: Cell | AloneCell): cell is AloneCell => cell.alone !== undefined;
const isPair = (cell: Cell | AloneCell): cell is Cell => !isAlone(cell);

function answerOf<T>(...given: readonly (string | number)[]): T | null {
  const output = execFileSync(python, [path.join(root, 'bench/stages.py'), ...given.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as T | null;
}

function measure(set: SetName, seed: number): void {
  const isThis = (cell: Cell | AloneCell) => cell.set === set && cell.steps === steps && cell.seed === seed;
  const known = kept.all().filter(isThis);
  const found = known.find(isPair)?.found ?? answerOf<Found>(set, seed, steps);
  if (!found) return console.log(`${set}: its data are not there`);
  if (!known.some(isPair)) kept.add({ set, steps, seed, found });
  console.log(`${set}, seed ${seed}: ${JSON.stringify(found)}`);
  if (known.some(isAlone)) return;
  const alone = answerOf<Alone>(set, seed, 'one', found.stages_cpu_s, size, tiles[set]);
  if (!alone) return;
  kept.add({ set, steps, seed, alone });
  console.log(`${set}, seed ${seed}, one stage: ${JSON.stringify(alone)}`);
}

function figuresOf(set: SetName, all: readonly Found[], alone: readonly Alone[]): Record<string, Figure> {
  if (all.length === 0) return {};
  const tiled = alone.length > 0 ? mean(alone.map(({ single }) => single)) : 0;
  const of = (key: keyof Found) => mean(all.map((one) => one[key]));
  const better = Math.max(of('single'), tiled);
  return {
    // the better one; one stage that finds nothing is no measure
    [`ap50_${set}`]: figure(of('end_to_end'), '', better > 0 ? { peer: better, goal: '>= 1' } : {}),
    [`ap50_${set}_single`]: figure(of('single'), ''),
    ...(alone.length > 0 && { [`ap50_${set}_tiles`]: figure(tiled, '') }),
    [`ap50_${set}_sd`]: figure(deviation(all.map((one) => one.end_to_end)), ''),
    [`ap50_${set}_over_oracle`]: figure(of('end_to_end') / Math.max(1e-9, of('oracle')), '', { goal: '>= 0.95' }),
    [`ap50_${set}_oracle`]: figure(of('oracle'), ''),
    [`ap50_${set}_fixed_score`]: figure(of('fixed'), ''),
    [`parts_found_${set}`]: figure(of('parts_found'), ''),
    [`part_score_${set}`]: figure(of('part_score'), ''),
    [`cpu_${set}`]: figure(of('stages_cpu_s'), 's', { peer: of('single_cpu_s') }),
  };
}

export const bench: Bench = {
  title: 'multi-stage detection: small defects on drawn parts and on boards (--quick: one seed)',
  run: ({ quick }) => {
    const chosen = (set: SetName): readonly number[] => seedsOf[set].slice(0, quick ? 1 : undefined);
    // a seed of each set before the next one: stopped early, all sets have as many
    for (const i of [0, 1, 2])
      for (const set of sets) for (const seed of chosen(set).slice(i, i + 1)) measure(set, seed);
    const isAsked = ({ set, seed, steps: of }: Cell | AloneCell) => of === steps && chosen(set).includes(seed);
    const cells = kept.all().filter(isAsked);
    console.log(`Measured: ${originsOf(cells)}`);
    const of = (set: SetName) => cells.filter((cell) => cell.set === set);
    const figures = sets.map((set) => {
      const found = of(set).filter(isPair);
      return figuresOf(
        set,
        found.map((cell) => cell.found),
        of(set)
          .filter(isAlone)
          .map(({ alone }) => alone),
      );
    });
    return Promise.resolve(Object.assign({}, ...figures) as Record<string, Figure>);
  },
};
