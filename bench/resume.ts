/** Trainings that are killed at random moments and resumed: how many end with the very same weights. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { figure, python, root, type Bench } from './bench.ts';

export const bench: Bench = {
  title: 'detection trainings that are killed twice at random moments and end with the very same weights, of 20',
  run: async ({ quick }) => {
    const rounds = quick ? 3 : 20;
    const output = execFileSync(python, [path.join(root, 'bench/resume.py'), String(rounds)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONPATH: path.join(root, 'engine') },
    });
    const { same } = JSON.parse(output.trimEnd().split('\n').at(-1)!) as { same: number };
    return { same: figure(same, `of ${rounds}`, { goal: `>= ${rounds}` }) };
  },
};
