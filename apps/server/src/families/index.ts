/** Families on the server: how they plan a training, and what differs between prediction types. */
export { evaluateTest, type EvaluateInput } from './evaluate.ts';
export type { Asked, Figures, Judged, PredictionKind, Scores, TestedPicture, TestRows, TruthOf } from './kind.ts';
export { countImages, isChecked } from './images.ts';
export type { ClassLabel, Split } from './plan.ts';
export { kindOf, kindOfModel, plannerOf, predictionKinds } from './registry.ts';
