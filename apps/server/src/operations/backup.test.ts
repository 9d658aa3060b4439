/** Backup under load, restore elsewhere, and the check-up of both (F48, F49). */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blobPlace, localBlobs } from '../core/blobs.ts';
import { applyMigrations, knownMigrations } from '../core/migrations.ts';
import { blob, folder, image } from '../tables/datasets.ts';
import { version, versionStage } from '../tables/models.ts';
import { attempt, seriesPoint, task } from '../tables/tasks.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { emptyDatabase, type TestDatabase } from '../testing/database.ts';
import { drawPng, callFile, uploadFiles } from '../testing/images.ts';
import { addWorld, type World } from '../testing/world.ts';
import { backup } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { doctor } from './doctor.ts';
import type { Finding } from './finding.ts';
import { readManifest } from './manifest.ts';
import { blobsOf, prepareRestore, restore } from './restore.ts';
import { listTables } from './rows.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { verifyBlobs } from './verify-blobs.ts';

let server: TestServer;
let world: World;
let place: string;
const made: TestDatabase[] = [];

beforeAll(async () => {
  server = await testServer();
  world = await addWorld(server, server.a);
  place = mkdtempSync(path.join(tmpdir(), 'loupe-backup-'));
});
afterAll(async () => {
  await server.close();
  for (const database of made) await database.drop(); // oxlint-disable-line no-await-in-loop
  rmSync(place, { recursive: true, force: true });
});

const url = () => server.services.config.databaseUrl!;
const blobs = () => path.join(server.services.config.data, 'blobs');
const to = (name: string) => path.join(place, name);
const back = (name: string) => backup({ url: url(), blobs: blobs(), to: to(name) });

async function examine(address: string, data: string, options = {}): Promise<{ errors: number; all: Finding[] }> {
  const all: Finding[] = [];
  const errors = await doctor({ url: address, data, ...options }, (one) => void all.push(one));
  return { errors, all };
}

async function restoreTo(name: string, from: string): Promise<{ address: string; data: string }> {
  const data = to(name);
  const manifest = await prepareRestore(from, data);
  const database = await emptyDatabase();
  made.push(database);
  await restore({ url: database.url, from, data, manifest, blobs: blobsOf(from, manifest) });
  return { address: database.url, data };
}

