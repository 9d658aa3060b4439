/** Imports: what the worker does with an upload. */
export { importKind } from './kind.ts';
