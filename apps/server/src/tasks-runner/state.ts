/** Moves a task along the contract's transition table. Nothing else writes `task.state`. */
import {
  isOpen,
  nextState,
  openStates,
  type TaskAction,
  type TaskEvent,
  type TaskState,
  type TrainingLength,
} from '@loupe/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../core/db.ts';
import { changePreLabeling } from '../core/folder-state.ts';
import { task } from '../tables/tasks.ts';

export type TaskRow = typeof task.$inferSelect;
/** What all attempts of a task share. */
export interface TaskRun {
  seed: number;
  threads: number;
  device: string;
  /** The device that a person asked for; left out where any will do. */
  requested?: string;
  /** Folders that a training was given. */
  folders?: { train: number[]; validation: number[] };
  /** Stages that the training takes from the version that it starts from, as they are. */
  kept?: number[];
  /** A training whose stages are ready-made or kept: over in minutes, so that it waits for no training that learns. */
  learnsNothing?: boolean;
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
  if (moved.length !== 1) return undefined;
  const held = holdsFolders(to);
  if (held !== holdsFolders(row.state as TaskState)) await holdFolders(tx, row.id, held);
  return to;
}

/** While a task waits for its turn or is at work nothing leaves its folders; a pause gives them back. */
export const holdsFolders = (state: TaskState): boolean => isOpen(state) && state !== 'paused';

/** The states in which it does, as a list for SQL. */
export const holdingStates: SQL = sql.raw(
  openStates
    .filter(holdsFolders)
    .map((state) => `'${state}'`)
    .join(', '),
);

/** Of a task that has folders (`task_folder`): also in the transaction that adds it. */
export const holdFolders = (tx: Tx, taskId: number, held: boolean): Promise<void> =>
  changePreLabeling(tx, sql`select f.folder_id from task_folder f where f.task_id = ${taskId}`, held ? 1 : -1);
