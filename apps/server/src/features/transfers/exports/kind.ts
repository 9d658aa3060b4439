/** Exports: the worker writes the file, one at a time. */
import { messages } from '@loupe/contract';
import type { WorkerKind } from '../../../tasks-runner/kind.ts';
import { runExport } from './run.ts';

export const exportKind: WorkerKind = {
  by: 'worker',
  atOnce: 1,
  run: runExport,
  // the specification's text, to the person who asked for it
  onCompleted: async (services, { createdBy }) => {
    const { zh, en } = messages['export.done'];
    await services.publish({ userId: createdBy }, { type: 'message', cn: zh, en }, { keep: true });
  },
};
