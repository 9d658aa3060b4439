/** A thread that computes the figures of a large test, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EvaluateInput } from './evaluate.ts';
import { serverFamilyOf } from './registry.ts';

const { family, rows, thresholds } = workerData as EvaluateInput;
parentPort?.postMessage(serverFamilyOf(family).evaluate(rows, thresholds), []);
