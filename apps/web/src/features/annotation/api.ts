/** What the rest of the web app may use of annotation: edits go out on every page, not only on the workbench. */
import { lazy } from 'react';

export { connectOutbox } from './outbox-link.ts';

/** The table of all keys, loaded with what handles them. */
export const KeyTables = lazy(async () => ({ default: (await import('./parts/KeyTables.tsx')).KeyTables }));
