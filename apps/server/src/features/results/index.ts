/** Results: what other parts of the server may use. */
export { makeResultHandlers } from './routes.ts';
export { seenInFolders, seenInProject } from './seen.ts';
