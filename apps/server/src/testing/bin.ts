/** Worlds whose parts can be deleted, what lies in the bin, and emptying it at once as the worker does when its days are over. */
import { api, type BinItem } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { purgeBin } from '../features/bin/purge.ts';
import { task } from '../tables/tasks.ts';
import type { TestServer } from './app.ts';
import { addPerson, engineerKeys, type TestPerson } from './people.ts';
import { addWorld, type World } from './world.ts';

export async function emptyBin({ services, database }: Pick<TestServer, 'services' | 'database'>): Promise<void> {
  await database.pool.query(`update bin set until = clock_timestamp() - interval '1 s'`);
  await purgeBin(services);
}

export async function freshWorld(server: TestServer, name: string): Promise<{ person: TestPerson; world: World }> {
  const person = await addPerson(server.database.db, name, engineerKeys);
  const world = await addWorld(server, person);
  // nothing may be under way where something is deleted
  await server.database.db.update(task).set({ state: 'canceled' }).where(eq(task.id, world.queuedTaskId));
  await server.as(person)(api.onlineKeyRevoke, { id: world.entryId });
  return { person, world };
}

export const binOf = async (server: TestServer, person: TestPerson): Promise<BinItem[]> =>
  (await server.as(person)(api.binList, {})).list;
