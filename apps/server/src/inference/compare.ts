/** What a parity case compares, by prediction type: the engine's answer beside the server's. */
import type { EngineReport, Prediction } from '@loupe/contract';
import type { InferenceRequest } from './pool.ts';

export type ParityCase = EngineReport['parity']['cases'][number];

export interface Compared {
  failures: string[];
  /** Detections, or verdicts, that were compared. */
  compared: number;
  boxDelta: number;
  scoreDelta: number;
  heatDelta: number;
}
export const nothingCompared: Compared = { failures: [], compared: 0, boxDelta: 0, scoreDelta: 0, heatDelta: 0 };

export interface Comparison<C extends ParityCase = ParityCase> {
  /** How the model is asked. */
  request: Pick<InferenceRequest, 'prediction' | 'iouThreshold' | 'scoreThreshold' | 'classes'>;
  cases: readonly C[];
  /** How much must have been compared for a proof, and what it is called. */
  fewest: number;
  unit: string;
  tolerance: { boxPx: number | null; score: number };
  /** A method: the case of one type is a case of any. */
  compare(one: C, answer: Prediction): Promise<Compared>;
}
