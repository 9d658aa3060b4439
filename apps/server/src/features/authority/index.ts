/** Authority: what other parts of the server may use. */
export { makeAuthorityHandlers } from './routes.ts';
