/** Texts that an export wrote, the import of archives reads: places, words, and what is to be ignored, as far as the format says it. */
import { randomUUID } from 'node:crypto';
import { api, newShape, type Call, type ExportFormat, type Shape } from '@loupe/contract';
import { isConvexQuad, readingQuad, wholeQuad } from '@loupe/geometry';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { callFile, uploadFiles } from '../../../testing/images.ts';
import { importArchive } from '../../../testing/import-archive.ts';
import { runNext } from '../../../testing/jobs.ts';
import { unzip } from '../../../testing/unzip.ts';
import { exportKind } from './index.ts';

const [width, height] = [200, 160];
const [seed, imagesEach] = [20_261_125, 4];
const names = ['a.png', 'b.png', 'c.d.png', 'empty.png'];
const folders = ['lot_1', 'lot_2'];

const number = (most: number) => fc.integer({ min: 0, max: 4 * most }).map((value) => value / 4);
const point = fc.tuple(number(width), number(height));
const quad = fc
  .array(point, { minLength: 4, maxLength: 4 })
  .map((all) => all.flat())
  .filter((all) => isConvexQuad(all) && Math.abs(area(all)) > 40);
/** A star around a middle crosses itself nowhere. */
const polygon = fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 5, maxLength: 9 }).map((radii) =>
  radii.flatMap((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [100 + radius * Math.cos(angle), 80 + radius * Math.sin(angle)].map((value) => Math.round(4 * value) / 4);
  }),
);
const words = fc
  .string({
    unit: fc.constantFrom('A', '7', ',', '"', '\\', ' ', '字', '𠮷', '[', '{', '#'),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text !== '###');
const drawn = fc.record({
  outline: fc.oneof(quad, quad, polygon),
  text: fc.option(words),
  ignore: fc.boolean(),
});

function area(points: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    sum += points[i]! * points[j + 1]! - points[j]! * points[i + 1]!;
  }
  return sum / 2;
}

let server: TestServer;
let a: Call;
let projectId: number;
let datasetId: number;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  ({ id: projectId } = await a(api.projectAdd, { family: 'ocr', name: 'lots' }));
  datasetId = await trainSet('from');
  const samples = fc.sample(fc.array(drawn, { minLength: 1, maxLength: 6 }), {
    seed,
    numRuns: folders.length * imagesEach,
  });
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  for (const [f, name] of folders.entries()) {
    // oxlint-disable no-await-in-loop
    const { id: folderId } = await a(api.folderAdd, { datasetId, name });
    const files = await Promise.all(names.map((own, i) => noise(f * 10 + i).then((png) => callFile(own, png))));
    await uploadFiles(a, folderId, files);
    const { list } = await a(api.imageList, { folderId, sort: 'name' });
    for (const [i, image] of list.entries()) {
      const shapes = image.name === 'empty.png' ? [] : samples[f * imagesEach + i]!;
      await draw(image.id, labels[0]!.id, shapes);
    }
    // oxlint-enable no-await-in-loop
  }
});
afterAll(() => server.close());

async function trainSet(planName: string): Promise<number> {
  const model = await a(api.modelAdd, { projectId, planName, functionName: 'lot', type: 'text' });
  return model.datasets.find(({ role }) => role === 'train')!.id;
}

const noise = (shade: number): Promise<Buffer> =>
  sharp(
    Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7 + shade * 31 + ((i * i) >> 4)) % 251),
    {
      raw: { width, height, channels: 3 },
    },
  )
    .png()
    .toBuffer();

async function draw(
  imageId: number,
  labelId: number,
  all: { outline: number[]; text: string | null; ignore: boolean }[],
) {
  const ops = all.map(({ outline, ...rest }) => {
    const kind = outline.length === 8 ? 'quad' : 'polygon';
    const shape = newShape({ id: randomUUID(), labelId, kind, points: outline, ...rest });
    return { opId: randomUUID(), kind: 'put' as const, shapeId: shape.id, base: null, shape };
  });
  const checked = { opId: randomUUID(), kind: 'checkEmpty', shapeId: null, base: null, shape: null };
  const asked = ops.length === 0 ? [checked] : ops;
  const { results } = await a(api.imageOps, { imageId, clientId: randomUUID(), ops: asked });
  expect(results.map(({ status }) => status)).toEqual(asked.map(() => 'applied'));
}

async function exported(format: ExportFormat, from = datasetId) {
  const check = await a(api.exportCheck, { datasetId: from, format, withImages: true });
  const { id } = await a(api.exportAdd, { datasetId: from, format, withImages: true });
  await runNext(server.services, 'export', exportKind);
  const record = (await a(api.exportList, { datasetId: from })).list.find((one) => one.id === id)!;
  expect(record).toMatchObject({ state: 'completed', shapes: check.shapes, losses: check.losses });
  const { url } = await a(api.exportLink, { id });
  const { rawPayload } = await server.app.inject({ method: 'GET', url, headers: { authorization: server.a.token } });
  return { zip: rawPayload, losses: check.losses.map(({ kind }) => kind).sort() };
}

