/** The `worker` role: takes tasks from the queue and sees them through. */
import { hostname } from 'node:os';
import path from 'node:path';
import { localBlobs } from './core/blobs.ts';
import { openDatabase, workerName } from './core/db.ts';
import { makePublish } from './core/publish.ts';
import type { Services } from './core/services.ts';
import { createInference } from './inference/index.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';
import { makeTaskKinds } from './task-kinds.ts';
import type { EngineCommand, RunnableKinds } from './tasks-runner/kind.ts';
import { startUpkeep } from './operations/upkeep.ts';
import { startRunner } from './tasks-runner/runner.ts';

/** `more`: kinds beside those that Loupe has. */
export async function startWorker(
  { config, log }: ChildContext,
  engine?: EngineCommand,
  more: RunnableKinds = {},
): Promise<Running> {
  const database = openDatabase(config.databaseUrl!, { name: `${workerName} ${hostname()} ${process.pid}` });
  await database.pool.query('select 1');
  const blobs = localBlobs(path.join(config.data, 'blobs'));
  const services: Services = { db: database.db, config, blobs, log, publish: makePublish(database.pool) };
  const inference = createInference(config, log);
  const command = engine ?? ([config.python, '-m', 'loupe_engine'] as const);
  const kinds = { ...makeTaskKinds(command, inference), ...more };
  const runner = await startRunner(services, database.pool, kinds);
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
