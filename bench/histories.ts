/**
 * Random histories of two people at one image: edits, undo, reload, offline, lost answers, proposals accepted and turned
 * down, a pre-annotation that holds the image. The tests run a few of them; this runs 10,000 through the merge without a
 * database, and 200 through the whole server.
 */
import { spawnSync } from 'node:child_process';
import { figure, root, type Bench } from './bench.ts';

const folder = 'apps/server/src/features/annotation';

/** Fails, with the history that is wrong, where one is. */
function run(file: string, settings: Record<string, string>): void {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', `${folder}/${file}`], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('a history ended wrong');
}

export const bench: Bench = {
  title: 'random histories of two people at one image that end unlike or lose an edit (10,000; --quick: 1,000)',
  run: async ({ quick }) => {
    const [merged, real] = quick ? [1000, 50] : [10_000, 200];
    run('histories.test.ts', { LOUPE_HISTORIES: String(merged) });
    run('convergence.test.ts', { LOUPE_HISTORIES_REAL: String(real) });
    return {
      histories: figure(merged, '', { goal: quick ? '>= 1000' : '>= 10000' }),
      histories_whole_server: figure(real, ''),
    };
  },
};
