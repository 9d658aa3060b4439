/** The images of a model in the layouts of MVTec AD and of OK and NG, out and in again: what was said of them stays. */
import { api, type Call, type ExportFormat } from '@loupe/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { addGoodBadModel, drawMask, drawPart, type GoodBadModel, type OwnSet } from '../../../testing/good-bad.ts';
import { importArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addMaterial } from '../../../testing/material.ts';
import { unzip } from '../../../testing/unzip.ts';
import { exportKind } from './index.ts';

let server: TestServer;
let a: Call;
let model: GoodBadModel;
const spots = [
  { left: 5, top: 4, width: 3, height: 2 },
  { left: 20, top: 10, width: 6, height: 6 },
];

beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  model = await addGoodBadModel(a);
  const files = [
    { name: 'train/good/1.png', data: await drawPart() },
    { name: 'test/good/2.png', data: await drawPart() },
    {
      name: 'test/good/2.jpg',
      data: await sharp(await drawPart())
        .jpeg()
        .toBuffer(),
    },
    { name: 'train/bad/3.png', data: await drawPart(spots[0]) },
    { name: 'test/crack/3.png', data: await drawPart(spots[0]) },
    { name: 'test/hole/4.png', data: await drawPart(spots[1]) },
    { name: 'ground_truth/crack/3_mask.png', data: await drawMask(spots) },
  ];
  const { report } = await importArchive(server, server.a, { folderId: model.ok.folderId, bytes: zipOf(files) });
  expect(report).toMatchObject({ images: 6, shapes: 2, problems: [] });
});
afterAll(() => server.close());

async function exported(datasetId: number, withImages = true, format: ExportFormat = 'mvtec') {
  const { id } = await a(api.exportAdd, { datasetId, format, withImages });
  await runNext(server.services, 'export', exportKind);
  const { url } = await a(api.exportLink, { id });
  const answer = await server.app.inject({ url, headers: { authorization: server.a.token } });
  const files = await unzip(answer.rawPayload);
  const record = (await a(api.exportList, {})).list.find((one) => one.id === id)!;
  return { bytes: answer.rawPayload, record, files: new Map(files.map(({ entry, bytes }) => [entry.fileName, bytes])) };
}

it('holds all data sets of the model, by part and kind, with a mask of each drawn image', async () => {
  const check = await a(api.exportCheck, { datasetId: model.ng.datasetId, format: 'mvtec', withImages: true });
  expect(check).toMatchObject({ images: 6, shapes: 2, folders: 2, losses: [], blocked: null });
  const { files, record } = await exported(model.ng.datasetId);
  expect([...files.keys()].sort()).toEqual([
    'ground_truth/defect/test_crack_3_mask.png',
    'test/defect/4.png',
    'test/defect/test_crack_3.png',
    'test/good/2.png',
    'test/good/2~2.jpg',
    'train/defect/train_bad_3.png',
    'train/good/1.png',
  ]);
  expect(record).toMatchObject({ images: 6, shapes: 2, losses: [] });
  expect(record.fileName).toMatch(/^plan_\d+_mvtec_/);
  expect(record.modelName, 'sets of models are all called alike').toMatch(/^plan_\d+ \/ /);
  const mask = files.get('ground_truth/defect/test_crack_3_mask.png')!;
  expect(await sharp(mask).metadata()).toMatchObject({ width: 40, height: 30, channels: 1 });
  const levels = (png: Buffer) => sharp(png).greyscale().raw().toBuffer();
  expect((await levels(mask)).equals(await levels(await drawMask(spots)))).toBe(true);
});

it('gives everything back', async () => {
  const { bytes } = await exported(model.ok.datasetId);
  const again = await addGoodBadModel(a);
  const { report } = await importArchive(server, server.a, { folderId: again.ng.folderId, bytes });
  expect(report).toMatchObject({ images: 6, shapes: 2, problems: [] });
  const linesOf = async ({ folderId }: OwnSet) =>
    (await a(api.imageList, { folderId })).list.map((one) => `${one.sha256} ${one.part} ${one.shapes}`).sort();
  expect(await linesOf(again.ok)).toEqual(await linesOf(model.ok));
  expect(await linesOf(again.ng)).toEqual(await linesOf(model.ng));
  const shapesOf = async ({ folderId }: OwnSet) => {
    const drawn = (await a(api.imageList, { folderId })).list.find(({ shapes }) => shapes > 0)!;
    return (await a(api.imageShapes, { imageId: drawn.id })).shapes.map(({ points }) => points.join()).sort();
  };
  expect(await shapesOf(again.ng)).toEqual(await shapesOf(model.ng));
});

