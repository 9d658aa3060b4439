/** Records: what other parts of the app may use. */
export { saveVisit } from './visits.ts';
