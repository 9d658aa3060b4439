/** Results: what other parts of the server may use. */
export { keepFigures, type TestResult } from './kept-figures.ts';
export { makeResultHandlers } from './routes.ts';
export { seenInFolders, seenInProject } from './seen.ts';