/** Every row of every table that a backup keeps, but for what a restore changes on purpose. */
async function contents(address: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const found = new Map<string, string>();
    for (const { name } of await listTables(client)) {
      if (name === 'attempt' || name === 'meta') continue;
      const { rows } = await client.query<{ all: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as all from "${name}" t`,
      );
      found.set(name, rows[0]!.all);
    }
    return found;
  } finally {
    await client.end();
  }
}

it('gives back every row, every file and the next ids', async () => {
  const { db } = server.database;
  await db.insert(attempt).values({
    taskId: world.queuedTaskId,
    n: 1,
    executor: 'local',
    host: 'here',
    pid: 1,
    runDir: '/runs',
    leaseUntil: new Date(),
  });
  // shortly before the backup, as most attempts have ended that somebody looks at afterwards
  const ended = { createdAt: new Date(Date.now() - 600_000), leaseUntil: new Date(Date.now() - 2000) };
  const { queuedTaskId: taskId } = world;
  await db.insert(attempt).values({ taskId, n: 0, executor: 'local', endedAs: 'lost', ...ended });
  const report = await back('first');
  expect(report.missing).toEqual([]);
  expect(report.blobs).toMatchObject({ kept: 0, all: report.blobs.linked + report.blobs.copied });
  const { address, data } = await restoreTo('elsewhere', to('first'));
  expect(await contents(address)).toEqual(await contents(url()));
  expect(await examine(address, data)).toMatchObject({ errors: 0 });
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const next = async (table: string) =>
    (await client.query<{ n: number }>(`select nextval(pg_get_serial_sequence('${table}', 'id'))::int as n`)).rows[0]!
      .n;
  expect(await next('image')).toBeGreaterThan(Math.max(...world.imageIds));
  // no process and no folder of the place before is ever touched by the new one
  const attempts = await client.query(
    `select host, pid, run_dir, checkpoint, lease_until < clock_timestamp() as free, lease_until >= created_at as real
    from attempt order by n`,
  );
  const forgotten = { host: null, pid: null, run_dir: null, checkpoint: null, free: true, real: true };
  expect(attempts.rows).toEqual([forgotten, forgotten]);
  // one still sees how long what ended has run
  const [end] = (await client.query<{ at: Date }>('select lease_until as at from attempt where n = 0')).rows;
  expect(end!.at).toEqual(ended.leaseUntil);
  expect((await client.query('select 1 from session')).rows).toEqual([]);
  // what lay in the bin lies there again, and is hidden
  const folders = `select (select count(*)::int from live.folder) as live,
    count(*) filter (where bin_id is null)::int as kept, count(bin_id)::int as hidden from public.folder`;
  const [found] = (await client.query<Record<'live' | 'kept' | 'hidden', number>>(folders)).rows;
  expect(found!.hidden).toBeGreaterThan(0);
  expect(found!.live).toBe(found!.kept);
  await client.end();
});

it('gives back a version in stages: both networks, what marks its parts, and the curves of each stage', async () => {
  const { db } = server.database;
  const bytes = Buffer.from('the network that looks at parts');
  const { sha256 } = await server.services.blobs.put([bytes]);
  await db.insert(blob).values({ sha256, bytes: bytes.length, mime: 'application/octet-stream' });
  const params = { partScore: 0.0171, partMost: 20, partWidth: [64, 2448] };
  const second = { ordinal: 1, recipe: 'inspect', params, paramsV: 1, onnxSha256: sha256 };
  await db.insert(versionStage).values({ versionId: world.versionId, ...second });
  const labels = [{ name: 'plate', color: '#ff0000', locates: true }];
  await db.update(version).set({ labels }).where(eq(version.id, world.versionId));
  const later = [{ recipe: 'inspect', params, paramsV: 1 }];
  await db.update(task).set({ laterStages: later }).where(eq(task.id, world.trainTaskId));
  const at = { taskId: world.trainTaskId, name: 'parts', step: 5 };
  await db
    .insert(seriesPoint)
    .values([0, 1].map((stage) => ({ ...at, stage, value: 1 / (2 + stage), attempt: 1 + stage })));
  expect((await back('stages')).missing).toEqual([]);
  const { address, data } = await restoreTo('stages-elsewhere', to('stages'));
  expect(await contents(address)).toEqual(await contents(url()));
  expect(await examine(address, data)).toMatchObject({ errors: 0 });
  expect(readFileSync(localBlobs(path.join(data, 'blobs')).path(sha256))).toEqual(bytes);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const rowsOf = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
  expect(await rowsOf(`select recipe, params from version_stage where ordinal = 1`)).toEqual([
    { recipe: 'inspect', params },
  ]);
  expect(await rowsOf(`select stage, value from series_point where name = 'parts' order by stage`)).toEqual([
    { stage: 0, value: 0.5 },
    { stage: 1, value: 1 / 3 },
  ]);
  expect(await rowsOf(`select labels from version`)).toEqual([{ labels }]);
  await client.end();
});

it('keeps its files to their owner', () => {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? walk(path.join(folder, one.name)) : [path.join(folder, one.name)],
    );
  for (const file of [...walk(path.join(to('first'), 'rows')), path.join(to('first'), 'manifest.json')])
    expect(statSync(file).mode & 0o077).toBe(0);
  expect(statSync(to('first')).mode & 0o077).toBe(0);
});

it('is one instant while others write, and adds only what is new the next time', async () => {
  const call = server.as(server.a);
  let stop = false;
  let uploads = 0;
  const writer = (async () => {
    while (!stop) await uploadFiles(call, world.folderId, [callFile(`load_${++uploads}.png`, await drawPng())]); // oxlint-disable-line no-await-in-loop
  })();
  await expect.poll(() => uploads, { timeout: 60_000 }).toBeGreaterThan(3);
  const under = await back('load');
  stop = true;
  await writer;
  expect(under.missing).toEqual([]);
  const restored = await restoreTo('after-load', to('load'));
  expect(await examine(restored.address, restored.data)).toMatchObject({ errors: 0 });

  const again = await back('load');
  expect(again.blobs.kept).toBe(under.blobs.all);
  expect(again.blobs.linked + again.blobs.copied).toBe(again.blobs.all - again.blobs.kept);
  expect(readdirSync(path.join(to('load'), 'rows'))).toHaveLength(1);
});

it('checks a backup without a database, and names what it has lost', async () => {
  await back('checked');
  const check = async (quick = false) => {
    const found: string[] = [];
    const errors = await checkBackup({ from: to('checked'), quick }, ({ en }) => void found.push(en));
    return { errors, found };
  };
  expect(await check()).toMatchObject({ errors: 0 });
  const manifest = (await readManifest(to('checked')))!;
  const { rows } = await server.database.pool.query<{ sha256: string }>('select sha256 from blob order by sha256');
  const [gone, rotten] = rows.map(({ sha256 }) => blobPlace(blobsOf(to('checked'), manifest), sha256));
  const kept = readFileSync(rotten!);
  for (const file of [gone!, rotten!]) rmSync(file);
  writeFileSync(rotten!, Buffer.concat([kept.subarray(0, -1), Buffer.from([kept.at(-1)! ^ 1])]));
  expect(await check()).toEqual({
    errors: 2,
    found: expect.arrayContaining([`file missing: ${rows[0]!.sha256}`, `file damaged: ${rows[1]!.sha256}`]),
  });
  // a quick look does not read the files
  expect(await check(true)).toMatchObject({ errors: 1 });
  rmSync(path.join(to('checked'), manifest.tables[0]!.file));
  const { errors, found } = await check();
  expect(errors).toBe(2);
  expect(found).toEqual([`${manifest.tables[0]!.name} is missing`, expect.stringContaining('make a new one')]);
  await expect(prepareRestore(to('checked'), to('nowhere'))).rejects.toThrow(/is missing/);
});

it('refuses what it must not write to, and what it cannot read', async () => {
  const other = mkdtempSync(path.join(place, 'other-'));
  writeFileSync(path.join(other, 'thesis.txt'), 'x');
  await expect(backup({ url: url(), blobs: blobs(), to: other })).rejects.toThrow(/not empty/);
  await expect(prepareRestore(other, to('nowhere'))).rejects.toThrow(/not a complete backup/);
  await expect(prepareRestore(to('first'), other)).rejects.toThrow(/already contains data/);
  expect(readdirSync(other)).toEqual(['thesis.txt']);

  await back('damaged');
  const manifest = (await readManifest(to('damaged')))!;
  appendFileSync(path.join(to('damaged'), manifest.tables[0]!.file), 'x');
  await expect(prepareRestore(to('damaged'), to('nowhere'))).rejects.toThrow(/damaged/);
  const file = path.join(to('damaged'), 'manifest.json');
  const newer = { ...manifest, migrations: [...manifest.migrations, { tag: '9999_future', at: 9e12 }] };
  writeFileSync(file, JSON.stringify(newer));
  await expect(prepareRestore(to('damaged'), to('nowhere'))).rejects.toThrow(/newer Loupe/);
  expect(existsSync(to('nowhere'))).toBe(false);
});

it('starts over where a restore was cut off', async () => {
  await prepareRestore(to('first'), to('cut'));
  writeFileSync(path.join(to('cut'), 'version'), '1\n');
  const { address, data } = await restoreTo('cut', to('first'));
  expect(await examine(address, data)).toMatchObject({ errors: 0 });
});

it('finds files that are gone or rotten, marks them, and takes the mark away when they are back (F48)', async () => {
  const { db, pool } = server.database;
  const { data } = server.services.config;
  const rows = await db.select().from(image).where(eq(image.folderId, world.folderId)).orderBy(image.id);
  const [gone, rotten] = [rows[0]!, rows[1]!].map(({ sha256 }) => server.services.blobs.path(sha256));
  const [kept, good] = [readFileSync(gone!), readFileSync(rotten!)];
  rmSync(gone!);
  writeFileSync(rotten!, Buffer.concat([good.subarray(0, -1), Buffer.from([good.at(-1)! ^ 1])]));
  const bad = [rows[0]!.sha256, rows[1]!.sha256].sort();

  const found = await examine(url(), data);
  expect(found.errors).toBe(2);
  expect(found.all.filter(({ level }) => level === 'error').map(({ en }) => en)).toEqual(
    expect.arrayContaining([expect.stringContaining(rows[0]!.name), expect.stringContaining('damaged')]),
  );
  // a quick look does not read the files
  expect((await examine(url(), data, { quick: true })).errors).toBe(1);

  const marked = async () =>
    (
      await db
        .select()
        .from(blob)
        .where(sql`${blob.missing} is not null`)
    )
      .map(({ sha256 }) => sha256)
      .sort();
  expect((await verifyBlobs(pool, server.services.blobs, '', 1000)).bad.sort()).toEqual(bad);
  expect(await marked()).toEqual(bad);
  const training = { modelId: world.modelId, folderIds: [world.folderId], params: {}, confirmed: true };
  const refused = expect(server.as(server.a)(api.trainAdd, training)).rejects;
  await refused.toMatchObject({ code: 610, message: expect.stringContaining(rows[0]!.name) as string });
  writeFileSync(gone!, kept);
  writeFileSync(rotten!, good);
  expect(await examine(url(), data, { fix: true })).toMatchObject({ errors: 0 });
  expect(await marked()).toEqual([]);
});

it('examines data that an older Loupe left, before their migrations', async () => {
  const database = await emptyDatabase();
  made.push(database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const known = knownMigrations();
  await applyMigrations(
    client,
    known.slice(
      0,
      known.findIndex(({ tag }) => tag.endsWith('_bin')),
    ),
  );
  await client.end();
  const { errors, all } = await examine(database.url, mkdtempSync(to('older-')), { quick: true });
  expect(errors).toBe(0);
  expect(all.map(({ en }) => en)).toContainEqual(expect.stringContaining('run at the next start'));
});

it('finds what is hidden but lies in no bin', async () => {
  const { data } = server.services.config;
  const { pool } = server.database;
  const stray = (bin: number | null) =>
    pool.query('update public.image set bin_id = $1 where id = any($2)', [bin, world.imageIds.slice(0, 2)]);
  const saidOfBin = async () => (await examine(url(), data, { quick: true })).all.find(({ en }) => /\bbin\b/.test(en));
  expect(await saidOfBin()).toMatchObject({ level: 'ok' });
  await stray(2_000_000_000);
  expect(await saidOfBin()).toMatchObject({ level: 'error', en: expect.stringMatching(/^2 rows/) });
  await stray(null);
  expect(await saidOfBin()).toMatchObject({ level: 'ok' });
});

it('sets kept counts right when it is told to', async () => {
  const { db } = server.database;
  const { data } = server.services.config;
  await db.update(folder).set({ nImages: 99 }).where(eq(folder.id, world.folderId));
  expect((await examine(url(), data, { quick: true })).errors).toBe(1);
  const fixed = await examine(url(), data, { quick: true, fix: true });
  expect([fixed.errors, fixed.all.filter(({ level }) => level === 'mended')]).toEqual([0, [expect.anything()]]);
  expect((await examine(url(), data, { quick: true })).errors).toBe(0);
});

it('sweeps what nothing has named for a day, and nothing else (F02)', async () => {
  const { db, pool } = server.database;
  const store = localBlobs(blobs());
  const put = (text: string) => store.put([Buffer.from(text)]);
  const [orphan, fresh, wanted] = [await put('orphan'), await put('fresh'), await put('wanted again')];
  const row = { mime: 'text/plain', createdAt: new Date('2020-01-01') };
  await db.insert(blob).values([orphan, wanted].map((one) => ({ ...one, ...row })));
  const old = new Date('2020-01-01');
  for (const { sha256 } of [orphan, wanted]) utimesSync(store.path(sha256), old, old);
  await put('wanted again');
  const before = await db.$count(image);
  expect(await sweepBlobs(pool, blobs())).toEqual({ rows: 1, files: 1 });
  expect(await Promise.all([orphan, fresh, wanted].map(({ sha256 }) => store.has(sha256)))).toEqual([
    false,
    true,
    true,
  ]);
  expect(await db.$count(image)).toBe(before);
  expect((await examine(url(), server.services.config.data)).errors).toBe(0);
});

it('does not sweep while a backup is made', async () => {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  await client.query('select pg_advisory_lock_shared(7302117)');
  const { sha256 } = await server.services.blobs.put([Buffer.from('named by nothing')]);
  expect(await sweepBlobs(server.database.pool, blobs(), 0)).toEqual({ rows: 0, files: 0 });
  expect(await server.services.blobs.has(sha256)).toBe(true);
  await client.end();
});
