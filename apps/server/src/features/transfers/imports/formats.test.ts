/** Files of other programs from the upload to the images: the preview with its colours, what is left out, and what is clean. */
import { api, uploadUrl, type Call, type ClassMapping } from '@loupe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf, type ZipEntry } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
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
/** Sends the entries into a data set of their own and takes what the preview offers. */
async function importAll(entries: readonly ZipEntry[]) {
  const project = await a(api.projectAdd, { family: 'detection', name: `p${++made}` });
  const set = await a(api.datasetAdd, { projectId: project.id, name: `s${made}` });
  const folder = await a(api.folderAdd, { datasetId: set.id, name: 'lot' });
  const zip = zipOf(entries);
  const upload = { folderId: folder.id, name: 'x.zip', format: 'zip', bytes: zip.length } as const;
  const { id } = await a(api.uploadAdd, upload);
  const sent = await server.app.inject({
    method: 'PATCH',
    url: uploadUrl(id),
    headers: {
      authorization: server.a.token,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: zip,
  });
  expect(sent.statusCode).toBe(204);
  const work = () => runNext(server.services, 'import', importKind);
  await work();
  const inspection = (await a(api.uploadInfo, { id })).inspection!;
  const mapping = inspection.classes.map(({ name, color }): ClassMapping => ({
    name,
    target: { to: 'new', name, ...(color && { color }) },
  }));
  await a(api.uploadImport, { id, mapping });
  await work();
  const rows = await server.database.db
    .select({ name: image.name, state: image.state, shapes: image.nShapes })
    .from(image)
    .where(eq(image.folderId, folder.id))
    .orderBy(asc(image.name));
  const { labels } = await a(api.datasetInfo, { id: set.id });
  const report = await a(api.uploadReport, { id });
  return { inspection, report, rows, labels };
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
    classes: [{ name: 'open', shapes: 3, labelId: null, color: '#ff0080' }],
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
