/** What differs between families on the server: figures of a test, and the verdict of one picture. */
import type { Prediction, Thresholds } from '@loupe/contract';
import type { Box } from '@loupe/geometry';

export interface TestTruth {
  /** Index of the version's label; −1 for an ignore region that counts for every class. */
  c: number;
  box: Box;
  ignore: boolean;
}
export interface TestedPicture {
  imageId: number;
  truths: TestTruth[];
  prediction: Prediction;
}
/** Everything that figures are made from; plain data, so that it may go to another thread. */
export interface TestRows {
  /** Number of the version's labels. */
  classes: number;
  pictures: TestedPicture[];
}

export interface ClassFigures {
  truths: number;
  ap50: number | null;
  ap50_95: number | null;
  precision: number;
  recall: number;
  f1: number;
}
export interface PictureFigures {
  imageId: number;
  tp: number;
  fp: number;
  fn: number;
}
export interface TestFigures {
  truths: number;
  detections: number;
  map50: number | null;
  map50_95: number | null;
  map33: number | null;
  precision: number;
  recall: number;
  f1: number;
  /** In the order of the version's labels. */
  classes: ClassFigures[];
  /** Worst first. */
  pictures: PictureFigures[];
}

export interface ServerFamily {
  evaluate: (rows: TestRows, thresholds: Thresholds) => TestFigures;
  /** How many of a prediction's findings are at or above the thresholds; the picture is NG from one on. */
  countFindings: (prediction: Prediction, thresholds: Thresholds) => number;
}
