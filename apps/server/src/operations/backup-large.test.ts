/** Backups at the size of a plant: 200,000 ops at rest and under 15 writers, restored elsewhere and compared by content. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/app.ts';
import { emptyDatabase, type TestDatabase } from '../testing/database.ts';
import { addWorld, type World } from '../testing/world.ts';
import { backup } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { doctor } from './doctor.ts';
import { blobsOf, prepareRestore, restore } from './restore.ts';
import { listTables } from './rows.ts';

const ops = 200_000;
let server: TestServer;
let world: World;
let place: string;
const made: TestDatabase[] = [];

const url = () => server.services.config.databaseUrl!;
const to = (name: string) => path.join(place, name);
const back = (name: string) =>
  backup({ url: url(), blobs: path.join(server.services.config.data, 'blobs'), to: to(name) });

/** Ops for each of the next revisions of an image, and shapes for the newest, as an annotator would leave them. */
const annotate = `with grown as (
    update image set revision = revision + $2, n_shapes = n_shapes + ceil($2 / 20.0) where id = $1
    returning id, revision),
  numbers as (select id, n, n > revision - ceil($2 / 20.0) as drawn
    from grown, generate_series(revision - $2 + 1, revision) n),
  shapes as (insert into shape (image_id, id, rev, kind, points, parts, source, text)
    select id, gen_random_uuid(), n, 'rect', decode(md5(n::text) || md5(id::text), 'hex'), '{0}', 'person',
      E'tab\\t new\\n line \\\\ 缺陷' from numbers where drawn)
  insert into op (image_id, seq, op_id, client_id, kind, status, after)
    select id, n, gen_random_uuid(), gen_random_uuid(), 'put', 'applied', decode(repeat(md5(n::text), 3), 'hex')
    from numbers`;

beforeAll(async () => {
  server = await testServer();
  world = await addWorld(server, server.a);
  place = mkdtempSync(path.join(tmpdir(), 'loupe-backup-'));
  const { pool } = server.database;
  const each = ops / world.imageIds.length;
  for (const id of world.imageIds) await pool.query(annotate, [id, Math.ceil(each)]); // oxlint-disable-line no-await-in-loop
});
afterAll(async () => {
  await server.close();
  for (const database of made) await database.drop(); // oxlint-disable-line no-await-in-loop
  rmSync(place, { recursive: true, force: true });
});

async function restoreTo(name: string, from: string): Promise<string> {
  const data = to(name);
  const manifest = await prepareRestore(from, data);
  const database = await emptyDatabase();
  made.push(database);
  await restore({ url: database.url, from, data, manifest, blobs: blobsOf(from, manifest) });
  expect(await doctor({ url: database.url, data }, () => undefined)).toBe(0);
  return database.url;
}

async function ask<T extends pg.QueryResultRow>(address: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Rows and content of every table that a backup keeps; of attempts only which there are (a restore clears the rest). */
async function contents(address: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const found: Record<string, string> = {};
  try {
    for (const { name } of await listTables(client)) {
      if (name === 'meta') continue;
      const row = name === 'attempt' ? '(t.task_id, t.n)' : 't';
      const { rows } = await client.query<{ all: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)::numeric), 0) as all from "${name}" t`,
      );
      found[name] = rows[0]!.all;
    }
    return found;
  } finally {
    await client.end();
  }
}

it('gives back 200,000 ops and their shapes row by row', async () => {
  await back('rest');
  expect(await checkBackup({ from: to('rest') }, () => undefined)).toBe(0);
  const restored = await contents(await restoreTo('after-rest', to('rest')));
  expect(Number(restored['op']!.split(' ')[0])).toBeGreaterThanOrEqual(ops);
  expect(restored).toEqual(await contents(url()));
});

it('is one instant while 15 people save', async () => {
  let stop = false;
  let saved = 0;
  const writers = Array.from({ length: 15 }, async (_, n) => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    while (!stop) {
      await client.query(annotate, [world.imageIds[n % world.imageIds.length], 1 + (n % 3)]); // oxlint-disable-line no-await-in-loop
      saved++;
      // nobody saves without a pause: such writers took the processors from the backup for minutes
      await setTimeout(50); // oxlint-disable-line no-await-in-loop
    }
    await client.end();
  });
  await expect.poll(() => saved, { timeout: 60_000 }).toBeGreaterThan(30);
  const before = saved;
  await back('load');
  expect(saved).toBeGreaterThan(before);
  stop = true;
  await Promise.all(writers);
  const restored = await restoreTo('after-load', to('load'));
  // an op, its shape and the image's revision are one transaction: all of it is there, or none
  const torn = `select i.id from image i where i.revision > 0
    and (i.revision <> (select max(seq) from op where image_id = i.id)
      or i.revision <> (select max(rev) from shape where image_id = i.id))`;
  expect(await ask(restored, torn)).toEqual([]);
  const [there] = await ask<{ n: number }>(restored, 'select count(*)::int as n from op');
  const [now] = await ask<{ n: number }>(url(), 'select count(*)::int as n from op');
  expect(there!.n).toBeGreaterThanOrEqual(ops);
  expect(there!.n).toBeLessThan(now!.n);
});
