/** Page, browser, network, answers, server and database are killed at random moments while a robot annotates. */
import { mortalServer } from '../apps/e2e/src/support/mortal-server.ts';
import { runRobot } from '../apps/e2e/src/support/robot.ts';
import { figure, type Bench } from './bench.ts';
import { launch } from './canvas/browser.ts';

const seed = Number(process.env['LOUPE_ROBOT_SEED'] ?? 1);

export const bench: Bench = {
  title: 'edits that are lost or doubled while everything around an annotator is killed 200 times (--quick: 15)',
  run: async ({ quick }) => {
    const server = await mortalServer();
    try {
      const found = await runRobot({
        server,
        kills: quick ? 15 : 200,
        seed,
        launch,
        log: (text) => console.log(`  ${text}`),
      });
      console.log(`  ${JSON.stringify(found.kills)}`);
      return {
        kills: figure(
          Object.values(found.kills).reduce((sum, one) => sum + one, 0),
          '',
        ),
        acknowledged: figure(found.acknowledged, 'edits'),
        missing: figure(found.missing, 'edits', { goal: '<= 0' }),
        duplicated: figure(found.duplicated, 'edits', { goal: '<= 0' }),
        refused: figure(found.refused, 'edits', { goal: '<= 0' }),
      };
    } finally {
      await server.close();
    }
  },
};
