/** Projects: what other parts of the server may use. */
export { makeProjectHandlers } from './routes.ts';
