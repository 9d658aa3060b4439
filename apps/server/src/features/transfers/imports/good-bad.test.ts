/** Archives of good and bad images: each goes into its data set with its part, masks become shapes, and what is wrong is named. */
import { api, type Call } from '@loupe/contract';
import { fillRings, ringsOf } from '@loupe/geometry';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { tarOf, zipOf } from '../../../testing/archives.ts';
import { addGoodBadModel, drawMask, drawPart, type GoodBadModel, type OwnSet } from '../../../testing/good-bad.ts';
import { importArchive, sendArchive, type Sent } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { importKind } from './index.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const spot = { left: 5, top: 4, width: 3, height: 2 };
const other = { left: 20, top: 10, width: 6, height: 6 };
const good = async (name: string) => ({ name, data: await drawPart() });
const bad = async (name: string) => ({ name, data: await drawPart(spot) });
const mask = async (name: string, spots = [spot]) => ({ name, data: await drawMask(spots) });
const send = (set: OwnSet, sent: Omit<Sent, 'folderId'>) =>
  importArchive(server, server.a, { folderId: set.folderId, ...sent });
const images = async ({ folderId }: OwnSet) => (await a(api.imageList, { folderId, pageSize: 200 })).list;
const linesOf = async (set: OwnSet) =>
  (await images(set)).map(({ name, part, state, shapes }) => `${name} ${part} ${state} ${shapes}`);
const problems = (report: { problems: { file: string; key: string }[] }) =>
  report.problems.map(({ file, key }) => `${file} ${key}`).sort();

describe('MVTec AD', () => {
  let model: GoodBadModel;
  const lot = async () => [
    await good('cookie/train/good/000.png'),
    await good('cookie/train/good/001.png'),
    await good('cookie/test/good/000.png'),
    await bad('cookie/test/crack/000.png'),
    await bad('cookie/test/crack/001.png'),
    await bad('cookie/test/hole/000.png'),
    await mask('cookie/ground_truth/crack/000_mask.png', [spot, other]),
    await mask('cookie/ground_truth/hole/000_mask.png'),
    { name: 'cookie/license.txt', data: 'CC' },
    { name: 'cookie/readme.txt', data: 'see the paper' },
  ];
  beforeAll(async () => {
    model = await addGoodBadModel(a);
  });

  it('gives all defects to the label that the NG images have, whatever it is called by now', async () => {
    const renamed = await addGoodBadModel(a);
    const [label] = (await a(api.datasetInfo, { id: renamed.ng.datasetId })).labels;
    await a(api.labelUpdate, { id: label!.id, name: '划伤', color: label!.color });
    await send(renamed.ng, { bytes: zipOf(await lot()) });
    const { labels } = await a(api.datasetInfo, { id: renamed.ng.datasetId });
    expect(labels).toMatchObject([{ id: label!.id, name: '划伤', shapes: 3 }]);
  });

  it('fills both data sets from either, with parts and masks, and asks nothing', async () => {
    const { upload, report } = await send(model.ng, { bytes: zipOf(await lot()) });
    expect(upload).toMatchObject({ state: 'completed', added: 6, refused: 0 });
    expect(upload.inspection).toMatchObject({
      images: 6,
      annotations: 'masks',
      annotationFiles: 2,
      classes: [{ name: 'defect', shapes: 2, labelId: expect.any(Number) }],
    });
    expect(report).toMatchObject({
      images: 6,
      okNg: { ok: 3, ng: 3 },
      shapes: 3,
      labelsAdded: 0,
      foldersAdded: 0,
      problems: [],
    });
    expect(await linesOf(model.ok)).toEqual([
      '001.png train empty 0',
      'test_good_000.png test empty 0',
      'train_good_000.png train empty 0',
    ]);
    expect(await linesOf(model.ng)).toEqual([
      '001.png test annotated 0',
      'crack_000.png test annotated 2',
      'hole_000.png test annotated 1',
    ]);
  });

  it('traces a mask along the edges of its pixels, under the label of the NG images', async () => {
    const [, cracked] = await images(model.ng);
    const { shapes } = await a(api.imageShapes, { imageId: cracked!.id });
    expect(shapes.map(({ kind, points, parts, source }) => ({ kind, points, parts, source }))).toEqual(
      expect.arrayContaining([
        { kind: 'polygon', points: [8, 4, 8, 6, 5, 6, 5, 4], parts: [0], source: 'import' },
        { kind: 'polygon', points: [26, 10, 26, 16, 20, 16, 20, 10], parts: [0], source: 'import' },
      ]),
    );
    const { labels } = await a(api.datasetInfo, { id: model.ng.datasetId });
    expect(labels).toMatchObject([{ name: 'defect', shapes: 3 }]);
    expect(new Set(shapes.map(({ labelId }) => labelId))).toEqual(new Set([labels[0]!.id]));
  });

  it('keeps directories as folders of either data set, as a folder from the browser', async () => {
    const own = await addGoodBadModel(a);
    const { report } = await send(own.ok, { bytes: await tarOf(await lot()), format: 'folder', folders: 'keep' });
    expect(report).toMatchObject({ images: 6, shapes: 3, foldersAdded: 4, problems: [] });
    const names = async ({ datasetId }: OwnSet) =>
      (await a(api.folderList, { datasetId })).list.map(({ name, images, annotated }) => [name, images, annotated]);
    expect((await names(own.ok)).sort()).toEqual([
      ['OK', 0, 0],
      ['test-good', 1, 1],
      ['train-good', 2, 2],
    ]);
    expect((await names(own.ng)).sort()).toEqual([
      ['NG', 0, 0],
      ['crack', 2, 2],
      ['hole', 1, 1],
    ]);
  });

  it('sent again adds nothing', async () => {
    const entries = await lot();
    const own = await addGoodBadModel(a);
    await send(own.ok, { bytes: zipOf(entries) });
    const { report } = await send(own.ng, { bytes: zipOf(entries) });
    expect(report).toMatchObject({ images: 0, shapes: 0, annotated: 0 });
    // each is named once, those whose masks are there with what was not added to it
    expect(report.problems).toEqual([]);
    expect(report.duplicates.map(({ left = 0 }) => left).sort()).toEqual([0, 0, 0, 0, 1, 2]);
    expect(report.duplicates.map(({ added }) => added)).toEqual(Array(6).fill(false));
  });
});

