/**
 * What people did with the installation that is kept as a fixture, by the API of that time. The words in it are those of
 * that contract and stay as they were.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { zipOf } from '../archives.ts';
import { until, type Answer, type OldCall } from './old-product.ts';

const size = { width: 64, height: 48 };
let shade = 0;

/** A dark image that no other call gives, with a bright box where one is wanted. */
function draw(box?: readonly [number, number, number, number]): Promise<Buffer> {
  shade++;
  const ground = sharp({ create: { ...size, channels: 3, background: { r: shade, g: 40, b: 60 } } });
  if (!box) return ground.png().toBuffer();
  const [left, top, width, height] = box;
  const spot = { create: { width, height, channels: 3 as const, background: '#f0e8d0' } };
  return ground
    .composite([{ input: spot, left, top }])
    .png()
    .toBuffer();
}

/** A wide box (a scratch) for even numbers, a high one (a dent) for odd ones. */
const boxOf = (i: number): [number, number, number, number] =>
  i % 2 === 0 ? [6 + 3 * i, 8 + i, 20, 6] : [10 + 3 * i, 4 + i, 6, 18];

const shapeOf = (labelId: number, points: number[], kind = 'rect') => ({
  id: randomUUID(),
  labelId,
  kind,
  points,
  parts: [0],
  text: null,
  ignore: false,
  score: null,
  source: 'person',
  versionId: null,
  z: 0,
  locked: false,
});
type Shape = ReturnType<typeof shapeOf>;
const opOf = (kind: string, shape: Shape | null, base: number | null = null, shapeId = shape?.id ?? null) => ({
  opId: randomUUID(),
  kind,
  shapeId,
  base,
  shape,
});

const endStates = ['completed', 'failed', 'stopped', 'canceled', 'paused'];
export const ended = (call: OldCall, id: number): Promise<Answer> =>
  until(
    () => call.post('task/info', { id }),
    ({ state }) => endStates.includes(state),
  );

async function expectState(call: OldCall, id: number, state: string): Promise<void> {
  const task = await ended(call, id);
  if (task.state !== state) throw new Error(`task ${id} is ${task.state}: ${JSON.stringify(task.cause)}`);
}

async function uploadImages(call: OldCall, folderId: number, files: Record<string, Buffer>): Promise<number[]> {
  const { added } = await call.files('dataset/picture/upload', { folderId }, files);
  return added.map(({ id }: { id: number }) => id);
}

async function sendZip(call: OldCall, folderId: number, name: string, zip: Buffer, folders = 'one'): Promise<string> {
  const { id } = await call.post('upload/add', { folderId, name, format: 'zip', bytes: zip.length, folders });
  await call.tus(id, 0, zip);
  return id;
}

const uploadState = (call: OldCall, id: string, ...states: string[]): Promise<Answer> =>
  until(
    () => call.post('upload/info', { id }),
    ({ state }) => states.includes(state),
  );

interface Trained {
  modelId: number;
  folderIds: number[];
  params: object;
}

/** One training of each ending: completed (its version is given), failed, stopped, paused behind a checkpoint. */
async function trainAll(call: OldCall, { modelId, folderIds, params }: Trained): Promise<number> {
  const add = (seed: number) => call.post('task/train/add', { modelId, folderIds, params, seed, confirmed: true });
  const good = await add(1);
  await expectState(call, good.id, 'completed');
  const { versionId } = await call.post('task/info', { id: good.id });
  await expectState(call, (await add(2)).id, 'failed');
  for (const [action, state] of [
    ['stop', 'stopped'],
    ['pause', 'paused'],
  ] as const) {
    const { id } = await add(3);
    await until(
      () => call.post('task/info', { id }),
      ({ progress }) => progress?.done === 5,
    );
    await call.post('task/act', { id, action });
    await expectState(call, id, state);
  }
  return versionId;
}

/** Edits with a history: an edit, a deletion that is taken back, a conflict of two people, a check, brightness. */
async function annotate(call: OldCall, imageIds: number[], labels: number[]): Promise<void> {
  const ops = (imageId: number, list: object[], clientId: string = randomUUID()) =>
    call.post('dataset/picture/ops', { imageId, clientId, ops: list });
  for (const [i, imageId] of imageIds.slice(0, 5).entries()) {
    const [x, y, w, h] = boxOf(i);
    const first = shapeOf(labels[i % 2]!, [x, y, x + w, y + h]);
    const { results } = await ops(imageId, [opOf('put', first)]);
    const base = results[0].rev as number;
    if (i === 0) {
      await ops(imageId, [opOf('put', { ...first, points: [x, y, x + w + 1, y + h] }, base)]);
      await ops(imageId, [opOf('put', { ...first, points: [x - 1, y, x + w, y + h] }, base)]);
    }
    if (i === 1) {
      const gone = await ops(imageId, [opOf('delete', null, base, first.id)]);
      await ops(imageId, [opOf('restore', first, gone.results[0].rev)]);
    }
    if (i === 2) {
      const ring = [4, 30, 14, 30, 18, 40, 8, 44];
      await ops(imageId, [opOf('put', { ...shapeOf(labels[1]!, ring, 'polygon'), ignore: true })]);
      await ops(imageId, [opOf('put', { ...shapeOf(labels[0]!, [50, 40, 60, 46]), locked: true })]);
    }
  }
  await ops(imageIds[5]!, [opOf('checkEmpty', null)]);
  await call.post('dataset/picture/view', { id: imageIds[0], brightness: 20, contrast: -10 });
}

