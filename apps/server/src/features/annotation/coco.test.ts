/** COCO import: what it takes, what it names, and that a bad record never costs the good ones. */
import { api, type Call, type CallError, type Problem } from '@loupe/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { boundsOf, cocoMask, cocoText, fillCoco, fillRings, ringsOf } from '@loupe/geometry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';

let server: TestServer;
let a: Call;
let projectId: number;
let bytes: Buffer;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  projectId = (await a(api.projectAdd, { family: 'detection', name: 'p' })).id;
  bytes = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());

let n = 0;
let datasetId: number;
let folderId: number;
async function makePlace(setType: 'detection' | 'segmentation' = 'detection', labels: string[] = []) {
  const drafts = labels.map((name) => ({ name, color: '#000000' }));
  datasetId = (await a(api.datasetAdd, { projectId, name: `s${++n}`, setType, labels: drafts })).id;
  folderId = (await a(api.folderAdd, { datasetId, name: 'f' })).id;
  const files = ['a.png', 'b.png', 'c.png'].map((name) => ({ name, data: new Blob([bytes as never]) }));
  await a(api.imageUpload, { folderId }, { files });
}
beforeEach(() => makePlace());

const run = (coco: unknown) => a(api.cocoImport, { folderId, coco });
const images = async () => (await a(api.imageList, { folderId })).list;
async function shapesOf(name: string) {
  const one = (await images()).find((each) => each.name === name)!;
  return (await a(api.imageShapes, { imageId: one.id })).shapes;
}
const cocoImages = [
  { id: 1, file_name: 'train/a.png', width: 100, height: 80 },
  { id: 2, file_name: 'b.png' },
  { id: 3, file_name: 'c.png' },
];
const categories = [{ id: 5, name: 'open' }];
const box = (fields: Record<string, unknown>) => ({ image_id: 1, category_id: 5, bbox: [10, 10, 20, 5], ...fields });
const keys = (problems: Problem[]) => problems.map((one) => one.key);

it('adds boxes and polygons as ops, with labels by name, and marks listed images without annotations as empty', async () => {
  const report = await run({
    images: cocoImages,
    categories,
    annotations: [
      box({ id: 1 }),
      box({
        id: 2,
        image_id: 2,
        segmentation: [
          [1, 1, 30, 1, 30, 40],
          [50, 50, 60, 50, 60, 60],
        ],
        iscrowd: 0,
      }),
      box({ id: 3, image_id: 2, iscrowd: 1 }),
    ],
  });
  expect(report).toEqual({ images: 3, shapes: 3, labelsAdded: 1, problems: [], moreProblems: 0, boxes: 0 });
  const label = (await a(api.datasetInfo, { id: datasetId })).labels[0]!;
  // a crowd is a region to ignore, which is no object
  expect(label).toMatchObject({ name: 'open', color: '#f2545b', shapes: 2 });
  expect(await shapesOf('a.png')).toMatchObject([
    {
      kind: 'rect',
      points: [10, 10, 30, 15],
      labelId: label.id,
      source: 'import',
      ignore: false,
      rev: 1,
      author: 'anna',
    },
  ]);
  const b = await shapesOf('b.png');
  expect(b.map((one) => [one.kind, one.parts, one.ignore]).sort()).toEqual([
    ['polygon', [0, 3], false],
    ['rect', [0], true],
  ]);
  expect((await images()).map((one) => [one.state, one.shapes, one.revision])).toEqual([
    ['annotated', 1, 1],
    ['annotated', 2, 2],
    ['empty', 0, 1],
  ]);
  expect(await a(api.folderInfo, { id: folderId })).toMatchObject({ annotated: 3, state: 'annotated' });
  const { ops } = await a(api.imageOpsAfter, { imageId: (await images())[1]!.id, seq: 0 });
  expect(ops.map((op) => op.kind)).toEqual(['put', 'put']);
});

it('adds nothing twice, and replaces nothing', async () => {
  const coco = { images: cocoImages, categories, annotations: [box({ id: 1 }), box({ id: 1 }), box({ image_id: 2 })] };
  expect((await run(coco)).shapes).toBe(2);
  expect(await run(coco)).toMatchObject({ images: 0, shapes: 0, labelsAdded: 0 });
  expect((await run({ ...coco, annotations: [box({ id: 9, bbox: [1, 1, 3, 3] })] })).shapes).toBe(1);
  expect(await shapesOf('a.png')).toHaveLength(2);
});

