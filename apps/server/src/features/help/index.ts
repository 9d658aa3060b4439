/** Help: what other parts of the server may use. */
export { makeHelpHandlers } from './routes.ts';
