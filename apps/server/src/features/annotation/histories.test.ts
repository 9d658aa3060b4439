/**
 * Random histories against the merge without a database: with it they are in convergence.test.ts. The bench `histories`
 * runs 10,000 of them.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { modelPlace } from '../../testing/histories/model.ts';
import { actions, runHistory } from '../../testing/histories/run.ts';

const numRuns = Number(process.env['LOUPE_HISTORIES'] ?? 200);
/** The same histories each time, so that a failure is of the change that is tested; the bench draws others. */
const seed = Number(process.env['LOUPE_HISTORIES_SEED'] ?? 1);

it(`${numRuns} random histories end alike on both sides and lose nothing`, { timeout: 3_600_000 }, async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      await runHistory(modelPlace(), list);
      ran++;
    }),
    { numRuns, seed },
  );
  expect(ran).toBe(numRuns);
});
