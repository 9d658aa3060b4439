/** Projects: what other parts of the server may use. */
export { handOverProject, takeOverProjects } from './hand-over.ts';
export { makeProjectHandlers } from './routes.ts';
