/** What an export wrote, the import of archives reads: folders, images, shapes, and images that were checked and empty. */
import { randomUUID } from 'node:crypto';
import { api, type Call, type ExportFormat, type SetType, type Shape } from '@loupe/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packPoints } from '../../annotation/index.ts';
import { shape } from '../../../tables/annotation.ts';
import { folder, image } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { exportArchive } from '../../../testing/export-archive.ts';
import { importAnnotated } from '../../../testing/import-archive.ts';
import { addFolder, addMaterial, type Material } from '../../../testing/material.ts';
import { eachPixel, fillShape } from './filled.ts';

let server: TestServer;
let a: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 3 });
  const second = await addFolder(server.services, material, { images: 2 });
  const { db } = server.database;
  await db.update(folder).set({ type: 'train' }).where(eq(folder.id, material.folderId));
  await db.update(folder).set({ type: 'test' }).where(eq(folder.id, second.folderId));
  const [first, , third] = material.imageIds as [number, number, number];
  const draw = (points: number[], more: object = {}) =>
    db.insert(shape).values({
      imageId: first,
      id: randomUUID(),
      rev: 1,
      kind: 'polygon',
      points: packPoints(points),
      parts: [0],
      source: 'person',
      labelId: material.labelIds[1]!,
      ...more,
    });
  await draw([1.1, 2.2, 50.3, 7.7, 31.9, 90.01]);
  await draw([5, 5, 90, 5, 90, 90, 10, 10, 20, 10, 20, 20], { parts: [0, 3] });
  await db.delete(shape).where(eq(shape.imageId, third));
  await db.update(image).set({ state: 'empty', nShapes: 0 }).where(eq(image.id, third));
});
afterAll(() => server.close());

const zipOf = (format: ExportFormat, datasetId = material.datasetId): Promise<Buffer> =>
  exportArchive(server, server.a, { datasetId, format });

/** Sends a zip into a new data set, makes its classes labels, and gives that data set. */
async function importInto(name: string, zip: Buffer, setType: SetType = 'detection'): Promise<number> {
  const set = await a(api.datasetAdd, { projectId: material.projectId, name, setType });
  const target = await a(api.folderAdd, { datasetId: set.id, name: 'target' });
  const sent = { folderId: target.id, bytes: zip, folders: 'keep' } as const;
  const { upload } = await importAnnotated(server, server.a, sent);
  expect(upload).toMatchObject({ state: 'completed', added: 5, refused: 0 });
  return set.id;
}

/** Folder, image, state and shapes with the names of their labels. */
async function contents(datasetId: number, round: (value: number) => number) {
  const rows = await server.database.db
    .select({ id: image.id, folder: folder.name, name: image.name, state: image.state })
    .from(image)
    .innerJoin(folder, eq(folder.id, image.folderId))
    .where(and(eq(image.datasetId, datasetId), isNull(image.deletedAt)))
    .orderBy(asc(folder.name), asc(image.name));
  const read = async ({ id, ...row }: (typeof rows)[0]) => {
    const { shapes, labels } = await a(api.imageShapes, { imageId: id });
    const nameOf = new Map(labels.map((one) => [one.id, one.name]));
    const plain = ({ kind, points, parts, labelId }: Shape) =>
      JSON.stringify([kind, points.map(round), parts, nameOf.get(labelId!)]);
    return { ...row, shapes: shapes.map(plain).sort() };
  };
  return Promise.all(rows.map(read));
}

/** What the folders with images are for. */
const purposes = (datasetId: number) =>
  server.database.db
    .selectDistinct({ name: folder.name, type: folder.type })
    .from(folder)
    .innerJoin(image, eq(image.folderId, folder.id))
    .where(eq(folder.datasetId, datasetId))
    .orderBy(asc(folder.name));

it('COCO gives everything back, to the last bit', async () => {
  const datasetId = await importInto('back_coco', await zipOf('coco'));
  const exact = (value: number) => value;
  expect(await contents(datasetId, exact)).toEqual(await contents(material.datasetId, exact));
});

it('YOLO gives boxes back, to a hundredth of a pixel', async () => {
  const datasetId = await importInto('back_yolo', await zipOf('yoloDetect'));
  const hundredths = (value: number) => Math.round(value * 100) / 100;
  const isBox = (text: string) => text.startsWith('["rect"');
  const [before, after] = [await contents(material.datasetId, hundredths), await contents(datasetId, hundredths)];
  const facts = ({ shapes, ...row }: (typeof before)[0]) => ({ ...row, shapes: shapes.length });
  expect(after.map(facts)).toEqual(before.map(facts));
  expect(await purposes(datasetId)).toEqual(await purposes(material.datasetId));
  for (const [index, { shapes }] of before.entries()) {
    expect(after[index]!.shapes).toEqual(expect.arrayContaining(shapes.filter(isBox)));
  }
});

/** For each image the pixels of each label by name, painted in the order of the shapes; and its state. */
async function painted(datasetId: number, isOnePerPixel: boolean) {
  const rows = await server.database.db
    .select({ id: image.id, name: image.name, state: image.state, width: image.width, height: image.height })
    .from(image)
    .where(and(eq(image.datasetId, datasetId), isNull(image.deletedAt)))
    .orderBy(asc(image.sha256));
  return Promise.all(
    rows.map(async ({ id, state, ...size }) => {
      const { shapes, labels } = await a(api.imageShapes, { imageId: id });
      const nameOf = new Map(labels.map((one) => [one.id, one.name]));
      const pixels = new Map<string, Set<number>>();
      for (const one of shapes.toSorted((p, q) => p.z - q.z || (p.id < q.id ? -1 : 1))) {
        const name = nameOf.get(one.labelId!)!;
        const own = pixels.get(name) ?? new Set();
        pixels.set(name, own);
        eachPixel(fillShape(one, size), size.width, (at) => {
          if (isOnePerPixel) for (const other of pixels.values()) other.delete(at);
          own.add(at);
        });
      }
      const sorted = [...pixels]
        .sort(([p], [q]) => (p < q ? -1 : 1))
        .map(([name, own]) => [name, [...own].sort((p, q) => p - q)]);
      return { state, pixels: sorted.filter(([, own]) => own!.length > 0) };
    }),
  );
}

it.each<[ExportFormat, boolean]>([
  ['cocoMasks', false],
  ['maskPerLabel', false],
  ['maskIndex', true],
])('%s gives every pixel back, holes too, and again when it is written once more', async (format, isOnePerPixel) => {
  const first = await importInto(`back_${format}`, await zipOf(format), 'segmentation');
  const check = await a(api.exportCheck, { datasetId: material.datasetId, format, withImages: true });
  const [record] = (await a(api.exportList, { datasetId: material.datasetId })).list;
  expect(check.losses.map(({ kind }) => kind)).toContain('wholePixels');
  expect(record).toMatchObject({ format, losses: check.losses });
  const before = await painted(material.datasetId, isOnePerPixel);
  expect(await painted(first, isOnePerPixel)).toEqual(before);
  const second = await importInto(`again_${format}`, await zipOf(format, first), 'segmentation');
  expect(await painted(second, isOnePerPixel)).toEqual(before);
});

it('Pascal VOC gives back what folders are for', async () => {
  const datasetId = await importInto('back_voc', await zipOf('voc'));
  expect((await purposes(datasetId)).map(({ type }) => type).sort()).toEqual(['test', 'train']);
  expect(await purposes(datasetId)).toEqual(await purposes(material.datasetId));
});
