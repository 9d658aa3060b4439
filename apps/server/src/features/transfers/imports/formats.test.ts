/** Files of other programs from the upload to the images: the preview with its colours, what is left out, and what is clean. */
import { api, limits, type Call, type ClassMapping } from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { sendArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { importKind } from './index.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

let made = 0;
async function makeFolder() {
  const project = await a(api.projectAdd, { family: 'detection', name: `p${++made}` });
  const set = await a(api.datasetAdd, { projectId: project.id, name: `s${made}` });
  return a(api.folderAdd, { datasetId: set.id, name: 'lot' });
}
interface How {
  /** Under other names. */
  labelOf?: (name: string) => string;
  /** Into this folder. */
  into?: { id: number; datasetId: number };
  marksEmpty?: boolean;
}
/** Sends the entries into a data set of their own and takes what the preview offers. */
async function importAll(entries: readonly ZipEntry[], { labelOf = (name) => name, into, marksEmpty }: How = {}) {
  const folder = into ?? (await makeFolder());
  const id = await sendArchive(server, server.a, { folderId: folder.id, bytes: zipOf(entries) });
  const work = () => runNext(server.services, 'import', importKind);
  await work();
  const inspection = (await a(api.uploadInfo, { id })).inspection!;
  const mapping = inspection.classes.map(({ name, color }): ClassMapping => ({
    name,
    target: { to: 'new', name: labelOf(name), ...(color && { color }) },
  }));
  if (mapping.length > 0) {
    await a(api.uploadImport, { id, mapping, ...(marksEmpty !== undefined && { marksEmpty }) });
    await work();
  }
  const rows = await server.database.db
    .select({ name: image.name, state: image.state, shapes: image.nShapes })
    .from(image)
    .where(eq(image.folderId, folder.id))
    .orderBy(asc(image.name));
  const { labels } = await a(api.datasetInfo, { id: folder.datasetId });
  const report = await a(api.uploadReport, { id });
  return { inspection, report, rows, labels, folder };
}

it('CVAT: good shapes are used, each fault is in the report, and what nobody looked at is not clean', async () => {
  const pictures = await Promise.all(
    ['a.png', 'b.png', 'c.png', 'd.png'].map(async (name, i) => ({ name, data: await drawPng(100 + i, 80) })),
  );
  const box = '<box label="open" xtl="1" ytl="2" xbr="30" ybr="40"></box>';
  const xml = [
    '<annotations><version>1.1</version><meta><task><labels><label><name>open</name><color>#ff0080</color></label>',
    '</labels></task></meta>',
    `<image name="a.png" width="100" height="80">${box}<box label="open" xtl="NaN"></box></image>`,
    '<image name="b.png" width="101" height="80"></image>',
    '<image name="c.png" width="102" height="80"><points label="open" points="3,3"></points></image>',
    `<image name="d.png" width="9" height="9">${box}</image></annotations>`,
  ].join('');
  const bomb = '<!DOCTYPE x [<!ENTITY y "z">]><annotations>&y;</annotations>';
  const files = [
    { name: 'annotations.xml', data: xml },
    { name: 'bomb.xml', data: bomb },
  ];
  const { inspection, report, rows, labels } = await importAll([...pictures, ...files]);
  expect(inspection).toMatchObject({
    annotations: 'cvat',
    // a box of no numbers is not counted, one of an image of another size only its image can tell
    classes: [{ name: 'open', shapes: 2, labelId: null, color: '#ff0080' }],
  });
  expect(inspection.problems.map(({ key }) => key)).toEqual(['annotationFile.invalid', 'importLoss.points']);
  expect(labels).toMatchObject([{ name: 'open', color: '#ff0080', shapes: 1 }]);
  expect(rows).toEqual([
    { name: 'a.png', state: 'annotated', shapes: 1 },
    { name: 'b.png', state: 'empty', shapes: 0 },
    { name: 'c.png', state: 'unannotated', shapes: 0 },
    { name: 'd.png', state: 'unannotated', shapes: 0 },
  ]);
  expect(report.problems.map(({ file, key }) => `${file} ${key}`).sort()).toEqual([
    'a.png coco.badNumber',
    'bomb.xml annotationFile.invalid',
    'd.png coco.size',
    '… importLoss.points',
  ]);
});

it('LabelMe: an image that is only in its file is imported with its shapes', async () => {
  const data = JSON.stringify({
    version: '5.5.0',
    shapes: [{ label: 'open', shape_type: 'polygon', points: [[1, 1], [30, 1], [30, 30]] }], // prettier-ignore
    imagePath: '../x.jpg',
    imageData: (await drawPng(100, 80)).toString('base64'),
  });
  const { rows, report } = await importAll([
    { name: 'part 1.json', data },
    { name: 'broken.json', data: data.replace('iVBOR', 'IVBOR') },
  ]);
  expect(rows).toEqual([{ name: 'part 1.png', state: 'annotated', shapes: 1 }]);
  expect(report).toMatchObject({ images: 1, shapes: 1, problems: [{ file: 'broken.json' }] });
});

it('YOLO: what leaves the image is cut at its edge, and each fault has words of its own', async () => {
  const lines = [
    '0 0.99 0.5 0.1 0.1',
    '0 0.5 0.5 1.05 0.5 1.05 0.9 0.5 0.9',
    '0 0.5 0.2 1.05 0.2 0.5 0.4',
    '0 0.5 0.5 0 0.1',
    '0 1.5 0.5 0.1 0.1',
    '0 20 15 8 8',
    '0 0.5 0.5 0.1 0.1',
  ];
  const { inspection, report } = await importAll([
    { name: 'a.png', data: await drawPng(40, 30) },
    { name: 'a.txt', data: lines.join('\n') },
    { name: 'classes.txt', data: 'open' },
  ]);
  expect(inspection.classes).toMatchObject([{ name: 'open', shapes: 6 }]);
  expect(report.shapes).toBe(4);
  expect(report.problems.map(({ key, en_msg }) => [key, /(?:line|nnotation) (\d+)/.exec(en_msg)![1]])).toEqual([
    ['yolo.pixels', '6'],
    ['coco.clipped', '1'],
    ['coco.clipped', '2'],
    ['coco.clipped', '3'],
    ['coco.badBox', '4'],
    ['coco.outside', '5'],
  ]);
});

it('more classes than a person can map: the first are offered, and preview and report say how many are not', async () => {
  const count = limits.archiveClasses + 2;
  const lines = Array.from({ length: count }, (_, i) => `${i} 0.5 0.5 0.1 0.1`);
  const entries = [
    { name: 'a.png', data: await drawPng() },
    { name: 'a.txt', data: lines.join('\n') },
  ];
  const { inspection, report } = await importAll(entries, { labelOf: () => 'one' });
  expect(inspection.classes).toHaveLength(limits.archiveClasses);
  expect(inspection.problems).toMatchObject([{ key: 'annotationFile.manyClasses' }]);
  expect(inspection.problems[0]!.en_msg).toContain('The shapes of the other classes (2) were not imported');
  expect(report.problems).toMatchObject([{ key: 'annotationFile.manyClasses' }]);
});

describe('of images that the folder has already', () => {
  it('annotations go to those that nobody has annotated; of the others the report says how many were not added', async () => {
    const images = await Promise.all(
      ['a.png', 'b.png', 'c.png'].map(async (name) => ({ name, data: await drawPng() })),
    );
    const [first, second, third] = images as [ZipEntry, ZipEntry, ZipEntry];
    const { folder, report: bare } = await importAll([first, second]);
    expect(bare).toMatchObject({ images: 2, shapes: 0, annotated: 0 });
    const box = '0 0.5 0.5 0.2 0.2';
    const all = [
      first,
      second,
      third,
      { name: 'a.txt', data: box },
      { name: 'b.txt', data: '' },
      { name: 'c.txt', data: `${box}\n0 0.3 0.3 0.2 0.2` },
      { name: 'classes.txt', data: 'open' },
    ];
    const brought = await importAll(all, { into: folder });
    expect(brought.report).toMatchObject({ images: 1, shapes: 3, annotated: 1, empty: 1, problems: [] });
    expect(brought.report.duplicates).toEqual([
      { file: 'a.png', of: 'a.png', folder: 'lot', added: false, annotated: true },
      { file: 'b.png', of: 'b.png', folder: 'lot', added: false },
    ]);
    const rows = [
      { name: 'a.png', state: 'annotated', shapes: 1 },
      { name: 'b.png', state: 'empty', shapes: 0 },
      { name: 'c.png', state: 'annotated', shapes: 2 },
    ];
    expect(brought.rows).toEqual(rows);
    expect(await a(api.folderInfo, { id: folder.id })).toMatchObject({ images: 3, annotated: 3 });
    const again = await importAll(all, { into: folder });
    expect(again.report).toMatchObject({ images: 0, shapes: 0, annotated: 0, empty: 0, labelsAdded: 0 });
    // nothing went wrong: each file is named once
    expect(again.report.problems).toEqual([]);
    const there = { folder: 'lot', added: false };
    expect(again.report.duplicates).toEqual([
      { file: 'a.png', of: 'a.png', ...there, left: 1 },
      { file: 'b.png', of: 'b.png', ...there },
      { file: 'c.png', of: 'c.png', ...there, left: 2 },
    ]);
    expect(again.rows).toEqual(rows);
  });

  it('the preview says how many there are, by the folders that are chosen, and which shapes are not imported', async () => {
    const box = '0 0.5 0.5 0.2 0.2';
    const sent = [
      { name: 'in/a.png', data: await drawPng() },
      { name: 'in/b.png', data: await drawPng() },
      { name: 'in/a.txt', data: `${box}\n1 0.3 0.3 0.2 0.2` },
      { name: 'classes.txt', data: 'open\nshort' },
    ];
    const { inspection: first, folder } = await importAll(sent);
    expect(first.known).toEqual({ one: 0, keep: 0, isAll: true });
    expect(first.classes.map(({ known }) => known)).toEqual([undefined, undefined]);
    // b is there, and not annotated: it gets what the file has
    const more = [
      ...sent,
      { name: 'other/c.png', data: await drawPng() },
      { name: 'in/b.txt', data: box },
      { name: 'other/c.txt', data: box },
    ];
    await server.database.db.update(image).set({ state: 'unannotated' }).where(eq(image.name, 'b.png'));
    const { inspection, report } = await importAll(more, { into: folder });
    expect(inspection.known).toEqual({ one: 2, keep: 0, isAll: true });
    expect(inspection.classes).toMatchObject([
      { name: 'open', shapes: 3, known: { one: 1, keep: 0 } },
      { name: 'short', shapes: 1, known: { one: 1, keep: 0 } },
    ]);
    // it kept its word
    expect(report).toMatchObject({ images: 1, shapes: 2, annotated: 1, problems: [] });
  });

  it('they go to images on which predictions wait, and the predictions stay beside them', async () => {
    const first = { name: 'a.png', data: await drawPng() };
    const { folder } = await importAll([first]);
    await server.database.db.update(image).set({ state: 'preLabeled' }).where(eq(image.folderId, folder.id));
    const box = { name: 'a.txt', data: '0 0.5 0.5 0.2 0.2' };
    const { inspection, report, rows } = await importAll([first, box], { into: folder });
    expect(inspection.classes.map(({ known }) => known)).toEqual([undefined]);
    expect(report).toMatchObject({ shapes: 1, annotated: 1, problems: [] });
    expect(rows).toMatchObject([{ state: 'annotated', shapes: 1 }]);
  });
});

it('images without annotations are counted before the import, and marked as checked, empty only where that is wanted', async () => {
  const entries = async () => [
    { name: 'a.png', data: await drawPng() },
    { name: 'b.png', data: await drawPng() },
    {
      name: 'annotations.xml',
      data: `<annotations><version>1.1</version><image id="0" name="a.png" width="8" height="6">
        <box label="open" xtl="1" ytl="1" xbr="4" ybr="4"></box></image>
        <image id="1" name="b.png" width="8" height="6"></image></annotations>`,
    },
  ];
  const checked = await importAll(await entries());
  expect(checked.inspection.emptyImages).toBe(1);
  expect(checked.report).toMatchObject({ empty: 1, shapes: 1 });
  expect(checked.rows.map(({ state }) => state)).toEqual(['annotated', 'empty']);
  const left = await importAll(await entries(), { marksEmpty: false });
  expect(left.report).toMatchObject({ empty: 0, shapes: 1 });
  expect(left.rows.map(({ state }) => state)).toEqual(['annotated', 'unannotated']);
});

it('a plain BMP, which packs a thousand times, is an image like others', async () => {
  const [width, height] = [1200, 1000];
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + 3 * width * height, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const data = Buffer.concat([head, Buffer.alloc(3 * width * height, 128)]);
  const { report, rows } = await importAll([{ name: 'plain.bmp', data, deflate: true }]);
  expect(report).toMatchObject({ images: 1, problems: [] });
  expect(rows).toMatchObject([{ name: 'plain.bmp' }]);
});
