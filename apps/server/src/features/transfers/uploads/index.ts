/** Uploads: what other parts of the server may use. */
export { sweepArchives } from './files.ts';
export { bindUploads } from './receive.ts';
export { makeUploadHandlers } from './routes.ts';
