/** What other features may use of annotation. */
export { makeAnnotationHandlers } from './routes.ts';
export { packPoints, unpackPoints } from './shape-rows.ts';
