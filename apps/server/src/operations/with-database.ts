/** The database for a command at the terminal: that of the running server, or, where none runs, started for the while. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { checkDataVersion } from '../core/data-version.ts';
import { isLocked, takeLock } from '../core/lock.ts';
import { runningPostgres, startPostgres } from '../core/postgres.ts';
import { startError } from '../core/start-error.ts';

const noData = (folder: string) =>
  startError({
    en: [`There is no Loupe data in ${folder}.`, 'Give the data folder: LOUPE_DATA=/path npm run loupe -- …'],
    zh: [`${folder} 中没有 Loupe 的数据。`, '请指定数据目录：LOUPE_DATA=/path npm run loupe -- …'],
  });
const inUse = (folder: string) =>
  startError({
    en: [
      `A program is using the data folder ${folder}, but its database does not answer.`,
      'Wait until it is ready, or stop it, and run the command again.',
    ],
    zh: [`有程序正在使用数据目录 ${folder}，但其数据库没有应答。`, '请等它就绪，或先停止它，再运行本命令。'],
  });

/** `isOthers`: somebody else runs it, and may have let it freeze. */
export type Work<T> = (url: string, isOthers: boolean) => Promise<T>;

/** Takes the folder's lock meanwhile, so that no server starts in between. */
export async function withOwnDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const lock = await takeLock(config.data);
  try {
    if (config.databaseUrl !== undefined) return await work(config.databaseUrl, true);
    const postgres = await startPostgres({ dataFolder: config.data, binFolder: config.pgBin });
    try {
      return await work(postgres.url, false);
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.announceStop();
    lock.release();
  }
}

export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const { data, databaseUrl } = config;
  if (!existsSync(path.join(data, 'version'))) throw noData(data);
  checkDataVersion(data);
  if (databaseUrl !== undefined) return work(databaseUrl, true);
  if (!isLocked(data)) return withOwnDatabase(config, work);
  const url = runningPostgres(data);
  if (url === undefined) throw inUse(data);
  return work(url, true);
}
