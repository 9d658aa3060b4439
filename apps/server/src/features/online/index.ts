/** Online use: what the server composes. */
export { makeOnlineHandlers } from './routes.ts';
