/** The queue as a person sees it: own tasks by name, those of others only as numbers. */
import { z } from 'zod';
import { Count, Id } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { TaskKind } from './kinds.ts';
import { Task } from './tasks.ts';

/** Tasks of one kind share a queue. */
export const QueueLane = z.object({
  kind: TaskKind,
  /** All that run and wait, whosever they are. */
  running: Count,
  waiting: Count,
  /** Those that the person may see: running first, then by place. */
  tasks: z.array(Task).max(limits.queueShown),
});
export type QueueLane = z.infer<typeof QueueLane>;

export const queue = {
  taskQueue: route({
    method: 'POST',
    path: 'task/queue',
    permission: 'model/pageList',
    needs: 'read',
    input: z.object({}),
    output: z.array(QueueLane),
    summary: 'Running and queued tasks of each kind',
  }),
  taskReorder: route({
    method: 'POST',
    path: 'task/reorder',
    permission: 'allData',
    needs: 'write',
    /** `beforeId`: null moves the task to the end. */
    input: z.object({ id: Id, beforeId: Id.nullable() }),
    output: z.array(QueueLane),
    summary: 'Move a queued task ahead of another one of its kind',
  }),
};
