/** The `api` role: HTTP and sockets, and the built web app. */
import path from 'node:path';
import { buildApp } from './app.ts';
import { writeAddress } from './core/address.ts';
import { localBlobs } from './core/blobs.ts';
import { openDatabase } from './core/db.ts';
import { listen } from './core/listen.ts';
import { makePublish } from './core/publish.ts';
import { watchPulse } from './core/pulse.ts';
import type { Services } from './core/services.ts';
import { sweepSessions } from './core/session.ts';
import { databaseNow, steadyClock } from './core/steady-clock.ts';
import { sweepUploads } from './features/datasets/index.ts';
import { sweepExports } from './features/transfers/exports/index.ts';
import { sweepArchives } from './features/transfers/uploads/index.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';

const sweepMs = 3_600_000;
/** So long a call waits for a connection. */
const connectMs = 5000;

export async function startApi({ config, log }: ChildContext): Promise<Running> {
  const { db, pool, close } = openDatabase(config.databaseUrl!, { connectMs });
  const pulse = watchPulse(config.databaseUrl!, pool, (connections) =>
    log.warn({ connections }, 'the database does not answer; calls that waited for it were ended'),
  );
  const blobs = localBlobs(path.join(config.data, 'blobs'));
  const services: Services = { db, config, blobs, log, publish: makePublish(pool) };
  const app = await buildApp(services);
  const clock = steadyClock();
  const sweepAll = async () => {
    clock.note(await databaseNow(db));
    const isSteady = clock.isSteady();
    await sweepArchives(services, isSteady);
    if (isSteady) await Promise.all([sweepSessions(db), sweepUploads(config.data), sweepExports(services)]);
  };
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    sweeping = sweepAll().catch((error: unknown) => log.warn({ error }, 'sweeping failed'));
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();
  sweep();
  const url = await listen(app, config);
  writeAddress(config.data, url);
  return {
    url,
    async stop() {
      clearInterval(timer);
      await app.close();
      // a stop is no failure of it
      await sweeping;
      await pulse.stop();
      await close();
    },
  };
}

if (import.meta.main) await runAsChild('api', startApi);
