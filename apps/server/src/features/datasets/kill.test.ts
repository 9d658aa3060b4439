/** The api is killed in the middle of an upload and of a save: what was acknowledged is there, nothing is half there (F01–F03). */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { api, limits, routeUrl, type Call, type ShapeOp } from '@loupe/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitUntil } from '../../core/process-identity.ts';
import { startApiProcess, type ApiProcess } from '../../testing/api-process.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { op, shape } from '../../tables/annotation.ts';
import { blob, folder, image } from '../../tables/datasets.ts';

vi.setConfig({ testTimeout: 120_000 });
const patienceMs = 30_000;
let server: TestServer;
let running: ApiProcess | undefined;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => {
  await running?.kill();
  await server.close();
});

/** What runs now; after a kill, a new one. */
async function start(): Promise<Call> {
  running ??= await startApiProcess(server);
  return running.call(server.a);
}
async function kill(): Promise<void> {
  await running!.kill();
  running = undefined;
}
let count = 0;
async function makeFolder(call: Call) {
  const project = await call(api.projectAdd, { family: 'detection', name: `line_${++count}` });
  const set = await call(api.datasetAdd, {
    projectId: project.id,
    name: `set_${count}`,
    labels: [{ name: 'open', color: '#f2545b' }],
  });
  const { id } = await call(api.folderAdd, { datasetId: set.id, name: 'one' });
  return { folderId: id, labelId: set.labels[0]!.id };
}
interface Drawn {
  name: string;
  bytes: Buffer;
  sha256: string;
}
const draw = (images: number): Promise<Drawn[]> =>
  Promise.all(
    Array.from({ length: images }, async (_, i) => {
      const bytes = await drawPng();
      return {
        name: `${String(i).padStart(2, '0')}.png`,
        bytes,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    }),
  );
const filesOf = (images: readonly Drawn[]) => images.map(({ name, bytes }) => callFile(name, bytes));

/** Rows, kept counts and files agree, and are these images. */
async function expectStored(folderId: number, images: readonly Drawn[]): Promise<void> {
  const { db } = server.database;
  const rows = await db.select().from(image).where(eq(image.folderId, folderId)).orderBy(asc(image.nameKey));
  expect(rows.map(({ name, sha256 }) => [name, sha256])).toEqual(images.map(({ name, sha256 }) => [name, sha256]));
  const [kept] = await db.select().from(folder).where(eq(folder.id, folderId));
  expect(kept!.nImages).toBe(images.length);
  for (const { sha256, bytes } of images) expect(readFileSync(server.services.blobs.path(sha256))).toEqual(bytes);
}

/** Sends the first of the files and then no more: the request hangs in its middle. */
async function sendPart(folderId: number, images: readonly Drawn[], whole: number): Promise<void> {
  const boundary = 'part-of-a-form';
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="folderId"\r\n\r\n${folderId}\r\n`;
  const head = (name: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  const sent = request(`${running!.url}${routeUrl(api.imageUpload)}`, {
    method: 'POST',
    headers: { authorization: server.a.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  sent.on('error', () => undefined);
  sent.write(field);
  for (const { name, bytes } of images.slice(0, whole))
    sent.write(Buffer.concat([Buffer.from(head(name)), bytes, Buffer.from('\r\n')]));
  const next = images[whole]!;
  const half = Buffer.concat([Buffer.from(head(next.name)), next.bytes.subarray(0, next.bytes.length / 2)]);
  await new Promise<void>((resolve) => sent.write(half, () => resolve()));
}

it('F01: killed while 20 files come in; sent again they are there once, and those before are untouched', async () => {
  let call = await start();
  const { folderId } = await makeFolder(call);
  const known = (await draw(1)).map((one) => ({ ...one, name: 'zz.png' }));
  await uploadFiles(call, folderId, filesOf(known));
  const images = await draw(limits.uploadImages);
  for (const whole of [0, 19]) {
    await sendPart(folderId, images, whole);
    await kill();
    call = await start();
    await expectStored(folderId, known);
  }
  const { added, problems } = await uploadFiles(call, folderId, filesOf(images));
  expect([added.length, problems]).toEqual([images.length, []]);
  await expectStored(folderId, [...images, ...known]);
});

it('F02: killed between the files and the rows; no row is there, and the same upload then succeeds', async () => {
  const call = await start();
  const { folderId } = await makeFolder(call);
  const images = await draw(3);
  const client = await server.database.pool.connect();
  try {
    await client.query('begin');
    // the rows wait for this
    await client.query('select id from folder where id = $1 for update', [folderId]);
    const lost = uploadFiles(call, folderId, filesOf(images)).catch(() => 'lost');
    const areStored = () => images.every(({ sha256 }) => existsSync(server.services.blobs.path(sha256)));
    await waitUntil(areStored, patienceMs);
    await kill();
    expect(await lost).toBe('lost');
  } finally {
    await client.query('rollback');
    client.release();
  }
  const again = await start();
  await expectStored(folderId, []);
  expect(await server.database.db.$count(blob, eq(blob.sha256, images[0]!.sha256))).toBe(0);
  await uploadFiles(again, folderId, filesOf(images));
  await expectStored(folderId, images);
});

it('F03: killed right after the commit; the same request again has one effect and the same answer', async () => {
  const { db } = server.database;
  const call = await start();
  const { folderId, labelId } = await makeFolder(call);
  const images = await draw(1);
  const { added } = await uploadFiles(call, folderId, filesOf(images));
  const imageId = added[0]!.id;
  const drawn = drawnRect(labelId, { points: [1, 1, 5, 4] });
  const put: ShapeOp = { opId: randomUUID(), kind: 'put', shapeId: drawn.id, base: null, shape: drawn };
  const save = { imageId, clientId: randomUUID(), ops: [put] };
  const first = call(api.imageOps, save).catch(() => undefined);
  const isCommitted = async () => (await db.select().from(image).where(eq(image.id, imageId)))[0]!.revision === 1;
  while (!(await isCommitted())) await new Promise((resolve) => setTimeout(resolve, 1));
  await kill();
  const answered = await first;
  const again = await start();
  const repeated = await again(api.imageOps, save);
  expect(repeated).toMatchObject({ revision: 1, results: [{ status: 'applied', seq: 1, rev: 1, shapeId: drawn.id }] });
  if (answered) expect(repeated).toEqual(answered);
  expect([await db.$count(shape, eq(shape.imageId, imageId)), await db.$count(op, eq(op.imageId, imageId))]).toEqual([
    1, 1,
  ]);
  // a file that is sent again is named, and stays one
  const twice = await uploadFiles(again, folderId, filesOf(images));
  expect([twice.added, twice.problems.map((one) => one.key)]).toEqual([[], ['image.nameExists']]);
  await expectStored(folderId, images);
  const [counted] = await db
    .select({ annotated: sql<number>`n_annotated` })
    .from(folder)
    .where(eq(folder.id, folderId));
  expect(counted!.annotated).toBe(1);
});
