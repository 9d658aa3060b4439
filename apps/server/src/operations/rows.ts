/** Tables as files: which there are, out of the database and back into an empty one of the same schema. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { copyIn, copyOut } from '../core/copy.ts';
import { startError } from '../core/start-error.ts';
import { readRows, type RowsFacts } from './rows-file.ts';

/** Sign-ins, tickets and codes are not kept: a session that was ended or a code that was used must not come back to life. */
const leftOut = ['session', 'socket_ticket', 'sms_code', 'oidc_login'];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and c.relname::text <> all($1)
      group by c.relname order by c.relname`,
    [leftOut],
  );
  return rows;
}

/** Last value of each sequence that has given one. */
export async function listSequences(client: pg.Client): Promise<{ name: string; last: number }[]> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const placeOf = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Runs a COPY and keeps its output, gzipped, in a file only its owner reads; synced to the disk, then read back. */
export async function writeRows(client: pg.Client, source: string, fields: number, file: string): Promise<RowsFacts> {
  const copy = copyOut(client, `copy ${source} to stdout`);
  await pipeline(copy.stream, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }));
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
  const { rows, sha256 } = copy.sent();
  const found = await readRows(file, fields);
  if (typeof found !== 'string' && found.rows === rows && found.content === sha256) return found;
  throw startError({
    en: [`${file} does not match what the database sent.`, 'Check its disk, and make the backup again.'],
    zh: [`${file} 与数据库发出的内容不一致。`, '请检查所在磁盘，然后重新备份。'],
  });
}

export const writeTable = (client: pg.Client, table: Table, file: string): Promise<RowsFacts> =>
  writeRows(client, placeOf(table), table.columns.length, file);

interface ForeignKey {
  readonly place: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Fills empty tables in one transaction. Foreign keys are taken away meanwhile and made, and so checked, at the end:
 * no order of tables could satisfy keys that go round in a circle.
 */
export async function fillTables(
  client: pg.Client,
  tables: readonly (Table & { file: string; rows: number })[],
  sequences: readonly { name: string; last: number }[],
): Promise<void> {
  await client.query('begin');
  const { rows: all } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`truncate ${all.map(({ name }) => quoted(name)).join(', ')}`);
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { place, name } of keys) await client.query(`alter table ${place} drop constraint ${quoted(name)}`);
  for (const table of tables) {
    const source = createReadStream(table.file).pipe(createGunzip());
    const rows = await copyIn(client, `copy ${placeOf(table)} from stdin`, source);
    if (rows !== table.rows) throw new Error(`${table.name}: ${rows} rows instead of ${table.rows}`);
  }
  for (const { place, name, definition } of keys)
    await client.query(`alter table ${place} add constraint ${quoted(name)} ${definition}`);
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
  await client.query('commit');
  await client.query('analyze');
}
