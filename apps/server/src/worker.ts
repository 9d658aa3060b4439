/** The `worker` role: takes tasks from the queue and sees them through. */
import path from 'node:path';
import { localBlobs } from './core/blobs.ts';
import { openDatabase } from './core/db.ts';
import { makePublish } from './core/publish.ts';
import type { Services } from './core/services.ts';
import { certify } from './inference/certificate.ts';
import { createPool } from './inference/pool.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';
import type { EngineCommand } from './tasks-runner/local-executor.ts';
import { startRunner } from './tasks-runner/runner.ts';

export async function startWorker({ config, log }: ChildContext, engine?: EngineCommand): Promise<Running> {
  const database = openDatabase(config.databaseUrl!);
  await database.pool.query('select 1');
  const blobs = localBlobs(path.join(config.data, 'blobs'));
  const services: Services = { db: database.db, config, blobs, log, publish: makePublish(database.pool) };
  const inference = createPool({ seconds: config.inferenceSeconds, memoryMb: config.inferenceMemoryMb, log });
  const runner = await startRunner(services, database.pool, {
    engine: engine ?? [config.python, '-m', 'loupe_engine'],
    certify: (input) => certify(input, inference),
    runTest: () => Promise.reject(new Error('tests are not wired yet')),
  });
  return {
    async stop() {
      await runner.stop();
      await inference.close();
      await database.close();
    },
  };
}

if (import.meta.main) await runAsChild('worker', startWorker);
