/** What a person asks of a task; the transition table says what may be asked. */
import { hostname } from 'node:os';
import { Cause, liveStates, taskKinds, type Desired, type Task, type TaskAction, type TaskKind } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { can, type Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, denied } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { lockLatest } from '../../tasks-runner/apply.ts';
import { addLines } from '../../tasks-runner/lines.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { endOfQueue, lockTask, moveTask, type TaskChange, type TaskRow } from '../../tasks-runner/state.ts';
import { concludeGone, isGone } from '../../tasks-runner/watch.ts';
import { ownTask } from './curves.ts';
import { attempt } from '../../tables/tasks.ts';
import { taskInfo } from './view.ts';

const desiredOf: { readonly [A in TaskAction]: Desired } = {
  cancel: 'stop',
  stop: 'stop',
  pause: 'pause',
  complete: 'complete',
  resume: 'run',
  retry: 'run',
};
/** A task that is tried again: as if it had never failed, at the end of the queue. */
export const retryReset: TaskChange = {
  cause: null,
  endedAt: null,
  systemFaults: 0,
  notBefore: null,
  ordinal: endOfQueue,
};

/** What an attempt learned is learned for the next one as well; nothing else of a failed one stays. */
function keptResult(result: unknown): { learned: unknown } | null {
  const { learned } = (result ?? {}) as { learned?: unknown };
  return learned === undefined ? null : { learned };
}

/** Checkpoints that no engine takes: damaged, or written by another release. */
const refusesCheckpoint = ({ code, args }: Cause): boolean =>
  code === 'checkpoint.damaged' || (code === 'job.invalid' && args['field'] === 'resume');

/** They would end each further attempt in the same way: it starts from nothing instead. */
async function forgetRefused(tx: Tx, row: TaskRow): Promise<void> {
  const cause = Cause.safeParse(row.cause);
  if (!cause.success || !refusesCheckpoint(cause.data)) return;
  await tx.update(attempt).set({ checkpoint: null }).where(eq(attempt.taskId, row.id));
}

const ending: readonly string[] = ['stopping', 'stopped', 'canceled'];
/** Asked again, as after an answer that was lost, or by another person at the same time: who asks has what they want. */
const isAskedAlready = (state: string, action: TaskAction): boolean =>
  (action === 'stop' || action === 'cancel') && ending.includes(state);

async function move(tx: Tx, row: TaskRow, action: TaskAction): Promise<boolean> {
  const change = {
    desired: desiredOf[action],
    ...(action === 'retry' ? { ...retryReset, result: keptResult(row.result) } : {}),
  };
  if ((await moveTask(tx, row, action, change)) === undefined) return false;
  if (action === 'retry') await forgetRefused(tx, row);
  return true;
}

/** A request that no process is left to carry out is carried out here. */
async function endIfGone(services: Services, id: number): Promise<void> {
  const locked = await services.db.transaction(async (tx) => {
    const latest = await lockLatest(tx, id);
    // the engine is done and the version is being made: then a stop means that there will be none
    if (latest?.current.endedAs === 'completed' && latest.row.state === 'stopping') {
      await moveTask(tx, latest.row, 'stopped');
    }
    return latest;
  });
  if (!locked || locked.current.endedAs !== null) return;
  if (!(liveStates as readonly string[]).includes(locked.row.state)) return;
  if (await isGone(services, locked.current, hostname())) await concludeGone(services, locked.current);
}

export async function actOnTask(
  services: Services,
  actor: Actor,
  { id, action }: { id: number; action: TaskAction },
): Promise<Task> {
  const { kind } = (await ownTask(services.db, actor, id)) as { kind: TaskKind };
  const { permission, actions } = taskKinds[kind];
  if (!can(actor, permission)) throw denied();
  if (!actions.includes(action)) throw new AppError('task.notAllowed');
  await services.db.transaction(async (tx) => {
    const row = await lockTask(tx, id);
    if (row && isAskedAlready(row.state, action)) return;
    if (!row || !(await move(tx, row, action))) throw new AppError('task.notAllowed');
    await addLines(tx, id, 0, [{ seq: 0, kind: 'act', body: { action, by: actor.account } }]);
    await wakeWorkers(tx);
  });
  await endIfGone(services, id);
  if (action === 'retry') await takeTurn(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}
