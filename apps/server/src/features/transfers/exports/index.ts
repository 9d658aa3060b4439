/** Exports: what other parts of the server may use. */
export { exportKind } from './kind.ts';
export { makeExportHandlers } from './routes.ts';
export { sweepExports } from './sweep.ts';
