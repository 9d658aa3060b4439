/** The rows of a queue: own tasks, and between them how many of others; pure, so that it can be tested alone. */
import type { QueueLane, Task } from '@loupe/contract';

export type QueueRow = { task: Task } | { task: null; others: number; waiting: boolean };

export const rowsOf = ({ running, waiting, tasks }: QueueLane): QueueRow[] => {
  const live = tasks.filter(({ queuePosition }) => queuePosition === null);
  const rows: QueueRow[] = live.map((task) => ({ task }));
  const others = (count: number, isWaiting: boolean) => {
    if (count > 0) rows.push({ task: null, others: count, waiting: isWaiting });
  };
  others(running - live.length, false);
  let place = 0;
  for (const task of tasks) {
    if (task.queuePosition === null) continue;
    others(task.queuePosition - place - 1, true);
    rows.push({ task });
    place = task.queuePosition;
  }
  others(waiting - place, true);
  return rows;
};

/** What to ask of the server when a row is dropped on another one; null where nothing would move. */
export const moveTo = (
  rows: readonly QueueRow[],
  from: number,
  to: number,
): { id: number; beforeId: number | null } | null => {
  const moved = rows[from]?.task;
  const target = rows[to]?.task;
  if (from === to || !moved || !target || moved.queuePosition === null || target.queuePosition === null) return null;
  if (to < from) return { id: moved.id, beforeId: target.id };
  return { id: moved.id, beforeId: rows[to + 1]?.task?.id ?? null };
};
