/**
 * Two people at one image, each with a real editor document and a real outbox, against the real server: whatever the
 * order, and whatever is lost, repeated or made offline, both end with what the server has, and no edit disappears.
 */
import { api, type ProposalSource } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { proposalsFor } from '../../testing/histories/model.ts';
import type { Place } from '../../testing/histories/place.ts';
import { actions, runHistory } from '../../testing/histories/run.ts';
import { image } from '../../tables/datasets.ts';
import { proposal } from '../../tables/preannotation.ts';
import { noVersion } from './proposals.ts';
import { unpackShape } from './shape-rows.ts';
import { op as opTable } from '../../tables/annotation.ts';

let server: TestServer;
let template: typeof image.$inferSelect;
let labelId: number;
beforeAll(async () => {
  server = await testServer();
  const a = server.as(server.a);
  const { id: projectId } = await a(api.projectAdd, { family: 'detection', name: 'p' });
  const set = await a(api.datasetAdd, { projectId, name: 's', labels: [{ name: 'open', color: '#f2545b' }] });
  labelId = set.labels[0]!.id;
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'f' });
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = [{ name: 'a.png', data: new Blob([bytes as never]) }];
  const { added } = await a(api.imageUpload, { folderId: folder.id }, { files });
  [template] = (await server.database.db.select().from(image).where(eq(image.id, added[0]!.id))) as [typeof template];
});
afterAll(() => server.close());

async function freshImage(): Promise<number> {
  const { id: _, ...fields } = template;
  const [made] = await server.database.db
    .insert(image)
    .values({ ...fields, name: uuid() })
    .returning();
  await server.database.db.execute(sql`update folder set n_images = n_images + 1 where id = ${template.folderId}`);
  return made!.id;
}

const numRuns = Number(process.env['LOUPE_HISTORIES_REAL'] ?? 25);
/** The same histories each time, as in histories.test.ts. */
const seed = Number(process.env['LOUPE_HISTORIES_SEED'] ?? 1);
/** Made nowhere: what was proposed can be accepted, also where its version is gone. */
const versionId = 1;
const seenShape = (bytes: Buffer | null) => bytes && { ...unpackShape(bytes), author: null };

async function propose(imageId: number, source: ProposalSource): Promise<void> {
  const items = proposalsFor(labelId);
  const ids = items.map(({ id }) => id);
  const body = gzipSync(JSON.stringify(items.map((one) => ({ ...one, label: 'open' }))));
  const by = { source, versionId: source === 'version' ? versionId : noVersion };
  const row = { imageId, ...by, revision: 0, body, ids, thresholds: { common: 0, byLabel: [] } };
  await server.database.db
    .insert(proposal)
    .values({ ...row, createdBy: server.a.id })
    .onConflictDoNothing();
}

/** A task that waits for the image, so that edits have to. */
async function hold(imageId: number, isHeld: boolean): Promise<void> {
  const { db } = server.database;
  await db.execute(
    sql`delete from task where id in (select task_id from preannotation_image where image_id = ${imageId})`,
  );
  if (!isHeld) return;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into task (kind, project_id, created_by, state, params, params_v)
    values ('preannotate', ${template.projectId}, ${server.a.id}, 'queued', '{}', 1) returning id`);
  await db.execute(sql`insert into preannotation_image (task_id, image_id) values (${rows[0]!.id}, ${imageId})`);
}

async function realPlace(): Promise<Place> {
  const imageId = await freshImage();
  // one account, two browsers
  const call = server.as(server.a);
  return {
    imageId,
    labelId,
    see: async () => {
      const { shapes, revision, image: its, proposals } = await call(api.imageShapes, { imageId });
      return { shapes, revision, isCheckedEmpty: its.state === 'empty', proposals, count: its.shapes };
    },
    after: async (seq) => (await call(api.imageOpsAfter, { imageId, seq })).ops,
    send: (input) => call(api.imageOps, input),
    propose: (source) => propose(imageId, source),
    hold: (isHeld) => hold(imageId, isHeld),
    log: async () => {
      const rows = await server.database.db
        .select()
        .from(opTable)
        .where(eq(opTable.imageId, imageId))
        .orderBy(opTable.seq);
      return rows.map((row) => ({ ...row, before: seenShape(row.before), after: seenShape(row.after) }));
    },
  };
}

it('two people end equal, and nothing is lost', { timeout: 3_600_000 }, async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      await runHistory(await realPlace(), list);
      ran++;
    }),
    { numRuns, seed },
  );
  expect(ran).toBe(numRuns);
});
