/** Families on the server: what differs between prediction types. */
export { evaluateTest, type EvaluateInput } from './evaluate.ts';
export type { Asked, Figures, Judged, PredictionKind, Scores, TestedPicture, TestRows, TruthOf } from './kind.ts';
export { kindOf, kindOfModel, predictionKinds } from './registry.ts';
