/** Imports: the worker adds what an upload brought. A short one does not wait for a long one, nor anybody for somebody else's two. */
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
import { forgetArchive, runImport } from './run.ts';

export const importKind: WorkerKind = { by: 'worker', atOnce: 3, each: 2, run: runImport, onCompleted: forgetArchive };
