/** Empties the run folders of ended tasks, and removes those whose task is gone. */
import { readdir, rm } from 'node:fs/promises';
import { limits, openStates } from '@loupe/contract';
import { and, eq, isNotNull, not, notInArray, sql } from 'drizzle-orm';
import type { Services } from '../core/services.ts';
import { attempt, task } from '../tables/tasks.ts';
import { emptyRunFolder, notedProcess, runsFolder, taskFolder } from './run-folder.ts';
import { isSameProcess } from '../core/process-identity.ts';

/** Tasks that can still be tried again from their checkpoint: of each kind the latest that failed or were stopped, for some days. */
const mayGoOn = (isSteady: boolean) => sql`(${task.state} in ('failed', 'stopped')
  and (not ${isSteady}::boolean or ${task.endedAt} > clock_timestamp() - make_interval(days => ${limits.retryDays}))
  and (select count(*) from ${task} later where later.kind = ${task.kind} and later.state in ('failed', 'stopped')
    and later.ended_at > ${task.endedAt}) < ${limits.retryTasks})`;

/** Checkpoints go when no later attempt can need them, and the clock is settled that says so; `run_dir` says what is left to do. */
export async function tidyEnded(services: Services, isSteady = true): Promise<void> {
  const rows = await services.db
    .select({ taskId: attempt.taskId, n: attempt.n, folder: attempt.runDir })
    .from(attempt)
    .innerJoin(task, eq(task.id, attempt.taskId))
    .where(and(isNotNull(attempt.runDir), notInArray(task.state, [...openStates]), not(mayGoOn(isSteady))))
    .limit(50);
  for (const { taskId, n, folder } of rows) {
    const engine = await notedProcess(folder!);
    // it posted its end a moment ago and is closing its files
    if (engine && isSameProcess(engine.pid, engine.start)) continue;
    await emptyRunFolder(folder!);
    await services.db
      .update(attempt)
      .set({ runDir: null })
      .where(and(eq(attempt.taskId, taskId), eq(attempt.n, n)));
  }
}

/** Folders of deleted tasks. */
export async function sweepRuns(services: Services): Promise<void> {
  const { data } = services.config;
  const names = await readdir(runsFolder(data)).catch(() => []);
  const ids = names.filter((name) => /^\d{1,15}$/.test(name)).map(Number);
  if (ids.length === 0) return;
  // those in the bin may come back
  const there = await services.db.execute<{ id: number }>(
    sql`select id from public.task where id = any(${sql.param(ids)}::bigint[])`,
  );
  const known = new Set(there.rows.map(({ id }) => id));
  for (const id of ids) {
    if (!known.has(id)) await rm(taskFolder(data, id), { recursive: true, force: true });
  }
}