it('names kinds of defects after the folders of the NG images, in either layout, and takes them back', async () => {
  const own = await addGoodBadModel(a);
  const files = [
    { name: 'train/good/1.png', data: await drawPart() },
    { name: 'test/crack/1.png', data: await drawPart(spots[0]) },
    { name: 'test/hole/1.png', data: await drawPart(spots[1]) },
    { name: 'ground_truth/crack/1_mask.png', data: await drawMask(spots) },
    { name: 'train/bad/scratch/5.png', data: await drawPart({ left: 1, top: 1, width: 9, height: 2 }) },
    { name: 'masks/bad/scratch/5.png', data: await drawMask(spots) },
  ];
  await importArchive(server, server.a, { folderId: own.ok.folderId, bytes: zipOf(files), folders: 'keep' });
  const inMvtec = [
    'ground_truth/crack/1_mask.png',
    'ground_truth/defect/scratch/5_mask.png',
    'test/crack/1.png',
    'test/hole/1.png',
    'train/defect/scratch/5.png',
    'train/good/1.png',
  ];
  const inOkNg = [
    'NG/crack/1.png',
    'NG/hole/1.png',
    'NG/scratch/5.png',
    'OK/1.png',
    'masks/NG/crack/1_mask.png',
    'masks/NG/scratch/5_mask.png',
  ];
  for (const [format, names] of [['mvtec', inMvtec] as const, ['okng', inOkNg] as const]) {
    const { bytes, files: out } = await exported(own.ng.datasetId, true, format);
    expect([...out.keys()].sort()).toEqual(names);
    const again = await addGoodBadModel(a);
    const sent = { folderId: again.ok.folderId, bytes, folders: 'keep' } as const;
    const { report } = await importArchive(server, server.a, sent);
    expect(report).toMatchObject({ images: 4, shapes: 4, problems: [] });
    const back = await exported(again.ng.datasetId, true, format);
    expect([...back.files.keys()].sort()).toEqual(names);
  }
});

it('names the split into training and test images as a loss of every format but the one that keeps it', async () => {
  const ask = { datasetId: model.ok.datasetId, withImages: true } as const;
  const lost = async (format: ExportFormat) => {
    const before = (await a(api.exportCheck, { ...ask, format })).losses;
    const { record } = await exported(ask.datasetId, true, format);
    expect(record.losses).toEqual(before);
    return before.flatMap(({ kind, count }) => (kind === 'parts' ? count : []));
  };
  expect(await lost('coco')).toEqual([2]);
  expect(await lost('yoloDetect')).toEqual([2]);
  expect(await lost('mvtec')).toEqual([]);
});

it('as OK and NG gives back sides and masks; which images are kept for tests it does not say', async () => {
  const ask = { datasetId: model.ok.datasetId, format: 'okng', withImages: true } as const;
  const losses = [
    { kind: 'parts', count: 4, zh: expect.stringContaining('测试'), en: expect.stringContaining('test images') },
  ];
  expect(await a(api.exportCheck, ask)).toMatchObject({ images: 6, shapes: 2, folders: 2, losses, blocked: null });
  const { files, record, bytes } = await exported(model.ok.datasetId, true, 'okng');
  expect([...files.keys()].sort()).toEqual([
    'NG/4.png',
    'NG/test_crack_3.png',
    'NG/train_bad_3.png',
    'OK/1.png',
    'OK/2.png',
    'OK/2~2.jpg',
    'masks/NG/test_crack_3_mask.png',
  ]);
  expect(record).toMatchObject({ images: 6, shapes: 2, losses });
  expect(record.fileName).toMatch(/^plan_\d+_ok_ng_/);
  const again = await addGoodBadModel(a);
  const { report } = await importArchive(server, server.a, { folderId: again.ok.folderId, bytes });
  expect(report).toMatchObject({ images: 6, shapes: 2, problems: [] });
  const linesOf = async ({ folderId }: OwnSet) =>
    (await a(api.imageList, { folderId })).list.map((one) => `${one.sha256} ${one.shapes}`).sort();
  expect(await linesOf(again.ok)).toEqual(await linesOf(model.ok));
  expect(await linesOf(again.ng)).toEqual(await linesOf(model.ng));
});

it('without images holds the masks alone; of other data sets there is none', async () => {
  const { files } = await exported(model.ok.datasetId, false);
  expect([...files.keys()]).toEqual(['ground_truth/defect/test_crack_3_mask.png']);
  const { datasetId } = await addMaterial(server.services, server.a, { images: 1 });
  const ask = { datasetId, format: 'mvtec', withImages: true } as const;
  expect((await a(api.exportCheck, ask)).blocked?.en).toMatch(/for models with OK and NG/);
  await expect(a(api.exportAdd, ask)).rejects.toMatchObject({ code: 610 });
  // OK images alone, in a format that knows no sides
  const coco = await a(api.exportCheck, { datasetId: model.ok.datasetId, format: 'coco', withImages: true });
  expect(coco).toMatchObject({ images: 3, shapes: 0, blocked: null });
});
