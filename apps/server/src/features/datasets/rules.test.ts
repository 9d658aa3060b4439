/** Rules of data sets: names that count as the same, folder states, and counts that stay right whatever happens at once. */
import { randomUUID } from 'node:crypto';
import { api, type Call, type CallError, type Folder, type Shape } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../core/transaction.ts';
import { testServer, type TestServer } from '../../testing/app.ts';
import { emptyBin } from '../../testing/bin.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { wrongCounts } from '../../testing/wrong-counts.ts';
import { keptCounts } from '../../operations/kept-counts.ts';
import { changePreLabeling } from '../../core/folder-state.ts';
import { changeFolder, stateChange } from './counts.ts';
import { image } from '../../tables/datasets.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const text = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CallError) => error.enMsg,
  );

let made = 0;
async function makeSet() {
  const project = await a(api.projectAdd, { family: 'detection', name: `rules_${++made}` });
  const labels = [{ name: 'open', color: '#f2545b' }];
  const set = await a(api.datasetAdd, { projectId: project.id, name: `set_${made}`, labels });
  return { set, projectId: project.id, labelId: set.labels[0]!.id };
}
const addFolder = (datasetId: number, name: string) => a(api.folderAdd, { datasetId, name });
async function upload(folderId: number, count: number): Promise<number[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async () => callFile(`${randomUUID()}.png`, await drawPng(32, 32))),
  );
  return (await uploadFiles(a, folderId, files)).added.map(({ id }) => id);
}
const send = (imageId: number, op: object) =>
  a(api.imageOps, { imageId, clientId: randomUUID(), ops: [{ opId: randomUUID(), base: null, ...op }] });
const draw = (imageId: number, shape: Shape) => send(imageId, { kind: 'put', shapeId: shape.id, shape });
const checkEmpty = (imageId: number) => send(imageId, { kind: 'checkEmpty', shapeId: null, shape: null });
const folderNow = (id: number): Promise<Folder> => a(api.folderInfo, { id });

describe('names that look the same are the same (S67)', () => {
  // one character with two codes: NFC makes the second the first
  const [plain, twin] = ['\u8c48', '\uf900'];

  it('of projects, data sets, folders and labels; the stored one is the plain one', async () => {
    const project = await a(api.projectAdd, { family: 'detection', name: `${plain}A` });
    expect(await text(a(api.projectAdd, { family: 'detection', name: ` ${twin}a ` }))).toMatch(/name already exists/);
    const set = await a(api.datasetAdd, {
      projectId: project.id,
      name: `${twin}B`,
      labels: [{ name: `${twin}C`, color: '#000000' }],
    });
    expect([set.name, set.labels[0]!.name]).toEqual([`${plain}B`, `${plain}C`]);
    const again = a(api.datasetAdd, { projectId: project.id, name: `${plain}b` });
    expect(await text(again)).toBe('the data set name already exists');
    expect(await text(a(api.labelAdd, { datasetId: set.id, name: `${plain}c`, color: '#000000' }))).toMatch(
      /label with this name/,
    );
    await addFolder(set.id, `${twin}-1`);
    expect(await text(addFolder(set.id, `${plain}-1`))).toBe('A folder with this name already exists');
  });

  it.each(['a\u200bb', 'a b', '..', 'a\u0301', '😀', 'x'.repeat(51)])('%j is no name', async (name) => {
    expect(await text(a(api.projectAdd, { family: 'detection', name }))).toMatch(/^Check your input: name/);
  });
});

