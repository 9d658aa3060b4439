/** Starts one real PostgreSQL for all server tests and makes the migrated template that their databases are copied from. */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../core/db.ts';
import { startPostgres } from '../core/postgres.ts';
import { runningPostmaster, stopPostmaster } from '../core/postgres-stale.ts';
import { isSameProcess, startTimeOf } from '../core/process-identity.ts';
import { withDatabase } from './database-address.ts';

const prefix = 'loupe-test-';
const templateName = 'loupe_template';

/** Ends and removes what a killed test run left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name);
    try {
      const [pid, start] = readFileSync(path.join(folder, 'owner'), 'utf8').split(' ');
      if (isSameProcess(Number(pid), start ?? '')) continue;
      for (const major of readdirSync(path.join(folder, 'pg')).filter((entry) => /^\d+$/.test(entry))) {
        const cluster = path.join(folder, 'pg', major);
        const postmaster = runningPostmaster(cluster);
        if (postmaster) await stopPostmaster(postmaster, () => runningPostmaster(cluster) === undefined);
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run's folder in the making, or one that is not ours to read.
    }
  }
}

export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  writeFileSync(path.join(folder, 'owner'), `${process.pid} ${startTimeOf(process.pid)}`);
  // mkdtemp makes it private; the database runs under another account when we are root.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataFolder: folder, durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateName}`);
  await client.end();
  await migrate(withDatabase(postgres.url, templateName));
  project.provide('postgresUrl', postgres.url);
  project.provide('templateName', templateName);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
