/** A model that only reads takes an image for one text: images with several are named before a training, by such a model alone. */
import { randomUUID } from 'node:crypto';
import { api, newShape, type Call, type Folder, type ModelType, type ShapeOp } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { callFile, drawPng, uploadFiles } from '../../testing/images.ts';

let server: TestServer;
let call: Call;
let projectId: number;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  ({ id: projectId } = await call(api.projectAdd, { family: 'ocr', name: 'crops' }));
});
afterAll(() => server.close());

/** What the form says of a training whose images have these texts; null: not typed. */
async function checkOf(type: ModelType, images: readonly (readonly (string | null)[])[], params = {}) {
  const model = await call(api.modelAdd, { projectId, planName: type, functionName: randomUUID().slice(0, 8), type });
  const datasetId = model.datasets.find(({ role }) => role === 'train')!.id;
  const [{ id: folderId, name }] = (await call(api.folderList, { datasetId })).list as [Folder];
  expect(['images', '图片']).toContain(name);
  const files = await Promise.all(images.map(() => drawPng(60, 40)));
  await uploadFiles(
    call,
    folderId,
    files.map((bytes, i) => callFile(`crop_${i}.png`, bytes)),
  );
  const { list } = await call(api.imageList, { folderId, pageSize: 50, sort: 'name' });
  const [label] = (await call(api.datasetInfo, { id: datasetId })).labels;
  for (const [i, texts] of images.entries()) {
    const ops = texts.map((text, k): ShapeOp => {
      const points = [2, 2 + 12 * k, 50, 2 + 12 * k, 50, 12 + 12 * k, 2, 12 + 12 * k];
      const shape = newShape({ id: randomUUID(), labelId: label!.id, kind: 'quad', points, text });
      return { opId: randomUUID(), kind: 'put', shapeId: shape.id, base: null, shape };
    });
    if (ops.length === 0) continue;
    await call(api.imageOps, { imageId: list[i]!.id, clientId: randomUUID(), ops }); // oxlint-disable-line no-await-in-loop
  }
  return call(api.trainCheck, { modelId: model.id, folderIds: [folderId], params });
}
const warningsOf = async (...of: Parameters<typeof checkOf>) =>
  (await checkOf(...of)).warnings.filter(({ key }) => key === 'train.textsSeveral');

const images = [['A1', 'B2'], ['C3'], ['D4', null], ['E5', 'F6', 'G7'], ['H8']];

it('names images with several typed texts to a model that only reads', async () => {
  const [warning, ...others] = await warningsOf('read', images);
  expect(others).toEqual([]);
  expect(warning!.en).toMatch(
    /^2 images have several texts \(such as crop_0\.png, crop_3\.png\)\. Models of this type read cropped images only/,
  );
  expect(warning!.zh).toContain('2 张图片标有多段文字');
  expect(await warningsOf('read', images, { training: 'none' })).toHaveLength(1);
});

it('asks for a second image with texts, not for other folders, which its form has not', async () => {
  const refused = (type: ModelType) =>
    checkOf(type, [['A1'], []]).then(
      () => 'accepted',
      (error: unknown) => error,
    );
  const few = { enMsg: 'Only 1 image is annotated; at least 2 are needed' };
  expect(await refused('read')).toMatchObject(few);
  expect(await refused('text')).toMatchObject(few);
});

it('says nothing where each image is one text, or where texts are found first', async () => {
  expect(await warningsOf('read', [['A1'], ['B2', null], ['C3']])).toEqual([]);
  expect(await warningsOf('text', images)).toEqual([]);
});

it('counts the texts of the label that is learned, and none where nothing is', async () => {
  const { perLabel } = await checkOf('read', [['A1'], ['B2', null], ['C3']]);
  expect(perLabel.map(({ objects }) => objects)).toEqual([4]);
  const ready = await checkOf('read', [['A1'], ['B2'], ['C3']], { training: 'none' });
  expect(ready).toMatchObject({ perLabel: [], warnings: [], unannotated: 0 });
});
