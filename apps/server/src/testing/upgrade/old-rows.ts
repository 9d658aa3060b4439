/** The rows and files of the old installation as text, and what is added to them that no story could bring about. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

type Texts = Record<string, { zh: string; en: string }>;

const filled = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, `some ${name}`]));

/** Keys of what an import may say of single files. */
const problem = /^(picture|mask|coco|annotationFile|archive|yolo|image)\./;

/**
 * One failed training for each cause that this version knew, each warning as a line, each problem of a file as a note of
 * an import: a story would need a hundred faults for it.
 */
export async function addAllCodes(client: pg.Client, messages: Texts): Promise<void> {
  const failed = `(select min(id) from task where kind = 'train' and state = 'failed')`;
  const imported = `(select min(task_id) from import_note)`;
  for (const [key, { zh, en }] of Object.entries(messages)) {
    const args = filled(zh + en);
    const file = 'part_01.png';
    const code = key.slice(key.indexOf('.') + 1);
    const cause = JSON.stringify({ code, stage: null, file, args });
    if (key.startsWith('cause.')) {
      await client.query(
        `with made as (insert into task (kind, project_id, model_id, created_by, state, recipe, params, params_v, snapshot_id,
            cause, started_at, ended_at)
          select kind, project_id, model_id, created_by, state, recipe, params, params_v, snapshot_id, $1::jsonb, started_at,
            ended_at from task where id = ${failed} returning id)
        insert into task_event (task_id, attempt, seq, at, kind, body)
          select id, 1, n, clock_timestamp(), kind, body::jsonb
          from made, (values (1, 'fault', $2), (2, 'end', $3)) as line (n, kind, body)`,
        [
          cause,
          JSON.stringify({ code, args, file, faults: 1 }),
          JSON.stringify({ as: 'failed', cause: JSON.parse(cause) as unknown }),
        ],
      );
    } else if (key.startsWith('warning.')) {
      await client.query(
        `insert into task_event (task_id, attempt, seq, at, kind, body)
          values (${failed}, 1, 0, clock_timestamp(), 'warning', $1)`,
        [JSON.stringify({ code, args, file })],
      );
    } else if (problem.test(key)) {
      const all = { ...args, file };
      const said = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => all[name as 'file']);
      await client.query(
        `insert into import_note (task_id, kind, n, body)
          select ${imported}, 'problem', coalesce(max(n), -1) + 1, $1::jsonb from import_note
            where task_id = ${imported} and kind = 'problem'`,
        [JSON.stringify({ file, key, msg: said(zh), en_msg: said(en) })],
      );
    }
  }
  await client.query(`update task set result = jsonb_set(result, '{problems}', to_jsonb((select count(*) from import_note
    where task_id = ${imported} and kind = 'problem'))) where id = ${imported}`);
}

const quoted = (name: string) => `"${name}"`;

/** All rows as inserts, a line each, by the order of the tables' names. */
export async function rowsAsSql(client: pg.Client): Promise<string> {
  const lines: string[] = ['set session_replication_role = replica;'];
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  for (const { name } of tables.rows) {
    const columns = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [name],
    );
    const names = columns.rows.map((column) => quoted(column.name));
    const values = names.map((column) => `quote_nullable(${column}::text)`).join(` || ', ' || `);
    const rows = await client.query<{ line: string }>(
      `select ${values} as line from ${quoted(name)} order by ${names[0]!}, ${names[1] ?? names[0]!}`,
    );
    if (rows.rows.length > 0)
      lines.push(
        `insert into ${quoted(name)} (${names.join(', ')}) overriding system value values`,
        ...rows.rows.map(({ line }, i) => `  (${line})${i === rows.rows.length - 1 ? ';' : ','}`),
      );
  }
  const sequences = await client.query<{ line: string }>(
    `select format('select setval(%L, %s);', sequencename, coalesce(last_value, 1)) as line
      from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return `${[...lines, ...sequences.rows.map(({ line }) => line)].join('\n')}\n`;
}

/** Folders of the data folder whose files are kept; logs, caches and the database's own files are not. */
const keptFolders = /^(blobs|runs|archives|exports|version)(\/|$)/;

/** Files of a data folder by their path: text as it is, the rest as base64. */
export function filesOf(data: string): Record<string, { text: string } | { base64: string }> {
  const names = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(data, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => keptFolders.test(name) && !name.endsWith('/stderr.log'));
  return Object.fromEntries(
    names.sort().map((name) => {
      const bytes = readFileSync(path.join(data, name));
      const text = bytes.toString();
      const isText = Buffer.from(text).equals(bytes) && !text.includes('\0');
      return [name, isText ? { text } : { base64: bytes.toString('base64') }];
    }),
  );
}