it('takes OK and NG directories, and what lies elsewhere for its own; holes of masks stay holes', async () => {
  const model = await addGoodBadModel(a);
  const ring = Buffer.from(Array.from({ length: 1200 }, (_, i) => Number(isRing(i % 40, Math.floor(i / 40)))));
  const ringMask = await sharp(ring, { raw: { width: 40, height: 30, channels: 1 } })
    .png()
    .toBuffer();
  const files = [
    await good('OK/1.png'),
    await bad('lot/NG/1.png'),
    await bad('elsewhere/2.png'),
    // 0 and 1, as masks for programs have it
    { name: 'lot/masks/1.png', data: ringMask },
  ];
  const { report } = await send(model.ng, { bytes: zipOf(files) });
  expect(report).toMatchObject({ images: 3, shapes: 1, problems: [] });
  expect(await linesOf(model.ok)).toEqual(['1.png train empty 0']);
  expect(await linesOf(model.ng)).toEqual(['1.png train annotated 1', '2.png train annotated 0']);
  const [first] = await images(model.ng);
  const { shapes } = await a(api.imageShapes, { imageId: first!.id });
  const { points, parts } = shapes[0]!;
  expect(parts).toHaveLength(2);
  const rings = ringsOf(points, parts).map((one) => [...one]);
  expect([...fillRings(rings, 40, 30)]).toEqual([...ring]);
});
const isRing = (x: number, y: number): boolean => {
  const far = Math.hypot(x - 20, y - 15);
  return far > 4 && far < 9;
};

it('names each bad file and uses the good ones', async () => {
  const model = await addGoodBadModel(a);
  const half = await drawPart(spot);
  const wide = await drawMask([spot], { width: 50, height: 30 });
  const noise = Buffer.from(Array.from({ length: 200 * 200 }, (_, i) => (i % 2 === 0 && (i / 200) % 2 < 1 ? 255 : 0)));
  const files = [
    await good('train/good/1.png'),
    { name: 'train/good/2.png', data: half.subarray(0, half.length - 40) },
    await good('train/good/3.png'),
    ...(await Promise.all(['size', 'empty', 'damaged', 'right'].map((name) => bad(`test/crack/${name}.png`)))),
    {
      name: 'test/crack/fine.png',
      data: await sharp(noise, { raw: { width: 200, height: 200, channels: 1 } })
        .png()
        .toBuffer(),
    },
    {
      name: 'ground_truth/crack/fine_mask.png',
      data: await sharp(noise, { raw: { width: 200, height: 200, channels: 1 } })
        .png()
        .toBuffer(),
    },
    { name: 'ground_truth/crack/size_mask.png', data: wide },
    await mask('ground_truth/crack/empty_mask.png', []),
    { name: 'ground_truth/crack/damaged_mask.png', data: 'no image' },
    await mask('ground_truth/crack/right_mask.png'),
    await mask('ground_truth/crack/nobody_mask.png'),
    await mask('ground_truth/good/1_mask.png'),
  ];
  const { upload, report } = await send(model.ok, { bytes: zipOf(files) });
  expect(upload).toMatchObject({ state: 'completed', added: 7, refused: 7 });
  expect(problems(report)).toEqual([
    'ground_truth/crack/damaged_mask.png mask.corrupt',
    'ground_truth/crack/empty_mask.png mask.empty',
    'ground_truth/crack/fine_mask.png mask.tooFine',
    'ground_truth/crack/nobody_mask.png mask.noImage',
    'ground_truth/crack/size_mask.png mask.size',
    'ground_truth/good/1_mask.png mask.onOk',
    'train/good/2.png image.corrupt',
  ]);
  const size = report.problems.find(({ key }) => key === 'mask.size')!;
  expect(size.en_msg).toContain('50 × 30');
  expect(report.problems.every(({ file, msg, en_msg }) => msg.includes(file) && en_msg.includes(file))).toBe(true);
  expect(await linesOf(model.ok)).toEqual(['1.png train empty 0', '3.png train empty 0']);
  expect((await linesOf(model.ng)).map((one) => one.split(' ').slice(0, 4).join(' '))).toEqual([
    'damaged.png test annotated 0',
    'empty.png test annotated 0',
    'fine.png test annotated 0',
    'right.png test annotated 1',
    'size.png test annotated 0',
  ]);
});

