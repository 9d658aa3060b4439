/** What the runner is given: the engine's command, and the jobs that the worker does itself. */
import type { Certificate, EngineReport, TaskKind } from '@loupe/contract';
import type { BlobStore } from '../core/blobs.ts';
import type { Tx } from '../core/db.ts';
import type { Services } from '../core/services.ts';
import type { EngineCommand } from './local-executor.ts';
import type { TaskRow } from './state.ts';

export interface CertifyInput {
  onnxPath: string;
  /** Of the ONNX file. */
  sha256: string;
  report: EngineReport;
  /** Run folder of the attempt, where the files of the parity cases lie. */
  runDir: string;
  blobPath: BlobStore['path'];
  iouThreshold: number;
}
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
