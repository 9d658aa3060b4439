/** Moves a task along the contract's transition table. Nothing else writes `task.state`. */
import {
  isOpen,
  nextState,
  type TaskAction,
  type TaskEvent,
  type TaskState,
  type TrainingLength,
} from '@loupe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { task } from '../tables/tasks.ts';

export type TaskRow = typeof task.$inferSelect;
/** What all attempts of a task share. */
export interface TaskRun {
  seed: number;
  threads: number;
  device: string;
  /** The device that a person asked for; left out where any will do. */
  requested?: string;
  /** Of a training, once its engine knows it. */
  length?: TrainingLength;
}
export type TaskChange = Partial<{
  [K in keyof typeof task.$inferInsert]: (typeof task.$inferInsert)[K] | ReturnType<typeof sql>;
}>;

/** The database's clock: times of tasks and leases never come from this machine. */
export const now = sql`clock_timestamp()`;

/** After everything that waits now; a new task's place is the time of its making. */
export const endOfQueue = sql`extract(epoch from clock_timestamp())`;

/** The task, locked until the transaction ends. Always lock the task before its attempt. */
export async function lockTask(tx: Tx, id: number): Promise<TaskRow | undefined> {
  const [row] = await tx.select().from(task).where(eq(task.id, id)).for('update');
  return row;
}

/** The new state, or undefined where the table does not allow the move. `row` must be locked. */
export async function moveTask(
  tx: Tx,
  row: Pick<TaskRow, 'id' | 'state'>,
  by: TaskAction | TaskEvent,
  change: TaskChange = {},
): Promise<TaskState | undefined> {
  const to = nextState(row.state as TaskState, by);
  if (to === undefined) return undefined;
  const moved = await tx
    .update(task)
    .set({ ...change, state: to, ...(isOpen(to) ? {} : { endedAt: now }) } as TaskChange & { state: string })
    .where(and(eq(task.id, row.id), eq(task.state, row.state)))
    .returning({ id: task.id });
  return moved.length === 1 ? to : undefined;
}