describe('the state of a folder', () => {
  it('is annotated when each image is annotated or was checked and found empty', async () => {
    const { set, labelId } = await makeSet();
    const { id } = await addFolder(set.id, 'f');
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated' });
    const [one, two] = (await upload(id, 2)) as [number, number];
    await draw(one, drawnRect(labelId));
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated', images: 2, annotated: 1, empty: 0 });
    await checkEmpty(two);
    expect(await folderNow(id)).toMatchObject({ state: 'annotated', images: 2, annotated: 2, empty: 1 });
    await draw(two, drawnRect(labelId));
    expect(await folderNow(id)).toMatchObject({ state: 'annotated', annotated: 2, empty: 0 });
    const [three] = (await upload(id, 1)) as [number];
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated' });
    await a(api.imageDelete, { ids: [three] });
    expect(await folderNow(id)).toMatchObject({ state: 'annotated' });
    await a(api.imageDelete, { ids: [one, two] });
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated', images: 0 });
  });

  it('is pre-labelling while tasks work on it, then pre-labelled until each prediction is decided', async () => {
    const { set, labelId } = await makeSet();
    const { id } = await addFolder(set.id, 'f');
    const [one, two] = (await upload(id, 2)) as [number, number];
    const { db } = server.database;
    const work = (tasks: 1 | -1) => inTransaction(db, (tx) => changePreLabeling(tx, sql`select ${id}::bigint`, tasks));
    /** What the later pre-annotation does: it only sets the state of the image. */
    const setState = (imageId: number, from: string, to: string) =>
      inTransaction(db, async (tx) => {
        await tx.update(image).set({ state: to }).where(eq(image.id, imageId));
        await changeFolder(tx, id, stateChange([from], [to]));
      });
    await work(1);
    await work(1);
    expect(await folderNow(id)).toMatchObject({ state: 'preLabeling' });
    expect(await text(a(api.imageDelete, { ids: [one] }))).toBe('delete only after pre-annotation');
    await setState(one, 'unannotated', 'preLabeled');
    await work(-1);
    expect(await folderNow(id)).toMatchObject({ state: 'preLabeling' });
    await work(-1);
    expect(await folderNow(id)).toMatchObject({ state: 'preLabeled', annotated: 0 });
    await draw(two, drawnRect(labelId));
    expect(await folderNow(id)).toMatchObject({ state: 'preLabeled', annotated: 1 });
    await setState(one, 'preLabeled', 'unannotated');
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated' });
    await setState(one, 'unannotated', 'preLabeled');
    await setState(one, 'preLabeled', 'empty');
    expect(await folderNow(id)).toMatchObject({ state: 'annotated', annotated: 2, empty: 1 });
    expect(await wrongCounts(server)).toEqual([0, 0, 0]);
  });
});

describe('kept counts', () => {
  it('stay right while images are uploaded, drawn on, cleared, moved and deleted at once', async () => {
    const { set, labelId } = await makeSet();
    const [here, there] = [await addFolder(set.id, 'here'), await addFolder(set.id, 'there')];
    /** One person's day; what another did first is refused and does not matter. */
    const day = async (from: number, to: number) => {
      for (let round = 0; round < 4; round++) {
        /* oxlint-disable no-await-in-loop -- a person does one thing after the other */
        const ids = await upload(from, 4);
        const shape = drawnRect(labelId);
        await draw(ids[0]!, shape);
        await Promise.all([
          text(send(ids[0]!, { kind: 'delete', shapeId: shape.id, base: 1, shape: null })),
          text(checkEmpty(ids[1]!)),
          text(draw(ids[1]!, drawnRect(labelId))),
          text(a(api.imageMove, { folderId: to, selection: { ids: ids.slice(0, 3) } })),
          text(a(api.imageDelete, { ids: [ids[1]!, ids[3]!] })),
          text(draw(ids[2]!, drawnRect(labelId))),
        ]);
        /* oxlint-enable no-await-in-loop */
      }
    };
    await Promise.all([day(here.id, there.id), day(there.id, here.id), day(here.id, there.id)]);
    const { db } = server.database;
    expect(await wrongCounts(server)).toEqual([0, 0, 0]);
    await emptyBin(server);
    const left = (await folderNow(here.id)).images + (await folderNow(there.id)).images;
    expect(left).toBe(await db.$count(image, eq(image.datasetId, set.id)));
    expect(left).toBeGreaterThan(0);
  });

  it('that are wrong are found and mended', async () => {
    const { set } = await makeSet();
    const { id } = await addFolder(set.id, 'broken');
    const { db } = server.database;
    await inTransaction(db, (tx) => changeFolder(tx, id, { images: 1, annotated: 1, empty: 0, preLabeled: 0 }));
    expect(await wrongCounts(server)).toEqual([1, 0, 0]);
    for (const { mend } of keptCounts) await server.database.pool.query(mend); // oxlint-disable-line no-await-in-loop
    expect(await wrongCounts(server)).toEqual([0, 0, 0]);
    expect(await folderNow(id)).toMatchObject({ state: 'unannotated', images: 0 });
  });
});

it('labels count objects: a region to ignore is none, but its label cannot be deleted', async () => {
  const { set, labelId } = await makeSet();
  const folder = await addFolder(set.id, 'one');
  const [imageId] = await upload(folder.id, 1);
  const counted = async () => {
    const [info, list] = [await a(api.datasetInfo, { id: set.id }), await a(api.datasetList, { name: set.name })];
    return [info.labels[0]!.shapes, list.list[0]!.labels[0]!.shapes];
  };
  await draw(imageId!, drawnRect(labelId));
  const region = drawnRect(labelId, { ignore: true });
  await draw(imageId!, region);
  expect(await counted()).toEqual([1, 1]);
  expect((await a(api.datasetInfo, { id: set.id })).labels[0]).toMatchObject({ shapes: 1, ignored: 1 });
  expect(await text(a(api.labelDelete, { id: labelId }))).toMatch(/^2 shapes use this label\..*ignored regions/);
});
