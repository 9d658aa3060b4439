/** Rows out of PostgreSQL and into it again, in more than one piece of the wire's buffer. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../testing/database.ts';
import { copyIn, copyOut } from './copy.ts';

const rows = 200_000;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create table source as
    select n as id, md5(n::text) || repeat('x', n % 97) as text, decode(md5(n::text), 'hex') as bytes
    from generate_series(1, ${rows}) n`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const hashOf = async (table: string): Promise<string> =>
  (await client.query<{ hash: string }>(`select md5(string_agg(t::text, '|' order by id)) as hash from ${table} t`))
    .rows[0]!.hash;

it('hands out every byte as the database sent it, also to a reader that takes its time', async () => {
  const { stream, sent } = copyOut(client, 'copy (select id, text from source order by id) to stdout');
  const kept: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    kept.push(chunk);
    await breathe();
  }
  const found = createHash('sha256').update(Buffer.concat(kept)).digest('hex');
  expect(sent()).toEqual({ rows, sha256: found });
  const { rows: held } = await client.query<{ hash: string }>(
    `select encode(sha256(convert_to(string_agg(id || chr(9) || text || chr(10), '' order by id), 'UTF8')), 'hex') as hash
      from source`,
  );
  expect(found).toBe(held[0]!.hash);
});

it.each([1, 200, 1000, 3000])(
  'leaves the connection in order behind %i rows that nobody takes at first',
  async (count) => {
    const { stream } = copyOut(client, `copy (select id, text from source order by id limit ${count}) to stdout`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length;
    const { rows: sent } = await client.query<{ n: number }>(
      `select sum(octet_length(id || text) + 2)::int as n from source where id <= ${count}`,
    );
    expect(bytes).toBe(sent[0]!.n);
  },
);

it('brings a table back as it was', async () => {
  const { stream } = copyOut(client, 'copy source to stdout');
  const kept: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) kept.push(chunk);
  await client.query('create table target (like source)');
  expect(await copyIn(client, 'copy target from stdin', Readable.from(kept) as AsyncIterable<Buffer>)).toBe(rows);
  expect(await hashOf('target')).toBe(await hashOf('source'));
});
