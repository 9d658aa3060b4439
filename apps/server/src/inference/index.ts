/** Inference: the only door to ONNX Runtime. */
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Services } from '../core/services.ts';
import { certify, type CertifyInput } from './certificate.ts';
import { createPool, type Inference, type InferenceOptions } from './pool.ts';
import { runTest } from './run-test.ts';

export * from './certificate.ts';
export { modelFileName } from './hash.ts';
export * from './pool.ts';
export * from './predictor.ts';
export * from './run-test.ts';

type InferenceConfig = Pick<Config, 'data' | 'inferenceSeconds' | 'inferenceMemoryMb'>;

/** Inference with the server's limits. */
export const createInference = (config: InferenceConfig, log?: InferenceOptions['log']): Inference =>
  createPool({
    seconds: config.inferenceSeconds,
    memoryMb: config.inferenceMemoryMb,
    folder: path.join(config.data, 'run'),
    ...(log ? { log } : {}),
  });

/** The two jobs that inference does for the task runner, in the form that it takes. */
export const makeRunnerJobs = (inference: Inference) => ({
  certify: (input: CertifyInput) => certify(input, inference),
  jobs: {
    test: (services: Services, row: Parameters<typeof runTest>[2], { signal }: { signal: AbortSignal }) =>
      runTest(services, inference, row, signal),
  },
});
