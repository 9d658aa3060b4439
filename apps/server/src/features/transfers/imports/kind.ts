/** Imports: the worker adds what an upload brought. Two at once: a short one does not wait for a long one. */
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
import { runImport } from './run.ts';

export const importKind: WorkerKind = { by: 'worker', atOnce: 2, run: runImport };
