/**
 * Multi-stage detection on a drawn set of small defects on parts (`stages.py`): AP50 end to end, beside the same network on
 * crops of the true parts, and beside one stage that learned as many steps at the same training size. Means of seeds.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { deviation, figure, mean, python, root, type Bench } from './bench.ts';

interface Found {
  end_to_end: number;
  oracle: number;
  single: number;
  parts: number;
  parts_found: number;
  outside: number;
  single_cpu_s: number;
  stages_cpu_s: number;
}
const steps = 300;

function measured(seed: number, count: number): Found {
  const output = execFileSync(python, [path.join(root, 'bench/stages.py'), String(seed), String(count)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
  });
  const found = JSON.parse(output.trimEnd().split('\n').at(-1)!) as Found;
  console.log(`seed ${seed}, ${count} steps: ${JSON.stringify(found)}`);
  return found;
}

export const bench: Bench = {
  title: 'Multi-stage detection: small defects on parts',
  run: ({ quick }) => {
    const all = quick ? [measured(1, 100)] : [1, 2, 3].map((seed) => measured(seed, steps));
    const of = (key: keyof Found) => mean(all.map((one) => one[key]));
    return Promise.resolve({
      ap50: figure(of('end_to_end'), '', { peer: of('single'), goal: '>= 1' }),
      ap50_sd: figure(deviation(all.map((one) => one.end_to_end)), ''),
      ap50_over_oracle: figure(of('end_to_end') / Math.max(1e-9, of('oracle')), '', { goal: '>= 0.95' }),
      ap50_oracle: figure(of('oracle'), ''),
      ap50_single: figure(of('single'), ''),
      parts_found: figure(of('parts_found'), ''),
      cpu_stages: figure(of('stages_cpu_s'), 's', { peer: of('single_cpu_s') }),
    });
  },
};
