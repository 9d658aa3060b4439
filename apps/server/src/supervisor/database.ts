/** Keeps the database there: a server of your own is only named, the built-in one is started and kept running. */
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { startPostgres, type Postgres } from '../core/postgres.ts';

const longestPauseMs = 30_000;

export interface KeptDatabase {
  url(): string;
  /** Process of the built-in database. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export async function keepDatabase(config: Config, log: Log, onNewAddress: () => void): Promise<KeptDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    return { url: () => databaseUrl, pid: () => undefined, stop: () => Promise.resolve() };
  }
  const options = { dataFolder: config.data, binFolder: config.pgBin };
  let stopped = false;
  let postgres: Postgres;

  const restart = async () => {
    for (let pause = 500; !stopped; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        const address = postgres.url;
        postgres = await startPostgres(options);
        watch();
        log.warn({ pid: postgres.pid }, 'the database runs again');
        if (postgres.url !== address) onNewAddress();
        return;
      } catch (error) {
        log.error({ error, pauseMs: pause }, `the database does not start; next try in ${pause / 1000} s`);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
  let restarting = Promise.resolve();
  const watch = () => {
    void postgres.ended.then(() => {
      if (stopped) return;
      log.error('the database ended unexpectedly; it is started again');
      restarting = restart();
    });
  };
  postgres = await startPostgres(options);
  watch();
  return {
    url: () => postgres.url,
    pid: () => postgres.pid,
    async stop() {
      stopped = true;
      // A restart under way ends first, or it would leave a database behind.
      await restarting;
      await postgres.stop();
    },
  };
}
