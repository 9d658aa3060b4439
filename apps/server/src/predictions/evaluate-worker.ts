/** A thread that computes the figures of a large test, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EvaluateInput } from './evaluate.ts';
import { predictionTypeOf } from './registry.ts';

const { type, rows, thresholds } = workerData as EvaluateInput;
parentPort?.postMessage(await predictionTypeOf(type).evaluate(rows, thresholds), []);
