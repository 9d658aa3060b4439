/** A prediction type of another folder: its graph is registered in the process that runs models. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { registerPrediction } from '@loupe/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createPool, type Inference, type InferenceRequest } from './pool.ts';

const count = z.object({ type: z.literal('count'), count: z.int() });
registerPrediction({
  type: 'count',
  prediction: count,
  thresholds: z.strictObject({ most: z.int() }),
  summary: count,
  image: count,
  report: count,
});

let pool: Inference;
let request: InferenceRequest;
const open = (modules: string[]): Inference =>
  (pool = createPool({ seconds: 20, memoryMb: 2048, processes: 1, threads: 1, modules }));

beforeAll(async () => {
  const onnxPath = path.join(import.meta.dirname, 'fixtures/bright.onnx');
  const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
  const spot = await sharp({ create: { width: 40, height: 10, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#101010' } })
    .composite([{ input: spot, left: 30, top: 50 }])
    .png()
    .toBuffer();
  const prediction = 'count' as InferenceRequest['prediction'];
  request = { onnxPath, sha256, settings: { iou_threshold: 0.5 }, prediction, source: { bytes } };
});
afterEach(() => pool.close());

it('answers with what that type makes of the outputs, the spot and a weak box around it', async () => {
  const answer = await open([new URL('fixtures/count-graph.ts', import.meta.url).href]).run(request);
  expect(answer.prediction).toEqual({ type: 'count', count: 2 });
});

it('refuses a type that no module registered', async () => {
  await expect(open([]).run(request)).rejects.toMatchObject({
    key: 'inference.failed',
    args: { why: 'prediction type count is not registered' },
  });
});