it('cuts what leaves the image at its edge, and says so', async () => {
  const annotations = [
    box({ id: 1, bbox: [90, 10, 500, 5] }),
    box({ id: 2, segmentation: [[-10, 20, 30, 20, 30, 40, -10, 40]] }),
  ];
  const report = await run({ images: cocoImages, categories, annotations });
  expect(keys(report.problems)).toEqual(['coco.clipped', 'coco.clipped']);
  const drawn = (await shapesOf('a.png')).map(({ points }) => boundsOf(points));
  expect(drawn).toEqual(
    expect.arrayContaining([
      [90, 10, 100, 15],
      [0, 20, 30, 40],
    ]),
  );
});

describe('problems', () => {
  it('name the image and the annotation, and the good ones stay', async () => {
    const annotations = [
      box({ id: 1 }),
      box({ id: 2, image_id: 77 }),
      box({ id: 3, category_id: 6 }),
      box({ id: 4, bbox: [1, 1, 0, 5] }),
      box({ id: 5, bbox: [101, 1, 500, 5] }),
      box({ id: 6, bbox: [1, 1, null, 5] }),
      box({ id: 7, bbox: [1, 1] }),
      box({ id: 8, segmentation: [[1, 1, 5, 5]] }),
      box({ id: 9, segmentation: [[1, 1, 5, 5, 9, 9]] }),
      box({ id: 10, segmentation: [[-5, -5, -90, -5, -9, -90]] }),
      box({
        id: 11,
        segmentation: [
          [1, 1, 30, 1, 30, 40],
          [2, 2],
        ],
      }),
      box({ id: 12, segmentation: { counts: [1, 2], size: [80, 100] } }),
      box({ id: 13, bbox: undefined }),
      box({ id: 15, bbox: [0, 0, 0, 0], keypoints: [5, 5, 2] }),
      box({ id: 16, bbox: undefined, keypoints: [5, 5, 2] }),
      'nonsense',
      { id: 14 },
    ];
    const report = await run({
      images: [
        ...cocoImages,
        { id: 4, file_name: 'unknown.png' },
        { id: 5, file_name: `${'n'.repeat(256)}.png` },
        { id: 'x' },
      ],
      categories,
      annotations: [...annotations, box({ id: 20, image_id: 4 })],
    });
    expect(keys(report.problems)).toEqual([
      'coco.record',
      'coco.record',
      'coco.record',
      'coco.unknownImage',
      'image.nameLong',
      'coco.unknownImageId',
      'coco.unknownCategory',
      'coco.badBox',
      'coco.outside',
      'coco.badNumber',
      'coco.badBox',
      'coco.badPolygon',
      'coco.noArea',
      'coco.outside',
      'coco.badPolygon',
      'coco.maskLength',
      'coco.badBox',
      'coco.keypoints',
      'coco.keypoints',
    ]);
    expect(report.problems.find((one) => one.key === 'coco.badNumber')!.en_msg).toBe(
      '“a.png”: annotation 6 has an invalid number',
    );
    expect(report.shapes).toBe(3);
    // checked by nobody: its annotations were all bad, or it was not in the file
    expect((await images()).map((one) => one.state)).toEqual(['annotated', 'empty', 'empty']);
  });

  it('are found where a record is made to overwhelm: a million points, a mask of runs, ids that nobody has (S93)', async () => {
    await makePlace('segmentation');
    const ring = Array.from({ length: 2_000_000 }, (_, i) => (i * 7) % 10);
    const report = await run({
      images: cocoImages,
      categories,
      annotations: [
        box({ id: 1, segmentation: [ring] }),
        box({ id: 2, segmentation: { counts: 'a'.repeat(100_000), size: [1e9, 1e9] } }),
        box({ id: 3, category_id: 1e9 }),
        box({ id: 4, image_id: 1e9 }),
        box({ id: 5 }),
        box({ id: 6, segmentation: Array.from({ length: 1001 }, () => [1, 1, 9, 1, 9, 9]) }),
      ],
    });
    expect(keys(report.problems)).toEqual([
      'coco.manyPoints',
      'coco.maskSize',
      'coco.unknownCategory',
      'coco.unknownImageId',
      'coco.manyPoints',
    ]);
    expect(report.problems[0]!.en_msg).toContain('annotation 1 has too many points or pieces (maximum 20000 points');
    // the others are there, and the image can be opened
    expect(await shapesOf('a.png')).toHaveLength(2);
  });

  it('are read from text with NaN and Infinity, which JSON does not have', async () => {
    const text = `{"images":[{"id":1,"file_name":"a.png"},{"id":2,"file_name":"NaN \\" Infinity.png"}],
      "categories":[{"id":5,"name":"open"}],"annotations":[
      {"id":1,"image_id":1,"category_id":5,"bbox":[1,1,NaN,5]},{"id":2,"image_id":1,"category_id":5,"bbox":[1,-Infinity,4,5]},
      {"id":3,"image_id":1,"category_id":5,"bbox":[1,1,1e999,5]},{"id":4,"image_id":1,"category_id":5,"bbox":[1,1,4,5]}]}`;
    const report = await run(text);
    expect(keys(report.problems)).toEqual(['coco.unknownImage', 'coco.badNumber', 'coco.badNumber', 'coco.badNumber']);
    expect(report.problems[0]!.file).toBe('NaN " Infinity.png');
    expect(report.shapes).toBe(1);
  });

  it('tell which of two records with one id was taken', async () => {
    const report = await run({
      images: [...cocoImages, { id: 1, file_name: 'b.png' }],
      categories: [...categories, { id: 5, name: 'other' }],
      annotations: [box({ id: 1 })],
    });
    expect(report.problems.map((one) => one.en_msg)).toEqual([
      '“b.png”: record 4 of images repeats the id 1 and was skipped',
      '“other”: record 2 of categories repeats the id 5 and was skipped',
    ]);
    expect(await shapesOf('a.png')).toHaveLength(1);
    expect((await a(api.datasetInfo, { id: datasetId })).labels.map((one) => one.name)).toEqual(['open']);
  });

  it('of a text that is made to take for ever are found in one pass', async () => {
    const text = (coco: string) => run(coco).catch((error: CallError) => error.enMsg);
    expect(await text(`"${'\\"'.repeat(300_000)}`)).toContain('The COCO file is not valid');
    const names = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: '!!!' })));
    expect(await text(`{"images":[],"annotations":[],"categories":${names}}`)).toBe(
      'A data set can have at most 200 labels',
    );
    expect(await text('['.repeat(900_000))).toBe('The COCO file is not valid: it is nested too deeply');
  });

  it('of the whole file are one clear text', async () => {
    const text = (coco: unknown) => run(coco).catch((error: CallError) => [error.code, error.enMsg.slice(0, 30)]);
    for (const bad of ['{"images":', 'text', null, 3, [], {}, { images: [], annotations: [] }])
      expect(await text(bad)).toEqual([610, expect.stringContaining('The COCO file is not valid')]);
  });

  it('are listed up to 200, the rest is counted', async () => {
    const annotations = Array.from({ length: 250 }, (_, i) => box({ id: i, bbox: [0, 0, -1, 1] }));
    const report = await run({ images: cocoImages, categories, annotations });
    expect([report.problems.length, report.moreProblems]).toEqual([200, 50]);
  });

  it('tell of a file that was made for other sizes', async () => {
    const report = await run({
      images: [{ ...cocoImages[0], width: 80, height: 100 }],
      categories,
      annotations: [box({})],
    });
    expect(report.problems.map((one) => one.en_msg)).toEqual([
      '“a.png” is 100 × 80, but its annotations are for 80 × 100; its annotations were skipped',
    ]);
  });
});

