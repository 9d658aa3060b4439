/** One connection for a long piece of work (backup, restore, migration), whose loss is told in plain words. */
import pg from 'pg';
import { isDatabaseAway } from './failure.ts';
import { startError } from './start-error.ts';

/** For a person at the terminal, where the error is the database's absence; else the error as it is. */
export function tellLost(error: unknown): unknown {
  if (!isDatabaseAway(error)) return error;
  const why = (error as Error).message;
  return startError({
    en: [
      `The connection to the database was lost: ${why}.`,
      'Make sure the database is running (see postgres.log in pg/ of the data folder), then try again.',
    ],
    zh: [
      `与数据库的连接中断：${why}。`,
      '请确认数据库在运行（结束的原因见数据目录 pg/ 中的 postgres.log），然后重试。',
    ],
  });
}

/** The connection ends with the work. */
export async function withClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // an error event that nobody hears would end the process; while nothing is asked there is nobody else to hear it
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    throw tellLost(error);
  } finally {
    await client.end();
  }
}