const cocoOf = (files: string[]) => ({
  images: [...files, 'nowhere.png'].map((file_name, i) => ({ id: i + 1, file_name, ...size })),
  categories: [
    { id: 1, name: 'scratch' },
    { id: 2, name: 'hole' },
  ],
  annotations: [...files, 'nowhere.png'].map((_, i) => ({
    id: i + 1,
    image_id: i + 1,
    category_id: 1 + (i % 2),
    bbox: boxOf(i),
    area: 120,
    iscrowd: 0,
  })),
});

/** An import with problems in its report, one that waits for a mapping, and one whose bytes are half here. */
async function importAll(call: OldCall, folderId: number, labelId: number, known: Buffer): Promise<void> {
  const images = await Promise.all([6, 7].map((i) => draw(boxOf(i))));
  const entries = images.map((data, i) => ({ name: `lot/new_${i}.png`, data }));
  const coco = JSON.stringify(cocoOf(['new_0.png', 'new_1.png']));
  const id = await sendZip(
    call,
    folderId,
    'lot.zip',
    zipOf([
      ...entries,
      { name: 'lot/broken.png', data: 'no image at all' },
      { name: 'lot/again.png', data: known },
      { name: 'lot/notes.txt', data: 'read me' },
      { name: '__MACOSX/._new_0.png', data: 'x' },
      { name: 'lot/annotations.json', data: coco },
    ]),
  );
  await uploadState(call, id, 'waiting');
  const mapping = [
    { name: 'scratch', target: { to: 'label', labelId } },
    { name: 'hole', target: { to: 'new', name: 'hole' } },
  ];
  await call.post('upload/import', { id, mapping });
  await uploadState(call, id, 'completed');
  const waiting = zipOf([
    { name: 'a.png', data: await draw(boxOf(3)) },
    { name: 'coco.json', data: JSON.stringify(cocoOf(['a.png'])) },
  ]);
  await uploadState(call, await sendZip(call, folderId, 'waiting.zip', waiting, 'keep'), 'waiting');
  const failing = await sendZip(call, folderId, 'no-zip.zip', Buffer.from('this is not a zip'));
  await uploadState(call, failing, 'failed');
  const half = zipOf([{ name: 'late.png', data: await draw() }]);
  const { id: halfId } = await call.post('upload/add', {
    folderId,
    name: 'half.zip',
    format: 'zip',
    bytes: half.length,
  });
  await call.tus(halfId, 0, half.subarray(0, 100));
  halfUpload = { id: halfId, rest: half.subarray(100).toString('base64') };
}
/** The upload whose bytes are half here, and the bytes that are missing. */
export let halfUpload = { id: '', rest: '' };

/** What the key of the first online entry is. */
export let onlineKey = '';

async function goOnline(call: OldCall, name: string, versionId: number, thresholds: object): Promise<void> {
  const { id } = await call.post('online/add', { name, versionId, thresholds });
  await call.files('online/detect', { entryId: id }, { 'ng part.png': await draw(boxOf(2)) });
  await call.files('online/detect', { entryId: id }, { 'ok part.png': await draw() });
  const { key } = await call.post('online/key/create', { id });
  onlineKey ||= key;
}

async function test(call: OldCall, versionId: number, folderIds: number[], more: object = {}): Promise<void> {
  const { id } = await call.post('task/test/add', { versionId, folderIds, ...more });
  await expectState(call, id, 'completed');
}

async function exportAll(call: OldCall, datasetId: number, folderId: number, formats: string[]): Promise<void> {
  for (const [i, format] of formats.entries()) {
    const chosen = i === 0 ? {} : { folderIds: [folderId] };
    const { id } = await call.post('export/add', { datasetId, format, pictures: i === 0, ...chosen });
    await expectState(call, id, 'completed');
  }
}

