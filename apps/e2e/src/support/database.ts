/** The database of the tests' server, for what no screen or route can do: a role with fewer keys, versions without training. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PermissionKey } from '@loupe/contract';
import pg from 'pg';
import { dataFolder } from './server.ts';

/** Where PostgreSQL says that it listens: port in the fourth line of its pid file, socket folder in the fifth. */
export const databaseAddress = (): string => {
  const pointer = path.join(dataFolder, 'pg.location');
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').split('\n')[0]! : path.join(dataFolder, 'pg');
  const cluster = readdirSync(home).find((name) => /^\d+$/.test(name))!;
  const lines = readFileSync(path.join(home, cluster, 'postmaster.pid'), 'utf8').split('\n');
  const [port, socket] = [Number(lines[3]), lines[4]?.trim()];
  if (socket) return `postgres://loupe@localhost:${port}/postgres?host=${encodeURIComponent(socket)}`;
  const password = readFileSync(path.join(home, 'password'), 'utf8').trim();
  return `postgres://loupe:${password}@127.0.0.1:${port}/postgres`;
};

/** Adds a role that holds these keys; gives its id. */
export const addRole = async (name: string, keys: readonly PermissionKey[]): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseAddress() });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into role (name, description) values ($1, '') returning id`,
      [name],
    );
    const id = Number(rows[0]!.id);
    await client.query('insert into role_permission (role_id, key) select $1, unnest($2::text[])', [id, keys]);
    return id;
  } finally {
    await client.end();
  }
};
