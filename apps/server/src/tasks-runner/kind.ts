/** What a kind of task is to the worker: what runs it, how many at once, and what happens at its end. */
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import type { AttemptRow } from './outcome.ts';
import type { TaskRow } from './state.ts';

export interface JobControl {
  /** Aborts when the person stops the task, the worker shuts down, or another attempt owns it. */
  signal: AbortSignal;
  attempt: number;
  /** First in every transaction that writes what two attempts must not both write: throws where this one is not the owner. */
  fence: (tx: Tx) => Promise<void>;
}

/**
 * Does the task, or what is left of it. Rejects when `signal` aborts; an `AppError('cause.…')` is why the task fails.
 * `paused`: it waits for a person.
 */
export type WorkerJob = (services: Services, task: TaskRow, control: JobControl) => Promise<'paused' | void>;

/** Tasks that the worker does itself; one that is killed goes on with the next attempt. */
export interface WorkerKind {
  by: 'worker';
  /** How many one machine runs at once. */
  atOnce: number;
  /** How many of these one person may have, so that nobody else waits for hours; left out: all. */
  each?: number;
  run: WorkerJob;
  /** When its end is written: what people are told beside the task's state. Left out where the worker dies just then. */
  onCompleted?: (services: Services, task: TaskRow) => Promise<void>;
}

/** Program and first arguments; `run <job.json>` follows. */
export type EngineCommand = readonly [string, ...string[]];

/** What an engine shall do; the rest of a job (attempt, device, checkpoint, folder) is alike for all kinds. */
export type EngineWork = Readonly<
  Record<
    | 'mode'
    | 'recipe'
    | 'stage'
    | 'earlier'
    | 'manifest'
    | 'classes'
    | 'params_v'
    | 'params'
    | 'start'
    | 'keep'
    | 'needs',
    unknown
  >
>;

/** Tasks of an engine: a process of its own that outlives the worker, one for each device. */
export interface EngineKind {
  by: 'engine';
  engine: EngineCommand;
  work: (services: Services, task: TaskRow) => Promise<EngineWork>;
  /**
   * Makes the task's result of what the engine left behind, and moves the task to its end. May run again after a fault of
   * the system; `Unusable` fails the task.
   */
  finish: (services: Services, task: TaskRow, completed: AttemptRow) => Promise<void>;
}

export type RunnableKind = WorkerKind | EngineKind;
/** The kinds that a worker takes from the queue, by name. */
export type RunnableKinds = Readonly<Record<string, RunnableKind>>;
