/** Records: what other parts of the server may use. */
export { sweepRecords } from './retention.ts';
export { makeRecordsHandlers } from './routes.ts';
