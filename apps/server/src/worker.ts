/** The `worker` role: takes tasks from the queue and sees them through. */
import { hostname } from 'node:os';
import path from 'node:path';
import { localBlobs } from './core/blobs.ts';
import { openDatabase, workerName } from './core/db.ts';
import { makePublish } from './core/publish.ts';
import type { Services } from './core/services.ts';
import { runExport } from './features/transfers/exports/index.ts';
import { runImport } from './features/transfers/imports/index.ts';
import { createInference, makeRunnerJobs } from './inference/index.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';
import type { EngineCommand } from './tasks-runner/local-executor.ts';
import { startUpkeep } from './operations/upkeep.ts';
import { startRunner } from './tasks-runner/runner.ts';

export async function startWorker({ config, log }: ChildContext, engine?: EngineCommand): Promise<Running> {
  const database = openDatabase(config.databaseUrl!, { name: `${workerName} ${hostname()} ${process.pid}` });
  await database.pool.query('select 1');
  const blobs = localBlobs(path.join(config.data, 'blobs'));
  const services: Services = { db: database.db, config, blobs, log, publish: makePublish(database.pool) };
  const inference = createInference(config, log);
  const { certify, jobs } = makeRunnerJobs(inference);
  const runner = await startRunner(services, database.pool, {
    engine: engine ?? [config.python, '-m', 'loupe_engine'],
    certify,
    jobs: { ...jobs, export: runExport, import: runImport },
  });
  const upkeep = startUpkeep(services, database.pool);
  return {
    async stop() {
      await Promise.all([runner.stop(), upkeep.stop()]);
      await inference.close();
      await database.close();
    },
  };
}

if (import.meta.main) await runAsChild('worker', startWorker);
