/** The rows of a queue, and where a dropped row goes. */
import type { QueueLane, Task } from '@loupe/contract';
import { expect, it } from 'vitest';
import { moveTo, rowsOf } from './queue-rows.ts';

const task = (id: number, queuePosition: number | null) => ({ id, queuePosition }) as Task;
const lane = (running: number, waiting: number, tasks: Task[]): QueueLane => ({
  kind: 'train',
  running,
  waiting,
  tasks,
});
const shown = (one: QueueLane) =>
  rowsOf(one).map((row) => (row.task ? row.task.id : `${row.others}${row.waiting ? 'w' : 'r'}`));

it('shows others as numbers, where they stand', () => {
  expect(shown(lane(2, 6, [task(1, null), task(4, 3), task(7, 4)]))).toEqual([1, '1r', '2w', 4, 7, '2w']);
  expect(shown(lane(0, 3, []))).toEqual(['3w']);
  expect(shown(lane(0, 0, []))).toEqual([]);
});

it('moves a waiting task before the one above, or after the one below', () => {
  const rows = rowsOf(lane(1, 3, [task(1, null), task(2, 1), task(3, 2), task(4, 3)]));
  expect(moveTo(rows, 3, 1)).toEqual({ id: 4, beforeId: 2 });
  expect(moveTo(rows, 1, 2)).toEqual({ id: 2, beforeId: 4 });
  expect(moveTo(rows, 1, 3)).toEqual({ id: 2, beforeId: null });
  expect(moveTo(rows, 1, 1)).toBeNull();
  expect(moveTo(rows, 0, 2)).toBeNull();
  expect(moveTo(rows, 2, 0)).toBeNull();
});
