/** The `api` role: HTTP and sockets, and the built web app. */
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { existsSync } from 'node:fs';
import { writeAddress } from './core/address.ts';
import { openDatabase } from './core/db.ts';
import { listen } from './core/listen.ts';
import { runAsChild, type ChildContext } from './supervisor/child-side.ts';
import type { Running } from './supervisor/messages.ts';

export async function startApi({ config, log }: ChildContext): Promise<Running> {
  const database = openDatabase(config.databaseUrl!);
  const app = Fastify({ loggerInstance: log, disableRequestLogging: true, forceCloseConnections: true });
  app.get('/health', async () => {
    await database.pool.query('select 1');
    return { ok: true };
  });
  if (existsSync(path.join(config.web, 'index.html'))) await app.register(fastifyStatic, { root: config.web });
  const url = await listen(app, config);
  writeAddress(config.data, url);
  return {
    url,
    async stop() {
      await app.close();
      await database.close();
    },
  };
}

if (import.meta.main) await runAsChild('api', startApi);
