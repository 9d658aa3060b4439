// Runs steps side by side in lanes and says how each went; a failing step shows what it printed.
import { seconds } from './shell.mjs';

function line(result) {
  const { counts } = result;
  const what = result.skippedBecause
    ? `SKIPPED: ${result.skippedBecause}`
    : `${result.ok ? 'ok' : 'FAILED'} in ${seconds(result.seconds)}`;
  const numbers = counts ? ` (${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped)` : '';
  const unsteady = result.unsteady ? `, UNSTEADY, passed only the second time: ${result.unsteady.join(', ')}` : '';
  return `${result.name.padEnd(12)} ${what}${numbers}${unsteady}`;
}

async function runStep(step) {
  const result = await step.run();
  if ((!result.ok || result.unsteady) && result.output)
    console.log(`\n---- ${result.name} ----\n${result.output.trimEnd()}\n----`);
  else if (!result.ok) console.log(`\n---- ${result.name}: no output ----`);
  console.log(line(result));
  return result;
}

/**
 * Runs lanes at the same time, the steps of each in order; whichever is through first takes of `rest`. Every step runs, also
 * after a failure.
 */
export async function runLanes(lanes, rest = []) {
  const left = [...rest];
  const runLane = async (steps) => {
    const done = [];
    for (const step of steps) done.push(await runStep(step));
    while (left.length > 0) done.push(await runStep(left.shift()));
    return done;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}

/**
 * Sums the counts. A step that failed without naming a failed test (a type error, a crash, no test at all) counts as
 * one failure, so that the last line alone tells the truth.
 */
export function sum(results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of results) {
    total.passed += counts?.passed ?? 0;
    total.skipped += counts?.skipped ?? 0;
    total.failed += counts?.failed || (ok ? 0 : 1);
  }
  return total;
}

export function summary(results) {
  return results.map(line).join('\n');
}
