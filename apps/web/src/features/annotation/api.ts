/** What the rest of the web app may use of annotation: edits go out on every page, not only on the workbench. */
export { connectOutbox } from './outbox-link.ts';
