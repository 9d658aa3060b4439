import { keptCounts } from '../operations/kept-counts.ts';
import type { TestServer } from './app.ts';

/** What the doctor asks: how many kept counts and states differ from the real ones, of each sort. */
export async function wrongCounts({ database }: Pick<TestServer, 'database'>): Promise<number[]> {
  const rows = await Promise.all(keptCounts.map(({ wrong }) => database.pool.query<{ n: string }>(wrong)));
  return rows.map((one) => Number(one.rows[0]!.n));
}
