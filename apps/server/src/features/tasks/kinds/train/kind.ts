/** Trainings: an engine does them, and the worker makes the version. */
import type { EngineCommand, EngineKind } from '../../../../tasks-runner/kind.ts';
import { finishTraining, type Certify } from './finish.ts';
import { workOfTraining } from './work.ts';

export const trainKind = (engine: EngineCommand, certify: Certify): EngineKind => ({
  by: 'engine',
  engine,
  work: workOfTraining,
  finish: (services, row, completed) => finishTraining(services, certify, row, completed),
});