it('takes outlines of other formats under the one label, and none for good images', async () => {
  const model = await addGoodBadModel(a);
  const size = { width: 40, height: 30 };
  const coco = {
    images: [
      { id: 1, file_name: 'OK/1.png', ...size },
      { id: 2, file_name: 'NG/2.png', ...size },
    ],
    categories: [
      { id: 1, name: 'scratch' },
      { id: 2, name: 'dent' },
    ],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 5, 5] },
      { id: 2, image_id: 2, category_id: 1, bbox: [1, 1, 5, 5] },
      { id: 3, image_id: 2, category_id: 2, segmentation: [[1, 1, 9, 1, 9, 9]] },
    ],
  };
  const files = [await good('OK/1.png'), await bad('NG/2.png'), { name: 'coco.json', data: JSON.stringify(coco) }];
  const { upload, report } = await send(model.ok, { bytes: zipOf(files) });
  expect(upload).toMatchObject({ state: 'completed', added: 2 });
  expect(report).toMatchObject({ shapes: 2, labelsAdded: 0 });
  expect(problems(report)).toEqual(['OK/1.png mask.onOk']);
  expect(await linesOf(model.ok)).toEqual(['1.png train empty 0']);
  expect(await linesOf(model.ng)).toEqual(['2.png train annotated 2']);
});

it('goes on where a worker gave it back, on both sides', async () => {
  const model = await addGoodBadModel(a);
  const lot = (count: number, one: (i: number) => Promise<{ name: string; data: Buffer }>) =>
    Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  const files = [
    ...(await lot(80, (i) => good(`train/good/${i}.png`))),
    ...(await lot(80, (i) => bad(`test/crack/${i}.png`))),
    ...(await lot(10, (i) => mask(`ground_truth/crack/${i}_mask.png`))),
  ];
  const id = await sendArchive(server, server.a, { folderId: model.ok.folderId, bytes: zipOf(files) });
  const shutdown = new AbortController();
  const first = runNext(server.services, 'import', importKind, shutdown.signal);
  const added = async () => (await a(api.uploadInfo, { id })).added;
  // oxlint-disable-next-line no-await-in-loop
  while ((await added()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  shutdown.abort(new Error('the worker stops'));
  await first;
  const before = await added();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(160);
  while (await runNext(server.services, 'import', importKind));
  expect(await a(api.uploadReport, { id })).toMatchObject({ images: 160, shapes: 10, problems: [], duplicates: [] });
  expect((await images(model.ok)).map(({ part }) => part)).toEqual(Array(80).fill('train'));
  expect((await images(model.ng)).map(({ part, shapes }) => `${part} ${shapes}`)).toEqual(
    Array.from({ length: 80 }, (_, i) => `test ${Number(i < 10)}`),
  );
});

it('makes a folder where the other data set has none', async () => {
  const model = await addGoodBadModel(a);
  await a(api.folderDelete, { id: model.ng.folderId });
  const { report } = await send(model.ok, { bytes: zipOf([await good('OK/1.png'), await bad('NG/2.png')]) });
  expect(report).toMatchObject({ images: 2, foldersAdded: 1 });
  const { list } = await a(api.folderList, { datasetId: model.ng.datasetId });
  expect(list).toMatchObject([{ name: 'NG', images: 1 }]);
});
