/** What the worker does by itself, day and night: clean-up, emptying the bin, sweeping, and reading the blobs again at a low rate. */
import path from 'node:path';
import type pg from 'pg';
import type { Services } from '../core/services.ts';
import { databaseNow, steadyClock } from '../core/steady-clock.ts';
import { cleanUp } from '../features/dashboard/index.ts';
import { purgeBin } from '../features/bin/purge.ts';
import { sweepRecords } from '../features/records/index.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { verifyBlobs, verifyMarked } from './verify-blobs.ts';

const tickMs = 60_000;
const sweepMs = 3_600_000;
/** Hours, by the server's clock, in which blobs are read again; a marked one is looked at at any time. */
const nightHours = { from: 1, to: 5 };
/** Bytes of one tick: 20 MB a second leave a disk to those who work. */
const tickBytes = 1200 * 1024 ** 2;
/** One worker at a time, also of other machines. */
const upkeepLock = 7_302_119;

export const isNight = (hour: number): boolean => hour >= nightHours.from && hour < nightHours.to;

/** Goes on where the tick before ended; answers where that is. */
async function verify(services: Services, pool: pg.Pool, from: string, signal: AbortSignal): Promise<string> {
  const { blobs, log } = services;
  await verifyMarked(pool, blobs);
  let after = from;
  for (let bytes = 0; bytes < tickBytes && isNight(new Date().getHours()) && !signal.aborted;) {
    const found = await verifyBlobs(pool, blobs, after);
    if (found.bad.length > 0) log.warn({ blobs: found.bad }, 'stored files are missing or damaged');
    if (found.next === undefined) return '';
    after = found.next;
    bytes += found.bytes;
  }
  return after;
}

async function sweep(services: Services, pool: pg.Pool): Promise<void> {
  const { config, log } = services;
  const records = await cleanUp(services);
  const lines = await sweepRecords(services);
  const swept = await sweepBlobs(pool, path.join(config.data, 'blobs'));
  if (records + lines + swept.rows + swept.files > 0) log.info({ records, lines, ...swept }, 'swept');
}

export interface Upkeep {
  stop: () => Promise<void>;
}

export function startUpkeep(services: Services, pool: pg.Pool): Upkeep {
  const abort = new AbortController();
  const clock = steadyClock();
  let sweptAt = -Infinity;
  let verified = '';
  const tick = async () => {
    const client = await pool.connect();
    try {
      const lock = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [upkeepLock]);
      if (!lock.rows[0]!.got) return;
      clock.note(await databaseNow(services.db));
      const purged = await purgeBin(services, { signal: abort.signal, onlyAsked: !clock.isSteady() });
      if (purged > 0) services.log.info({ purged }, 'removed from the bin');
      if (clock.isSteady() && performance.now() - sweptAt > sweepMs) {
        sweptAt = performance.now();
        await sweep(services, pool);
      }
      verified = await verify(services, pool, verified, abort.signal);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [upkeepLock]).catch(() => undefined);
      client.release();
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => (abort.signal.aborted ? undefined : tick()))
      .catch((error: unknown) => services.log.warn({ error }, 'upkeep failed; it is tried again'));
  }, tickMs);
  timer.unref();
  return {
    stop: async () => {
      abort.abort();
      clearInterval(timer);
      await running;
    },
  };
}
