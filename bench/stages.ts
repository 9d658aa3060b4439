/**
 * Multi-stage detection of small defects on parts (`stages.py`): AP50 end to end, beside the same network on crops of the true
 * parts, and beside one stage that learned as many steps at the same training size. Means of seeds; each seed of a set is a cell
 * kept in `bench/figures/stages/cells.jsonl`, or in the folder that LOUPE_STAGES_CELLS names.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { deviation, figure, mean, python, root, type Bench, type Figure } from './bench.ts';
import { cellsOf, originsOf } from './cells.ts';

/** Drawn parts, and boards cut from deeppcb. */
const sets = ['drawn', 'boards'] as const;
type SetName = (typeof sets)[number];
const steps = 300;
/** By seed 1 of the drawn set the rule of the score of a part was chosen: it judges nothing. */
const seedsOf = { drawn: [2, 3, 4], boards: [1, 2, 3] } as const;

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
interface Cell {
  set: SetName;
  steps: number;
  seed: number;
  found: Found;
}
const kept = cellsOf<Cell>('stages', 'LOUPE_STAGES_CELLS');

function measure(set: SetName, seed: number): void {
  if (kept.all().some((cell) => cell.set === set && cell.steps === steps && cell.seed === seed)) return;
  const output = execFileSync(python, [path.join(root, 'bench/stages.py'), set, String(seed), String(steps)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  const found = JSON.parse(output.trimEnd().split('\n').at(-1)!) as Found | null;
  if (!found) return console.log(`${set}: its data are not there`);
  kept.add({ set, steps, seed, found });
  console.log(`${set}, seed ${seed}: ${JSON.stringify(found)}`);
}

function figuresOf(set: SetName, all: readonly Found[]): Record<string, Figure> {
  if (all.length === 0) return {};
  const of = (key: keyof Found) => mean(all.map((one) => one[key]));
  return {
    // one stage that finds nothing is no measure
    [`ap50_${set}`]: figure(of('end_to_end'), '', of('single') > 0 ? { peer: of('single'), goal: '>= 1' } : {}),
    [`ap50_${set}_single`]: figure(of('single'), ''),
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
  title: 'multi-stage detection: small defects on drawn parts, and on boards cut from deeppcb (--quick: one seed)',
  run: ({ quick }) => {
    const chosen = (set: SetName): readonly number[] => seedsOf[set].slice(0, quick ? 1 : undefined);
    for (const set of sets) for (const seed of chosen(set)) measure(set, seed);
    const isAsked = ({ set, seed, steps: of }: Cell) => of === steps && chosen(set).includes(seed);
    const cells = kept.all().filter(isAsked);
    console.log(`Measured: ${originsOf(cells)}`);
    const of = (set: SetName) => cells.filter((cell) => cell.set === set).map(({ found }) => found);
    return Promise.resolve(Object.assign({}, ...sets.map((set) => figuresOf(set, of(set)))) as Record<string, Figure>);
  },
};
