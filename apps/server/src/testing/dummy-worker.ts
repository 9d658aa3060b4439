/** A worker that knows the dummy kinds too. */
import type { EngineCommand } from '../tasks-runner/kind.ts';
import { addDummyKinds, dummyKinds } from './dummy-kinds.ts';
import { runWorkerProcess } from './worker-process.ts';

addDummyKinds();
await runWorkerProcess(dummyKinds(process.argv.slice(2) as unknown as EngineCommand));
