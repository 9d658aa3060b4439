/** What the runner is given: the engine's command, and the jobs that the worker does itself. */
import type { Certificate, TaskKind } from '@loupe/contract';
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import type { CertifyInput } from '../inference/index.ts';
import type { EngineCommand } from './local-executor.ts';
import type { TaskRow } from './state.ts';

/** Kinds of task that the worker does itself; trainings run in the engine. */
export type JobKind = Exclude<TaskKind, 'train'>;

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

export interface RunnerParts {
  engine: EngineCommand;
  /** Compares engine and server from file bytes to detections. */
  certify: (input: CertifyInput) => Promise<Certificate>;
  jobs: { readonly [K in JobKind]?: WorkerJob };
}
