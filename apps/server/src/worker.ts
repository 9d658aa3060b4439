/** The `worker` role: takes tasks from the queue and sees them through. */
import { openDatabase } from './core/db.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';

export async function startWorker({ config }: ChildContext): Promise<Running> {
  const database = openDatabase(config.databaseUrl!);
  await database.pool.query('select 1');
  return { stop: () => database.close() };
}

if (import.meta.main) await runAsChild('worker', startWorker);
