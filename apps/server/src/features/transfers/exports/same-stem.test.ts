/** A TIFF beside a PNG of the same stem: both are exported, and the one that was a PNG keeps its name. Odd names come back too. */
import { createHash } from 'node:crypto';
import {
  api,
  exportFormats,
  isModelFormat,
  isTextFormat,
  type Call,
  type ExportFormat,
  type SetType,
} from '@loupe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shape } from '../../../tables/annotation.ts';
import { folder, image, label } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { exportArchive } from '../../../testing/export-archive.ts';
import { importAnnotated } from '../../../testing/import-archive.ts';
import { addMaterial, type Material } from '../../../testing/material.ts';
import { unzip } from '../../../testing/unzip.ts';
import { packPoints } from '../../annotation/index.ts';

let server: TestServer;
let a: Call;
let material: Material;
const sha256: Record<string, string> = {};
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  const { db } = server.database;
  material = await addMaterial(server.services, server.a, { images: 4 });
  // the TIFF came first; what is stored is its PNG
  const names = ['part.tif', 'part.png', 'Gear.tiff', 'gear.jpg'];
  for (const [i, name] of names.entries()) {
    const [row] = await db.select().from(image).where(eq(image.id, material.imageIds[i]!)); // oxlint-disable-line no-await-in-loop
    sha256[name] = row!.sha256;
    const original = /tif/.test(name) ? row!.sha256 : null;
    await db.update(image).set({ name, nameKey: name, originalSha256: original }).where(eq(image.id, row!.id)); // oxlint-disable-line no-await-in-loop
  }
});
afterAll(() => server.close());

const zipOf = (format: ExportFormat, datasetId = material.datasetId): Promise<Buffer> =>
  exportArchive(server, server.a, { datasetId, format });
const filesOf = async (format: ExportFormat): Promise<[string, Buffer][]> =>
  (await unzip(await zipOf(format))).map(({ entry, bytes }) => [entry.fileName, bytes]);
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const imagesIn = (files: readonly [string, Buffer][]) =>
  Object.fromEntries(
    files
      .filter(([name]) => /\.(?:png|jpg)$/i.test(name))
      .map(([name, bytes]) => [name.split('/').at(-1)!, hash(bytes)]),
  );

it('a PNG keeps its name, and what became PNG gets another one', async () => {
  const files = await filesOf('coco');
  expect(imagesIn(files)).toEqual({
    'part.png': sha256['part.png'],
    'part~2.png': sha256['part.tif'],
    'Gear.png': sha256['Gear.tiff'],
    'gear.jpg': sha256['gear.jpg'],
  });
  const [, json] = files.find(([name]) => name.endsWith('.json'))!;
  const { images } = JSON.parse(json.toString()) as { images: { file_name: string }[] };
  const listed = images.map(({ file_name: name }) => name.split('/').at(-1)!);
  expect(listed.toSorted()).toEqual(Object.keys(imagesIn(files)).toSorted());
});

it('also by its stem, where a text file of that stem stands beside each', async () => {
  const files = await filesOf('yoloDetect');
  expect(imagesIn(files)).toEqual({
    'part.png': sha256['part.png'],
    'part~2.png': sha256['part.tif'],
    'Gear~2.png': sha256['Gear.tiff'],
    'gear.jpg': sha256['gear.jpg'],
  });
});

/** The archive in a new data set, its classes as labels. */
async function importInto(name: string, zip: Buffer, setType: SetType, added = 4): Promise<number> {
  const set = await a(api.datasetAdd, { projectId: material.projectId, name, setType });
  const target = await a(api.folderAdd, { datasetId: set.id, name: 'target' });
  const sent = { folderId: target.id, bytes: zip, folders: 'keep' } as const;
  const { upload } = await importAnnotated(server, server.a, sent);
  expect(upload).toMatchObject({ state: 'completed', added, refused: 0 });
  return set.id;
}

/** By its content what each image is annotated with. */
async function shapesBySha(datasetId: number): Promise<Map<string, string[]>> {
  const { db } = server.database;
  const rows = await db
    .select()
    .from(image)
    .where(and(eq(image.datasetId, datasetId), isNull(image.deletedAt)));
  const shapes = await Promise.all(
    rows.map(async (row) => {
      const { shapes: own } = await a(api.imageShapes, { imageId: row.id });
      return own.map(({ kind, points }) => `${kind} ${points.map((value) => Math.round(value)).join(' ')}`).toSorted();
    }),
  );
  return new Map(rows.map((row, i) => [row.sha256, shapes[i]!]));
}

