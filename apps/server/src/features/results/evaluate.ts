/** The figures of a test from its rows, at any thresholds. */
import type { Thresholds } from '@loupe/contract';
import type { Services } from '../../core/services.ts';
import { evaluateTest, thresholdsOf, type Figures } from '../../predictions/index.ts';
import { readTest, type TestMaterial } from './rows.ts';
import type { OwnTest } from './scope.ts';

export interface Evaluated {
  figures: Figures;
  /** Name and size of each image as it was in the snapshot. */
  images: TestMaterial['images'];
}

/** Those that the test was run with, else those of its version. */
export const ownThresholds = ({ predictionType, task, version }: OwnTest): Thresholds =>
  thresholdsOf(predictionType, task.params, version.thresholds);

export async function evaluateNow(services: Services, own: OwnTest, thresholds: Thresholds): Promise<Evaluated> {
  const { rows, images } = await readTest(services, own.task, own.labels, own.predictionType);
  return { figures: await evaluateTest({ type: own.predictionType.type, rows, thresholds }), images };
}