it('maps impossible category names and keeps them apart', async () => {
  await makePlace('detection', ['Scratch_a']);
  const names = ['scratch-a', 'scratch_a', '划 痕', '!!', 'x'.repeat(40), ''];
  const list = names.map((name, id) => ({ id, name }));
  const report = await run({
    images: cocoImages,
    categories: list,
    annotations: list.map(({ id }) => box({ id, category_id: id })),
  });
  expect(keys(report.problems)).toEqual(Array.from({ length: 5 }, () => 'coco.badLabel'));
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  expect(labels.map((one) => one.name)).toEqual(['Scratch_a', 'scratch_a_2', '划_痕', '_', 'x'.repeat(30), '__2']);
  expect(labels.map((one) => one.shapes)).toEqual([1, 1, 1, 1, 1, 1]);
  const again = await run({ images: cocoImages, categories: list, annotations: [] });
  expect(again.labelsAdded).toBe(0);
});

describe('masks of run lengths', () => {
  const size = [80, 100];
  // a square of 20 × 20 at 30, 10 with a hole of 10 × 10 in its middle
  const holed = new Uint8Array(400).map((_, i) => Number(![i % 20, Math.floor(i / 20)].every((v) => v >= 5 && v < 15)));
  const { counts } = cocoMask(holed, { x: 30, y: 10, width: 20, height: 20 }, 100, 80);

  it('become polygons with their holes, packed or not, crowds too; filled again they are the same', async () => {
    await makePlace('segmentation');
    const report = await run({
      images: cocoImages,
      categories,
      annotations: [
        box({ id: 1, segmentation: { size, counts } }),
        box({ id: 2, image_id: 2, segmentation: { size, counts: cocoText(counts) }, iscrowd: 1 }),
      ],
    });
    expect(report).toMatchObject({ shapes: 2, problems: [] });
    const [[plain], [packed]] = await Promise.all([shapesOf('a.png'), shapesOf('b.png')]);
    expect(plain).toMatchObject({ kind: 'polygon', ignore: false, parts: [0, 8] });
    expect(packed).toMatchObject({ kind: 'polygon', ignore: true, points: plain!.points });
    const filled = fillRings(ringsOf(plain!.points, plain!.parts), 100, 80);
    expect(filled).toEqual(fillCoco({ width: 100, height: 80, counts }, { x: 0, y: 0, width: 100, height: 80 }));
  });

  it('that are wrong give their box, and outlines that cross themselves stay as they are: each is named', async () => {
    const wrong = [
      { size: [100, 80], counts },
      { size, counts: [...counts, 1] },
      { size, counts: cocoText(counts).slice(0, -1) },
      { size, counts: 'é' },
      { size },
      { size, counts: [8000] },
    ];
    const crossed = [[10, 10, 50, 50, 50, 10, 10, 50]];
    const outside = [
      [0, 0, 40, 0, 40, 40, 0, 40],
      [30, 10, 60, 10, 60, 30, 30, 30],
    ];
    const all = [...wrong, crossed, outside];
    const report = await run({
      images: cocoImages,
      categories,
      annotations: all.map((segmentation, i) => box({ id: i + 1, segmentation, image_id: 1 })),
    });
    expect(keys(report.problems)).toEqual([
      'coco.maskSize',
      'coco.maskLength',
      'coco.mask',
      'coco.mask',
      'coco.mask',
      'coco.noArea',
      'coco.crossed',
      'coco.crossed',
    ]);
    const kinds = (await shapesOf('a.png')).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['polygon', 'polygon', 'rect', 'rect', 'rect', 'rect', 'rect']);
  });
});