it.each(['coco', 'yoloDetect'] as const)('of %s both come back with their own annotations', async (format) => {
  const { db } = server.database;
  // else one could have the other's, and nobody would see it
  const [first] = material.imageIds as [number];
  const [row] = await db.select().from(shape).where(eq(shape.imageId, first));
  await db
    .update(shape)
    .set({ points: packPoints([3, 4, 23, 31]) })
    .where(and(eq(shape.imageId, first), eq(shape.id, row!.id)));
  const before = await shapesBySha(material.datasetId);
  expect(new Set([...before.values()].map(String)).size).toBeGreaterThan(1);
  const datasetId = await importInto(`back_${format}`, await zipOf(format), 'detection');
  expect(await shapesBySha(datasetId)).toEqual(before);
});

describe('names without the ending of an image, and such as are too long for a file', () => {
  let odd: Material;
  beforeAll(async () => {
    odd = await addMaterial(server.services, server.a, { images: 4 });
    const long = '中'.repeat(255);
    for (const [i, name] of ['ab', 'ab.png', 'gnp.exe', long].entries())
      await a(api.imageRename, { id: odd.imageIds[i]!, name }); // oxlint-disable-line no-await-in-loop
  });

  const formats = (Object.keys(exportFormats) as ExportFormat[]).filter(
    (format) => !isModelFormat(format) && !isTextFormat(format),
  );
  it.each(formats)('of %s each part of a path can be unpacked, and ends as it should', async (format) => {
    const files = (await unzip(await zipOf(format, odd.datasetId))).map(({ entry }) => entry.fileName);
    const parts = files.flatMap((file) => file.split('/'));
    expect(parts.filter((part) => Buffer.byteLength(part) > 255)).toEqual([]);
    const images = files.filter((file) => file.startsWith('images/') || file.startsWith('JPEGImages/'));
    // LabelMe's files stand beside the images
    expect(images.filter((file) => !file.endsWith('.png') && !file.endsWith('.json'))).toEqual([]);
  });

  it.each(['coco', 'yoloDetect', 'voc', 'labelme', 'cvat', 'datumaro'] as const)('%s comes back', async (format) => {
    const zip = await zipOf(format, odd.datasetId);
    const names = (await unzip(zip)).map(({ entry }) => entry.fileName.split('/').at(-1)!);
    expect(names).toEqual(expect.arrayContaining(['ab.png', 'gnp.exe.png', expect.stringMatching(/^中+\.png$/)]));
    const back = await importInto(`odd_${format}`, zip, 'detection');
    expect(await shapesBySha(back)).toEqual(await shapesBySha(odd.datasetId));
  });
});

describe('names that a system keeps for itself, hides, or takes for others', () => {
  let odd: Material;
  const names = ['.png', '._a.png', '..b.png', 'CON .png', 'COM¹.png', 'straße.png', 'STRASSE.png', 'ſ.png', 's.png'];
  beforeAll(async () => {
    odd = await addMaterial(server.services, server.a, { images: names.length });
    const { db } = server.database;
    for (const [i, name] of names.entries()) await a(api.imageRename, { id: odd.imageIds[i]!, name }); // oxlint-disable-line no-await-in-loop
    await db.update(folder).set({ name: 'aux' }).where(eq(folder.id, odd.folderId));
    await db.update(label).set({ name: 'LPT1' }).where(eq(label.id, odd.labelIds[0]!));
  });
  const unfit = /^\.|^(con|aux|com¹|lpt1) *(\.|$)/i;

  it.each(['coco', 'yoloDetect', 'voc', 'labelme', 'cvat', 'datumaro', 'maskIndex', 'maskPerLabel'] as const)(
    'of %s no part of a path is one, and all come back',
    async (format) => {
      const zip = await zipOf(format, odd.datasetId);
      const files = (await unzip(zip)).map(({ entry }) => entry.fileName);
      expect(files.flatMap((file) => file.split('/')).filter((part) => unfit.test(part))).toEqual([]);
      const folded = new Set(files.map((file) => file.toLowerCase().toUpperCase()));
      expect(folded.size).toBe(files.length);
      const areMasks = format.startsWith('mask');
      const setType = areMasks ? 'segmentation' : 'detection';
      const back = await shapesBySha(await importInto(`kept_${format}`, zip, setType, names.length));
      const before = await shapesBySha(odd.datasetId);
      if (!areMasks) expect(back).toEqual(before);
      const counts = (all: typeof back) => [...all].map(([sha, own]) => `${sha} ${own.length}`).toSorted();
      expect(counts(back)).toEqual(counts(before));
    },
  );
});

it('of YOLO images come back that are called as its lists are, in a folder called as its directory', async () => {
  const { db } = server.database;
  const listed = await addMaterial(server.services, server.a, { images: 4 });
  for (const [i, name] of ['train.png', 'classes.png', 'README.png', 'a.png'].entries())
    await a(api.imageRename, { id: listed.imageIds[i]!, name }); // oxlint-disable-line no-await-in-loop
  await db.update(folder).set({ name: 'labels' }).where(eq(folder.id, listed.folderId));
  const back = await importInto('listed', await zipOf('yoloDetect', listed.datasetId), 'detection');
  expect(await shapesBySha(back)).toEqual(await shapesBySha(listed.datasetId));
});
