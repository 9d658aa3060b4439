/** Families on the server. */
export { evaluateTest, type EvaluateInput } from './evaluate.ts';
export type { ServerFamily, TestedPicture, TestFigures, TestRows, TestTruth } from './family.ts';
export { serverFamilies, serverFamilyOf } from './registry.ts';
