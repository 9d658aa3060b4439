/** Exports: what other parts of the server may use. */
export { makeExportHandlers } from './routes.ts';
export { runExport } from './run.ts';
export { sweepExports } from './sweep.ts';
