/** The kinds of tasks that a worker takes from the queue; one that is missing does not compile. */
import type { TaskKind } from '@loupe/contract';
import { preannotateKind } from './features/preannotation/index.ts';
import { testKind, trainKind } from './features/tasks/index.ts';
import { exportKind } from './features/transfers/exports/index.ts';
import { importKind } from './features/transfers/imports/index.ts';
import { certify, certifyChain, type Inference } from './inference/index.ts';
import type { EngineCommand, RunnableKind } from './tasks-runner/kind.ts';

export const makeTaskKinds = (
  engine: EngineCommand,
  inference: Inference,
): { readonly [K in TaskKind]: RunnableKind } => ({
  train: trainKind(engine, {
    stage: (input) => certify(input, inference),
    chain: (input) => certifyChain(input, inference),
  }),
  test: testKind(inference),
  preannotate: preannotateKind(inference),
  import: importKind,
  export: exportKind,
});
