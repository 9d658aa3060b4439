/** Computes figures: at once where that is quick, else in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { PredictionType, Thresholds } from '@loupe/contract';
import type { Figures, TestRows } from './type.ts';
import { predictionTypeOf, typeModules } from './registry.ts';

export interface EvaluateInput {
  type: PredictionType;
  rows: TestRows;
  thresholds: Thresholds;
}

/** What the thread is given; `modules` register types beside the product's own. */
export interface EvaluateWork {
  input: EvaluateInput;
  modules: readonly string[];
}

/** Candidates that are matched in a few dozen milliseconds. */
const quick = 20_000;

export function evaluateTest(input: EvaluateInput, quickUpTo = quick): Promise<Figures> {
  const type = predictionTypeOf(input.type);
  if (type.effort(input.rows) <= quickUpTo) return type.evaluate(input.rows, input.thresholds);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('evaluate-worker.ts', import.meta.url), {
      workerData: { input, modules: typeModules() } satisfies EvaluateWork,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the evaluation ended without figures')));
  });
}
