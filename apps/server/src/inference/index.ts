/** Inference: the only door to ONNX Runtime. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { graphModules } from '../predictions/index.ts';
import { createPool, type Inference, type InferenceOptions } from './pool.ts';

export * from './certificate.ts';
export { featureChannels } from './features/file.ts';
export type { Contrast, Look, TileOutput } from './protocol.ts';
export { modelFileName } from './hash.ts';
export * from './pool.ts';
export * from './predictor.ts';

type InferenceConfig = Pick<Config, 'data' | 'inferenceSeconds' | 'inferenceMemoryMb'>;

/** Inference with the server's limits. */
export const createInference = (config: InferenceConfig, log?: InferenceOptions['log']): Inference =>
  createPool({
    seconds: config.inferenceSeconds,
    memoryMb: config.inferenceMemoryMb,
    folder: path.join(config.data, 'run'),
    modules: graphModules(),
    ...(log ? { log } : {}),
  });
