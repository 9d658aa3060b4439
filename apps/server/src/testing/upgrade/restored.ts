/** The old installation of `fixture/` in a data folder and a database of its own, as it was just before an update. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { applyMigrations, knownMigrations, type Migration } from '../../core/migrations.ts';
import { emptyDatabase } from '../database.ts';
import type { Seen } from './old-walk.ts';

const fixture = path.join(import.meta.dirname, 'fixture');
const readJson = <T>(name: string): T => JSON.parse(readFileSync(path.join(fixture, name), 'utf8')) as T;

export interface Facts {
  madeAt: string;
  /** What the old database noted of its migrations. */
  migrations: { hash: string; at: string }[];
  tokens: Record<Seen['by'], string>;
  password: string;
  onlineKey: string;
  halfUpload: { id: string; rest: string };
}
export const facts = readJson<Facts>('facts.json');
export const seen = readJson<Seen[]>('seen.json');

/** The migrations that the old database had, as they are now. */
export const oldMigrations = (): Migration[] => knownMigrations().slice(0, facts.migrations.length);
export const areUnchanged = (): boolean =>
  isDeepStrictEqual(
    oldMigrations().map(({ hash, at }) => ({ hash, at: String(at) })),
    facts.migrations,
  );

/** All times go on by so much: what is kept for days was made just now. Milliseconds are whole. */
async function shiftTimes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone' group by table_name`,
  );
  const { rows: times } = await client.query<{ ms: string }>(
    `select floor(extract(epoch from clock_timestamp() - $1::timestamptz) * 1000)::text as ms`,
    [facts.madeAt],
  );
  const ms = Number(times[0]!.ms);
  for (const { name, columns } of rows) {
    const sets = columns.map((column) => `"${column}" = "${column}" + interval '1 millisecond' * ${ms}`);
    await client.query(`update "${name}" set ${sets.join(', ')}`);
  }
  return ms;
}

export interface Restored {
  url: string;
  data: string;
  /** Milliseconds by which its times were moved. */
  shift: number;
  client: pg.Client;
  query: (text: string) => Promise<Record<string, unknown>[]>;
  drop: () => Promise<void>;
}

/** `upTo`: migrations that the database then has, where they are more than those of its time. */
export async function restoreFixture(upTo: readonly Migration[] = []): Promise<Restored> {
  const database = await emptyDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-upgrade-'));
  const data = path.join(folder, 'data');
  for (const [name, file] of readJson<[string, { text?: string; base64?: string }][]>('files.json')) {
    const place = path.join(data, name);
    mkdirSync(path.dirname(place), { recursive: true });
    const text = file.text?.replaceAll('/data/', `${data}/`);
    writeFileSync(place, text ?? Buffer.from(file.base64!, 'base64'));
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await applyMigrations(client, oldMigrations());
  const rows = readFileSync(path.join(fixture, 'rows.sql'), 'utf8').replaceAll('/data/', `${data}/`);
  // the tables of a fresh database hold what migrations put there
  await client.query(`delete from meta; ${rows}`);
  const shift = await shiftTimes(client);
  await applyMigrations(client, upTo.slice(facts.migrations.length));
  await client.query('set session_replication_role = origin');
  return {
    url: database.url,
    data,
    shift,
    client,
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    drop: async () => {
      await client.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
