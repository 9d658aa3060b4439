/** What a person asks of a task; the transition table says what may be asked. */
import { hostname } from 'node:os';
import type { Desired, Task, TaskAction, TaskKind, TaskState } from '@loupe/contract';
import { liveStates } from '@loupe/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { lockLatest } from '../../tasks-runner/apply.ts';
import { addLines } from '../../tasks-runner/lines.ts';
import { lockTask, moveTask } from '../../tasks-runner/state.ts';
import { concludeGone, isGone } from '../../tasks-runner/watch.ts';
import { ownTask } from './curves.ts';
import { offeredActions, taskInfo } from './view.ts';

const wishes: { readonly [A in TaskAction]: Desired } = {
  cancel: 'stop',
  stop: 'stop',
  pause: 'pause',
  complete: 'complete',
  resume: 'run',
};

/** A wish that nobody is left to fulfil is fulfilled here and now. */
async function endIfGone(services: Services, id: number): Promise<void> {
  const locked = await services.db.transaction((tx) => lockLatest(tx, id));
  if (!locked || locked.current.endedAs !== null) return;
  if (!(liveStates as readonly string[]).includes(locked.row.state)) return;
  if (await isGone(services, locked.current, hostname())) await concludeGone(services, locked.current);
}

export async function actOnTask(
  services: Services,
  actor: Actor,
  { id, action }: { id: number; action: TaskAction },
): Promise<Task> {
  const { kind } = await ownTask(services.db, actor, id);
  if (!offeredActions[kind as TaskKind].includes(action)) throw new AppError('task.notAllowed');
  await services.db.transaction(async (tx) => {
    const row = await lockTask(tx, id);
    const to: TaskState | undefined = row && (await moveTask(tx, row, action, { desired: wishes[action] }));
    if (!to) throw new AppError('task.notAllowed');
    await addLines(tx, id, 0, [{ seq: 0, kind: 'act', body: { action, by: actor.account } }]);
    await wakeWorkers(tx);
  });
  await endIfGone(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}
