/** Imports: what the worker does with an upload. */
export { runImport } from './run.ts';
