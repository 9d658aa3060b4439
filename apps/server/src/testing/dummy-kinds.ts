/** Kinds of tasks that Loupe does not have, registered from tests alone: one counts in the worker, one has an engine. */
import { registerTaskKind, taskKinds, type TaskKind, type TaskKindDef } from '@loupe/contract';
import { AppError } from '../core/errors.ts';
import { workOfTraining } from '../features/tasks/kinds/train/work.ts';
import { saveProgress, wakeWorkers } from '../tasks-runner/announce.ts';
import { lockLatest } from '../tasks-runner/apply.ts';
import type { EngineCommand, RunnableKinds, WorkerJob } from '../tasks-runner/kind.ts';
import { moveTask } from '../tasks-runner/state.ts';

/** What a counting task is asked: how far, and what becomes of each of its attempts. */
export interface CountParams {
  subject: string;
  steps: number;
  /** By attempt: the step behind which it waits for a request, fails for a reason, or breaks. */
  attempts: { at: number; does: 'wait' | 'fail' | 'break' }[];
}

const rows: Readonly<Record<string, TaskKindDef>> = {
  count: {
    permission: 'dataset/pageList',
    actions: ['cancel', 'stop', 'retry'],
    prompts: {},
    version: null,
    isDeletedAsTask: true,
  },
  measure: { ...taskKinds.train, actions: ['cancel', 'stop'], version: null },
};

const count: WorkerJob = async (services, row, { signal, attempt }) => {
  const { steps, attempts } = row.params as CountParams;
  const plan = attempts[attempt - 1];
  const begun = (row.progress as { done: number } | null)?.done ?? 0;
  for (let done = begun + 1; done <= steps; done++) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop
    await saveProgress(services, row.id, { phase: 'count', done, total: steps, unit: 'step', etaSeconds: null });
    if (done !== plan?.at) continue;
    if (plan.does === 'fail') throw new AppError('cause.disk.full');
    if (plan.does === 'break') throw new Error('a fault of the system');
    signal.throwIfAborted(); // a request that came while the progress was saved
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  signal.throwIfAborted();
};

export const dummyKinds = (engine: EngineCommand): RunnableKinds => ({
  count: {
    by: 'worker',
    atOnce: 1,
    run: count,
    onCompleted: (services, { createdBy }) =>
      services.publish({ userId: createdBy }, { type: 'message', cn: '数完了', en: 'Counted' }, { keep: true }),
  },
  measure: {
    by: 'engine',
    engine,
    work: workOfTraining,
    finish: async (services, { id }, { n }) => {
      await services.db.transaction(async (tx) => {
        const locked = await lockLatest(tx, id);
        if (locked?.current.n === n) await moveTask(tx, locked.row, 'completed', { result: { measured: n } });
        await wakeWorkers(tx);
      });
    },
  },
});

/** Makes this process know the kinds. */
export function addDummyKinds(): void {
  for (const [id, row] of Object.entries(rows)) registerTaskKind(id, row);
}

/** A name of a dummy kind where the types know those of Loupe alone. */
export const dummyKind = (name: 'count' | 'measure') => name as TaskKind;
