/** What the rest of the web app may use of annotation: edits go out on every page, not only on the workbench. */
import { lazy } from 'react';

export { connectOutbox } from './outbox-link.ts';
export { KeyDialog } from './keys/KeyDialog.tsx';

/** The sheet of all keys, loaded with what handles them. */
export const KeySheet = lazy(async () => ({ default: (await import('./keys/KeySheet.tsx')).KeySheet }));
