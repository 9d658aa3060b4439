/** Edits outlive whatever dies: page, browser, network, server and database are killed while somebody annotates. */
import { expect, test } from '@playwright/test';
import { mortalServer } from './support/mortal-server.ts';
import { runRobot } from './support/robot.ts';
import { slowMs } from './pages/parts.ts';

// A trace of a page that is killed breaks off.
test.use({ trace: 'off', screenshot: 'off' });

test('15 kills at random moments: every edit that was kept is on the server, once', async () => {
  test.setTimeout(10 * slowMs);
  const { executablePath = '', args = [] } = test.info().project.use.launchOptions ?? {};
  const server = await mortalServer();
  try {
    const { kills, acknowledged, ...found } = await runRobot({
      server,
      kills: 15,
      seed: 15,
      launch: { executablePath, args },
    });
    expect(Math.min(...Object.values(kills)), 'each kind of kill').toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(30);
    expect(found).toEqual({ missing: 0, duplicated: 0, refused: 0 });
  } finally {
    await server.close();
  }
});
