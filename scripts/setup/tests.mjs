// `npm test`: everything, in order, with one summary. The last line is "N passed, N failed[, N skipped]".
import { chromiumAdvice } from './chromium.mjs';
import { runLanes, sum, summary } from './report.mjs';
import { browser, format, house, lint, pytest, ruff, types, vitest } from './steps.mjs';

const names = ['static', 'pure', 'components', 'server', 'engine', 'browser'];

/** `npm test -- pure server` runs only these parts. */
export async function test(args) {
  const unknown = args.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${names.join(', ')}.`);
    return 2;
  }
  const wants = (name) => args.length === 0 || args.includes(name);
  const when = (name, ...steps) => (wants(name) ? steps.map((make) => make()) : []);
  const isWhole = args.length === 0;
  // Two lanes, each of which keeps about one core busy. What is left is in portions, so that both end at about the same
  // time whatever a machine is quick at.
  const lanes = [
    [
      ...when(
        'static',
        () => types,
        () => format,
      ),
      ...when('browser', () => browser(chromiumAdvice)),
    ],
    [
      ...when(
        'static',
        () => house,
        () => lint,
        ruff,
      ),
      ...when('pure', () => vitest('pure')),
      ...when('engine', pytest),
    ],
  ];
  const portions = isWhole ? ['1/4', '2/4', '3/4', '4/4'] : [''];
  const results = await runLanes(lanes, [
    ...when('server', ...portions.map((part) => () => vitest('server', { part, workers: isWhole ? '1' : '' }))),
    ...when('components', () => vitest('components')),
  ]);
  const total = sum(results);
  const nothingRan = total.passed + total.failed === 0 && args.join() !== 'static';
  const left = results.filter((result) => result.skippedBecause);
  console.log(`\n${summary(results)}`);
  if (left.length > 0)
    console.log(`\nNOT RUN: ${left.map((one) => one.name).join(', ')}. This run does not show that they work.`);
  if (nothingRan) console.log('\nNo test ran at all: that is a failure.');
  const failed = total.failed + (nothingRan ? 1 : 0) + left.length;
  console.log(`${total.passed} passed, ${failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
  return failed === 0 ? 0 : 1;
}