it('makes polygons of boxes where a set has no boxes', async () => {
  await makePlace('segmentation');
  const file = { images: cocoImages, categories, annotations: [box({})] };
  // which is said, and no problem of the file
  expect(await run(file)).toMatchObject({ shapes: 1, boxes: 1, problems: [], moreProblems: 0 });
  expect(await shapesOf('a.png')).toMatchObject([{ kind: 'polygon', points: [10, 10, 30, 10, 30, 15, 10, 15] }]);
  expect(await run(file)).toMatchObject({ shapes: 0, boxes: 0 });
});

const boards = join(import.meta.dirname, '../../../../../../shared/data/deeppcb');
it.skipIf(!existsSync(boards))('takes a real set', async () => {
  const coco = JSON.parse(readFileSync(join(boards, 'annotations/val.json'), 'utf8')) as {
    images: { id: number; file_name: string }[];
    annotations: { image_id: number }[];
  };
  const files = coco.images.slice(0, 20).map(({ file_name: name }) => ({
    name,
    data: new Blob([readFileSync(join(boards, 'images', name)) as never]),
  }));
  folderId = (await a(api.folderAdd, { datasetId, name: 'real' })).id;
  expect((await a(api.imageUpload, { folderId }, { files })).added).toHaveLength(files.length);
  const ids = new Set(coco.images.slice(0, 20).map((one) => one.id));
  const report = await run(coco);
  expect(report.shapes).toBe(coco.annotations.filter((one) => ids.has(one.image_id)).length);
  // its names have hyphens, as in pin-hole
  expect([...new Set(keys(report.problems))]).toEqual(['coco.badLabel', 'coco.unknownImage']);
});
