/** A thread that computes the figures of a large test, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EvaluateWork } from './evaluate.ts';
import { predictionTypeOf } from './registry.ts';

const { input, modules } = workerData as EvaluateWork;
const { type, rows, thresholds } = input;
for (const module of modules) await import(module); // oxlint-disable-line no-await-in-loop -- one may build on another
parentPort?.postMessage(await predictionTypeOf(type).evaluate(rows, thresholds), []);
