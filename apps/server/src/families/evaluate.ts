/** Computes figures: at once where that is quick, else in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { Thresholds } from '@loupe/contract';
import type { TestFigures, TestRows } from './family.ts';
import { serverFamilyOf } from './registry.ts';

export interface EvaluateInput {
  /** Id of the family. */
  family: string;
  rows: TestRows;
  thresholds: Thresholds;
}

/** Candidates that are matched in a few dozen milliseconds. */
const quick = 20_000;

const candidates = ({ pictures }: TestRows): number =>
  pictures.reduce((sum, { prediction, truths }) => sum + prediction.items.length + truths.length, 0);

export function evaluateTest(input: EvaluateInput, quickUpTo = quick): Promise<TestFigures> {
  if (candidates(input.rows) <= quickUpTo)
    return Promise.resolve(serverFamilyOf(input.family).evaluate(input.rows, input.thresholds));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('evaluate-worker.ts', import.meta.url), { workerData: input });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the evaluation ended without figures')));
  });
}
