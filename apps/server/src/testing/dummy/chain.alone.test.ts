/** The chain through real processes: cancelled between its stages, and a fault of one stage is a fault of the whole. */
import './register.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Thresholds } from '@loupe/contract';
import type { LevelPrediction } from '@loupe/contract/testing/dummy';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../../families/index.ts';
import { createPool, predictChain, type Inference, type Network } from '../../inference/index.ts';
import { graphModules } from '../../predictions/index.ts';
import { findAndMeasure } from './chain.ts';

const networkOf = (recipe: string, name: string): Network => {
  const onnxPath = path.join(import.meta.dirname, '../../inference/fixtures', `${name}.onnx`);
  const sha256 = createHash('sha256').update(readFileSync(onnxPath)).digest('hex');
  return { recipe, params: { margin: 5 }, onnxPath, sha256 };
};
const spot = networkOf('spot', 'bright');
const shade = networkOf('shade', 'level');
const thresholds = { least: 0.3 } as unknown as Thresholds;

let inference: Inference;
let bytes: Buffer;
beforeAll(async () => {
  inference = createPool({ seconds: 20, memoryMb: 2048, processes: 1, threads: 1, modules: graphModules() });
  const part = { create: { width: 20, height: 10, channels: 3, background: '#ffffff' } } as const;
  bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#000000' } })
    .composite([{ input: part, left: 30, top: 20 }])
    .png()
    .toBuffer();
});
afterAll(() => inference.close());
const predict = (second: Network, chain: Chain = findAndMeasure, signal?: AbortSignal) =>
  predictChain(inference, chain, [spot, second], thresholds, { source: { bytes }, ...(signal ? { signal } : {}) });

it('shows the second network the part alone, with its margin, and answers in pixels of the image', async () => {
  const { prediction, width, height, ms } = await predict(shade);
  const { level, found } = prediction as unknown as LevelPrediction;
  expect([found, width, height]).toEqual([1, 60, 40]);
  // 20 × 10 white pixels in a crop of 30 × 20
  expect(level).toBeCloseTo(200 / 600, 5);
  expect(ms.model).toBeGreaterThan(0);
});

it('shows it every part in one question', async () => {
  const twice: Chain = {
    ...findAndMeasure,
    regionsOf: () => [
      { x: 30, y: 20, width: 20, height: 10 },
      { x: 0, y: 0, width: 10, height: 10 },
    ],
  };
  expect((await predict(shade, twice)).prediction).toMatchObject({ level: 1, found: 2 });
});

it('fails whole where a later network fails, and where a region leaves the image', async () => {
  await expect(predict(networkOf('shade', 'glow'))).rejects.toMatchObject({ key: 'inference.failed' });
  const outside: Chain = { ...findAndMeasure, regionsOf: () => [{ x: 50, y: 0, width: 20, height: 10 }] };
  await expect(predict(shade, outside)).rejects.toMatchObject({ key: 'inference.failed' });
  expect((await predict(shade)).prediction).toMatchObject({ found: 1 });
});

it('asks no further network once it is cancelled', async () => {
  const abort = new AbortController();
  const cancelling: Chain = {
    ...findAndMeasure,
    settingsOf: (stage, given) => {
      if (stage.ordinal === 1) abort.abort(new Error('cancelled'));
      return findAndMeasure.settingsOf(stage, given);
    },
  };
  await expect(predict(shade, cancelling, abort.signal)).rejects.toThrow('cancelled');
});
