/** Prediction types on the server: truth, figures, verdict, thresholds, the graph, and the proof of parity. */
export { ofToday } from './earlier-reports.ts';
export { evaluateTest, type EvaluateInput } from './evaluate.ts';
export type { Settings } from './graph.ts';
export type {
  Asked,
  Figures,
  Judged,
  Labels,
  PredictionTypeDef,
  Scores,
  Table,
  TableInput,
  TableRow,
  TestedImage,
  TestRows,
  TruthOf,
} from './type.ts';
export { storedThresholds, thresholdsOf } from './of-test.ts';
export {
  answeredThresholds,
  graphModules,
  predictionTypeOf,
  predictionTypeOfModel,
  registerPredictionType,
} from './registry.ts';
export { nameOf } from './manifest.ts';
export type { Proposals, Proposed, Proposes } from './proposals.ts';
