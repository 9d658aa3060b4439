/** Pre-annotation: what other parts of the server may use. */
export { makePreannotationHandlers } from './routes.ts';
export { preannotateKind } from './run.ts';
