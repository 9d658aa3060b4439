/** The one table of what may happen to a task: the server guards with it, the web draws buttons and prompts from it. */
import { z } from 'zod';
import type { Words } from '../families/params.ts';

export const TaskState = z.enum([
  'queued',
  'running',
  'pausing',
  'paused',
  'stopping',
  'completing',
  'completed',
  'failed',
  'stopped',
  'canceled',
]);
export type TaskState = z.infer<typeof TaskState>;

/** What a person may ask for. */
export const TaskAction = z.enum(['cancel', 'pause', 'resume', 'stop', 'complete', 'retry']);
export type TaskAction = z.infer<typeof TaskAction>;
/** What the runner and the engine report. */
export type TaskEvent = 'claim' | 'requeue' | 'paused' | 'stopped' | 'completed' | 'failed';
/** What the engine is told in the answer to a report. */
export const Desired = z.enum(['run', 'pause', 'stop', 'complete']);
export type Desired = z.infer<typeof Desired>;

type Row = Partial<Record<TaskAction | TaskEvent, TaskState>>;
const ends: Row = { completed: 'completed', failed: 'failed' };

export const transitions: { readonly [S in TaskState]: Row } = {
  queued: { cancel: 'canceled', claim: 'running', failed: 'failed' },
  running: {
    ...ends,
    pause: 'pausing',
    stop: 'stopping',
    complete: 'completing',
    requeue: 'queued',
    paused: 'paused',
    stopped: 'stopped',
  },
  pausing: { ...ends, stop: 'stopping', paused: 'paused', stopped: 'stopped', requeue: 'paused' },
  paused: { resume: 'queued', stop: 'stopped', complete: 'queued' },
  stopping: { ...ends, stopped: 'stopped', paused: 'stopped', requeue: 'stopped' },
  completing: { ...ends, stop: 'stopping', stopped: 'stopped', paused: 'queued', requeue: 'queued' },
  completed: {},
  failed: { retry: 'queued' },
  stopped: { retry: 'queued' },
  canceled: {},
};

/** The state after an action or event; undefined where the table does not allow it. */
export const nextState = (state: TaskState, by: TaskAction | TaskEvent): TaskState | undefined =>
  transitions[state][by];

/** The actions that a person may take, in the order of the buttons. */
export const actionsFrom = (state: TaskState, offered: readonly TaskAction[]): TaskAction[] =>
  offered.filter((action) => transitions[state][action] !== undefined);

/** States in which a task holds or waits for a device. */
export const openStates: readonly TaskState[] = ['queued', 'running', 'pausing', 'paused', 'stopping', 'completing'];
/** States in which an engine or worker should be alive. */
export const liveStates: readonly TaskState[] = ['running', 'pausing', 'stopping', 'completing'];
export const isOpen = (state: TaskState): boolean => openStates.includes(state);

export interface Prompt {
  title: Words;
  text: Words;
}
export const confirmPrompts: { readonly [A in TaskAction]: Prompt } = {
  cancel: {
    title: { zh: '取消排队？', en: 'Cancel this task?' },
    text: { zh: '任务将从队列中移除，不会开始。', en: 'The task is removed from the queue and will not start.' },
  },
  pause: {
    title: { zh: '暂停任务？', en: 'Pause this task?' },
    text: { zh: '当前进度会保存，之后可以继续。', en: 'Progress is saved, and you can resume later.' },
  },
  resume: {
    title: { zh: '继续任务？', en: 'Resume this task?' },
    text: {
      zh: '任务重新排队，并从保存的进度继续。',
      en: 'The task goes back into the queue and continues from its saved progress.',
    },
  },
  stop: {
    title: { zh: '停止任务？', en: 'Stop this task?' },
    text: { zh: '任务将在当前步骤后停止。', en: 'The task stops after the current step.' },
  },
  complete: {
    title: { zh: '手动完成？', en: 'Finish now?' },
    text: { zh: '任务提前结束，并保留目前的结果。', en: 'The task ends early and keeps its results so far.' },
  },
  retry: {
    title: { zh: '重试任务？', en: 'Try this task again?' },
    text: {
      zh: '任务排到队尾，并从上次的进度继续；没有保存的进度时从头开始。',
      en: 'The task joins the end of the queue and continues from its saved progress, or starts over if there is none.',
    },
  },
};
