/** State of the server: a word for each part that anybody may read, and the figures behind them for administrators. */
import { statfs } from 'node:fs/promises';
import type { Health, HealthDetails } from '@loupe/contract';
import { sql } from 'drizzle-orm';
import { workerName } from '../../core/db.ts';
import { productVersion } from '../../core/product.ts';
import type { Services } from '../../core/services.ts';
import { within } from '../../core/within.ts';
import type { Inference } from '../../inference/index.ts';

/** Room on the disk of the data folder below which images may not fit any more, and below which nothing does. */
const lowBytes = 5 * 1024 ** 3;
const fullBytes = 64 * 1024 ** 2;
/** Who asks for the health wants to know soon: a database that says nothing for so long is down. */
const answerMs = 2000;
/** Requests for predictions that wait: from here on it is busy beyond what it can do soon. */
const manyWaiting = 16;

async function diskFree(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk ? disk.bavail * disk.bsize : 0;
}

/** Worker processes, here and on other machines: those that hold a connection. Throws where the database is away. */
async function countWorkers({ db }: Services): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(distinct coalesce(client_addr::text, '') || application_name) as n from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${workerName})`);
  return rows[0]!.n;
}

/** `ok`: requests can be served. A worker or predictions that are away are said, but do not make it false. */
export async function readHealth(services: Services, inference: Inference): Promise<Health> {
  const [workers, free] = await Promise.all([
    within(
      countWorkers(services).catch(() => undefined),
      answerMs,
    ),
    diskFree(services.config.data),
  ]);
  const database = workers === undefined ? 'down' : 'ok';
  const disk = free < fullBytes ? 'down' : free < lowBytes ? 'low' : 'ok';
  return {
    ok: database === 'ok' && disk !== 'down',
    database,
    worker: workers ? 'ok' : 'down',
    inference: inference.health().waiting >= manyWaiting ? 'low' : 'ok',
    disk,
  };
}

interface Figures extends Record<string, unknown> {
  databaseBytes: number;
  migrations: number;
  queued: number;
  running: number;
  blobs: number;
  blobBytes: number;
  missing: number;
}

export async function readHealthDetails(services: Services, inference: Inference): Promise<HealthDetails> {
  const [health, workers, diskFreeBytes, { rows }] = await Promise.all([
    readHealth(services, inference),
    countWorkers(services),
    diskFree(services.config.data),
    services.db.execute<Figures>(sql`select
      pg_database_size(current_database()) as "databaseBytes",
      (select count(*) from drizzle.__drizzle_migrations) as migrations,
      (select count(*) from task where state = 'queued') as queued,
      (select count(*) from task where state = 'running') as running,
      (select count(*) from blob) as blobs,
      (select coalesce(sum(bytes), 0)::bigint from blob) as "blobBytes",
      (select count(*) from blob where missing is not null) as missing`),
  ]);
  const { databaseBytes, migrations, queued, running, blobs, blobBytes, missing } = rows[0]!;
  const { processes, busy, waiting } = inference.health();
  return {
    ...health,
    version: productVersion,
    migrations,
    uptimeSeconds: Math.round(process.uptime()),
    databaseBytes,
    diskFreeBytes,
    workers,
    tasks: { queued, running },
    blobs: { count: blobs, bytes: blobBytes, missing },
    predictions: { processes, running: busy, waiting },
  };
}