/** Sends a zip into the training set of a new model, where all are texts and no class has to be confirmed. */
async function importInto(name: string, zip: Buffer): Promise<number> {
  const to = await trainSet(name);
  const target = await a(api.folderAdd, { datasetId: to, name: 'target' });
  const sent = { folderId: target.id, bytes: zip, folders: 'keep' } as const;
  const { upload, report } = await importArchive(server, server.a, sent);
  expect(upload).toMatchObject({ state: 'completed', refused: 0 });
  expect(report.problems).toEqual([]);
  return to;
}

interface Said {
  kind: Shape['kind'];
  points: number[];
  text: string | null;
  ignore: boolean;
}
/** The texts of each image by `folder/name`. */
async function contents(from: number): Promise<Map<string, { state: string; texts: Said[] }>> {
  const { list } = await a(api.folderList, { datasetId: from });
  const all = new Map<string, { state: string; texts: Said[] }>();
  for (const { id: folderId, name } of list) {
    // oxlint-disable no-await-in-loop
    const { list: images } = await a(api.imageList, { folderId, pageSize: 100, sort: 'name' });
    for (const image of images) {
      const { shapes } = await a(api.imageShapes, { imageId: image.id });
      const texts = shapes.map(({ kind, points, text, ignore }) => ({ kind, points, text, ignore }));
      all.set(`${name}/${image.name}`, { state: image.state, texts });
    }
    // oxlint-enable no-await-in-loop
  }
  return all;
}
const sorted = (texts: readonly Said[]) => texts.map((one) => JSON.stringify(one)).sort();
const plain = (all: Awaited<ReturnType<typeof contents>>, of = (one: Said) => one) =>
  [...all].map(([name, { state, texts }]) => [name, state, sorted(texts.map(of))]).sort();

it.each<[ExportFormat, string[]]>([
  ['ppocr', []],
  ['cocoText', []],
])('%s gives every outline and text back', async (format, lost) => {
  const { zip, losses } = await exported(format);
  expect(losses).toEqual(lost);
  const back = await importInto(format, zip);
  expect(plain(await contents(back))).toEqual(plain(await contents(datasetId)));
});

it('ICDAR 2015 gives four corners back in whole pixels, and texts but of what is ignored', async () => {
  const { zip, losses } = await exported('icdar');
  expect(losses).toEqual(['ignoredTexts', 'polygonsToQuads', 'wholePixels']);
  const back = await contents(await importInto('icdar', zip));
  const inPixels = (one: Said): Said => ({
    kind: 'quad',
    points: (one.points.length === 8 ? one.points : readingQuad(one.points)).map(Math.round),
    text: one.ignore ? null : one.text,
    ignore: one.ignore,
  });
  // a corner beyond the edge is put on it
  const onImage = (one: Said): Said => ({
    ...one,
    points: one.points.map((value, i) => Math.min(Math.max(value, 0), i % 2 === 0 ? width : height)),
  });
  expect(plain(back)).toEqual(plain(await contents(datasetId), (one) => onImage(inPixels(one))));
});

it('crops are images of one text each, typed ones alone, and their pixels are those of the image', async () => {
  const whole = [20, 10, 120, 10, 120, 50, 20, 50];
  const { list } = await a(api.folderList, { datasetId });
  const first = list.find(({ name }) => name === 'lot_1')!;
  const { list: images } = await a(api.imageList, { folderId: first.id, sort: 'name' });
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  await draw(images[0]!.id, labels[0]!.id, [{ outline: whole, text: '[{ PIXELS', ignore: false }]);
  const { zip, losses } = await exported('textCrops');
  expect(losses).toEqual(['places', 'untyped']);
  const back = await contents(await importInto('crops', zip));
  const typed = [...(await contents(datasetId)).values()].flatMap(({ texts }) =>
    texts.flatMap(({ text, ignore }) => (ignore || text === null ? [] : [text])),
  );
  expect([...back.values()].map(({ texts }) => texts[0]!.text).sort()).toEqual(typed.sort());

  const files = new Map((await unzip(zip)).map(({ entry, bytes }) => [entry.fileName, bytes]));
  const line = files
    .get('rec_gt.txt')!
    .toString()
    .split('\n')
    .find((one) => one.endsWith('\t[{ PIXELS'))!;
  const cut = files.get(line.split('\t')[0]!)!;
  const original = await noise(0);
  const pixels = (png: Buffer, left = 0, top = 0) =>
    sharp(png).extract({ left, top, width: 100, height: 40 }).raw().toBuffer();
  expect(await pixels(cut)).toEqual(await pixels(original, 20, 10));
  for (const { texts } of back.values()) expect(texts[0]).toMatchObject({ kind: 'quad', ignore: false });
  const [, { texts }] = [...back].find(([, one]) => one.texts[0]!.text === '[{ PIXELS')!;
  expect(texts[0]!.points).toEqual(wholeQuad(100, 40));
});

it('a data set without texts has nothing for these formats', async () => {
  const { id } = await a(api.projectAdd, { family: 'detection', name: 'boxes' });
  const set = await a(api.datasetAdd, { projectId: id, name: 'boxes' });
  const check = await a(api.exportCheck, { datasetId: set.id, format: 'ppocr', withImages: true });
  expect(check.blocked?.en).toMatch(/only for data sets of texts/);
});
