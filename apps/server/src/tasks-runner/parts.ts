/** What the runner is given: the engine's command, and the two jobs that inference does for it. */
import type { Certificate, EngineReport } from '@loupe/contract';
import type { BlobStore } from '../core/blobs.ts';
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
export interface RunnerParts {
  engine: EngineCommand;
  /** Compares engine and server from file bytes to detections. */
  certify: (input: CertifyInput) => Promise<Certificate>;
  /** Predicts the pictures of a test that have no prediction yet; rejects when `signal` aborts. */
  runTest: (services: Services, task: TaskRow, signal: AbortSignal) => Promise<void>;
}
