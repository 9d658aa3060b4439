/** Reads that all see one instant, however long they take and whatever others write meanwhile. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Db, Tx } from './db.ts';
import * as schema from '../tables/index.ts';

/** What `read` yields, over one read-only REPEATABLE READ transaction; it ends with the last item, or when nobody asks on. */
export async function* atOneInstant<T>(db: Db, read: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await db.$client.connect();
  let broken: unknown;
  try {
    await client.query('begin isolation level repeatable read read only');
    yield* read(drizzle({ client, schema }) as unknown as Tx);
    await client.query('commit');
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // left half way: a connection in a transaction must not go back among the others
    if (broken !== undefined) client.release(true);
    else
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
  }
}