export async function detectionStory(call: OldCall): Promise<void> {
  const project = { family: 'detection', name: 'Housing_外壳', description: 'scratches and dents on the lid' };
  const { id: projectId } = await call.post('project/add', project);
  const drafts = ['scratch', 'dent'].map((name, i) => ({ name, color: ['#f5222d', '#1677ff'][i] }));
  const set = await call.post('dataset/add', { projectId, name: 'lids', labels: drafts });
  const labels: number[] = set.labels.map(({ id }: { id: number }) => id);
  const folder = (name: string, type = 'general') => call.post('folder/add', { datasetId: set.id, name, type });
  const { id: line } = await folder('line_1');
  const { id: held } = await folder('held_out', 'test');
  const { id: empty } = await folder('nothing_yet');
  const pngs = await Promise.all(Array.from({ length: 6 }, (_, i) => draw(i < 5 ? boxOf(i) : undefined)));
  const files = Object.fromEntries(pngs.map((png, i) => [`lid_${i}.png`, png]));
  const imageIds = await uploadImages(call, line, { ...files, 'broken.png': Buffer.from('not an image') });
  await uploadImages(call, line, { 'unmarked.png': await draw() });
  await annotate(call, imageIds, labels);
  const heldIds = await uploadImages(
    call,
    held,
    Object.fromEntries(await Promise.all([3, 4].map(async (i) => [`held_${i}.png`, await draw(boxOf(i))]))),
  );
  for (const [i, imageId] of heldIds.entries()) {
    const [x, y, w, h] = boxOf(i + 3);
    const shape = shapeOf(labels[(i + 1) % 2]!, [x, y, x + w, y + h]);
    await call.post('dataset/picture/ops', { imageId, clientId: randomUUID(), ops: [opOf('put', shape)] });
  }
  await importAll(call, empty, labels[0]!, pngs[0]!);
  const model = await call.post('model/add', { projectId, planName: 'lid_plan', functionName: 'find' });
  const params = { epochs: 3, warmupEpochs: 1, saveInterval: 1, closeMosaicEpochs: 1, imageSize: 320 };
  const versionId = await trainAll(call, { modelId: model.id, folderIds: [line], params });
  await test(call, versionId, [held]);
  await call.post('model/version/thresholds', { id: versionId, thresholds: { confidence: 0.6, nms: 0.5, iou: 0.4 } });
  await test(call, versionId, [held, line], { thresholds: { confidence: 0.3, review: 0.2, nms: 0.45, iou: 0.5 } });
  await goOnline(call, 'lid_check', versionId, { confidence: 0.5, review: 0.3, nms: 0.5, iou: 0.5 });
  await exportAll(call, set.id, line, ['coco', 'yoloDetect', 'yoloSegment']);
  await call.post('dataset/picture/delete', { ids: [imageIds[4]] });
  await call.post('dataset/picture/rename', { id: imageIds[3], name: 'renamed lid.png' });
  const { id: gone } = await folder('gone');
  await call.post('folder/delete', { id: gone });
}

export async function anomalyStory(call: OldCall): Promise<void> {
  const { id: projectId } = await call.post('project/add', { family: 'anomaly', name: 'Castings', description: '' });
  const model = await call.post('model/add', { projectId, planName: 'casting_plan', functionName: 'look' });
  const setOf = (role: string) => model.datasets.find((one: Answer) => one.role === role).id as number;
  const folderOf = async (datasetId: number) =>
    (await call.post('folder/pageList', { datasetId })).list[0].id as number;
  const [ok, ng] = [await folderOf(setOf('ok')), await folderOf(setOf('ng'))];
  const good = await Promise.all(Array.from({ length: 6 }, async (_, i) => [`good_${i}.png`, await draw()]));
  const okIds = await uploadImages(call, ok, Object.fromEntries(good));
  const bad = await Promise.all([0, 1, 2].map(async (i) => [`bad_${i}.png`, await draw(boxOf(i))]));
  const ngIds = await uploadImages(call, ng, Object.fromEntries(bad));
  const { labels } = await call.post('dataset/info', { id: setOf('ng') });
  const [x, y, w, h] = boxOf(0);
  const mask = shapeOf(labels[0].id, [x, y, x + w, y, x + w, y + h, x, y + h], 'polygon');
  await call.post('dataset/picture/ops', { imageId: ngIds[0], clientId: randomUUID(), ops: [opOf('put', mask)] });
  await call.post('dataset/picture/part', { selection: { ids: [okIds[5], ngIds[1], ngIds[2]] }, part: 'test' });
  const masked = zipOf([
    { name: 'casting/train/good/mvtec_0.png', data: await draw() },
    { name: 'casting/test/crack/000.png', data: await draw(boxOf(2)) },
    { name: 'casting/ground_truth/crack/000_mask.png', data: 'not a mask' },
    { name: 'casting/ground_truth/crack/007_mask.png', data: await draw() },
  ]);
  await uploadState(call, await sendZip(call, ng, 'casting.zip', masked), 'completed', 'failed');
  const params = { trunk: 'shipped', timeBudget: 1, ignoreRegions: [[0.1, 0.1, 0.3, 0.3]] };
  const versionId = await trainAll(call, { modelId: model.id, folderIds: [ok, ng], params });
  await call.post('model/version/thresholds', { id: versionId, thresholds: { score: 0.7, review: 0.4 } });
  await test(call, versionId, [ok, ng], { part: 'test' });
  await goOnline(call, 'casting_check', versionId, { score: 0.7, review: 0.2 });
  await exportAll(call, setOf('ok'), ok, ['mvtec']);
}

/** What waits when the product is stopped: no worker runs. */
export async function queueMore(call: OldCall): Promise<void> {
  const { list } = await call.post('model/pageList', { name: 'lid' });
  const folders = await call.post('folder/pageList', { name: 'line_1' });
  const asked = { modelId: list[0].id, folderIds: [folders.list[0].id], params: { epochs: 4, imageSize: 352 } };
  await call.post('task/train/add', { ...asked, confirmed: true });
}
