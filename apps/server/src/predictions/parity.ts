/** What a parity case compares: the engine's answer beside the server's. */
import type { EngineReport, Prediction, PredictionType } from '@loupe/contract';
import type { Settings } from './graph.ts';

export type ParityCase = EngineReport['parity']['cases'][number];

export interface Compared {
  failures: string[];
  /** Detections, or verdicts, that were compared. */
  compared: number;
  /** The largest differences, by the names of the comparison's tolerances. */
  deltas: Readonly<Record<string, number>>;
}
export const nothingCompared: Compared = { failures: [], compared: 0, deltas: {} };

/** How a model is asked. */
export interface Asking {
  prediction: PredictionType;
  settings: Settings;
  /** Number of labels; a class beyond them is refused. */
  classes?: number;
}

export interface Comparison<C extends ParityCase = ParityCase> {
  request: Asking;
  cases: readonly C[];
  /** How much must have been compared for a proof, and what it is called. */
  fewest: number;
  unit: string;
  /** What may differ, by name; the screens have words for each. */
  tolerance: Readonly<Record<string, number>>;
  /** A method: the case of one type is a case of any. */
  compare(one: C, answer: Prediction): Promise<Compared>;
  /** What only all cases together show, once they are compared. */
  end?(): Omit<Compared, 'compared'>;
}
