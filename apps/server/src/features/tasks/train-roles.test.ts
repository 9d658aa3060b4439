/** Trainings from good images: what is refused, what is asked, and what the snapshot holds of OK and NG. */
import { api, type Call } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { frozenOf } from '../../testing/frozen.ts';
import { zipOf } from '../../testing/archives.ts';
import { addGoodBadModel, drawMask, drawPart, type GoodBadModel } from '../../testing/good-bad.ts';
import { importArchive } from '../../testing/import-archive.ts';
import { addMaterial } from '../../testing/material.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

const spot = { left: 5, top: 4, width: 3, height: 2 };
const good = async (name: string) => ({ name, data: await drawPart() });
const bad = async (name: string) => ({ name, data: await drawPart(spot) });

/** So many images of each kind and part; the first bad one for the training has a mask. */
async function fill({ ok }: GoodBadModel, counts: { ok?: number; ng?: number; okTest?: number; ngTest?: number }) {
  const named = (count = 0, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}_${i}.png`);
  const files = await Promise.all([
    ...named(counts.ok, 'train/good/a').map(good),
    ...named(counts.okTest, 'test/good/b').map(good),
    ...named(counts.ng, 'train/bad/c').map(bad),
    ...named(counts.ngTest, 'test/bad/d').map(bad),
  ]);
  if (counts.ng) files.push({ name: 'ground_truth/bad/c_0_mask.png', data: await drawMask([spot]) });
  const { report } = await importArchive(server, server.a, { folderId: ok.folderId, bytes: zipOf(files) });
  expect(report.problems).toEqual([]);
}
const ask = ({ modelId, ok, ng }: GoodBadModel, folderIds = [ok.folderId, ng.folderId]) => ({
  modelId,
  folderIds,
  params: {},
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: number; enMsg: string; data: unknown }) => error,
  );
const refusedWith = (text: string) => ({ code: 610, enMsg: expect.stringContaining(text) });

const frozen = (taskId: number) => frozenOf(server.services, taskId);

it('is refused without good images for the training, and with too few', async () => {
  const model = await addGoodBadModel(a);
  const none = refusedWith('There are no OK images to train on');
  expect(await refusal(a(api.trainCheck, ask(model)))).toMatchObject(none);
  await fill(model, { ng: 3, okTest: 4 });
  expect(await refusal(a(api.trainAdd, ask(model)))).toMatchObject(none);
  await fill(model, { ok: 3 });
  const few = { ...refusedWith('at least 4 OK images'), msg: expect.stringContaining('至少需要 4 张') };
  expect(await refusal(a(api.trainAdd, ask(model)))).toMatchObject(few);
  expect(await refusal(a(api.trainAdd, ask(model, [model.ng.folderId])))).toMatchObject(none);
});

it('learns from OK images alone, and its defects have a label all the same', async () => {
  const model = await addGoodBadModel(a);
  await fill(model, { ok: 6 });
  const { id } = await a(api.trainAdd, { ...ask(model, [model.ok.folderId]), confirmed: true });
  expect((await frozen(id)).made.classes).toMatchObject([{ name: 'defect' }]);
});

it('takes the images of its own model alone, and none of a project', async () => {
  const [model, other] = [await addGoodBadModel(a), await addGoodBadModel(a)];
  const elsewhere = ask(model, [model.ok.folderId, other.ng.folderId]);
  // the other is in another project
  expect(await refusal(a(api.trainCheck, elsewhere))).toMatchObject({ code: 610 });
  const names = { planName: 'second', functionName: 'look' };
  const second = await a(api.modelAdd, { projectId: model.projectId, ...names });
  const { list } = await a(api.folderList, { datasetId: second.datasets[0]!.id });
  expect(await refusal(a(api.trainCheck, ask(model, [model.ok.folderId, list[0]!.id])))).toMatchObject(
    refusedWith('do not belong to this model'),
  );
  const material = await addMaterial(server.services, server.a, { images: 1 });
  expect(await refusal(a(api.trainCheck, ask(model, [material.folderId])))).toMatchObject({ code: 610 });
  const b = server.as(server.b);
  expect(await refusal(b(api.trainCheck, ask(model)))).toMatchObject({ code: 404 });
});

it('asks before it goes on with fewer than 20', async () => {
  const model = await addGoodBadModel(a);
  await fill(model, { ok: 19 });
  const check = await a(api.trainCheck, ask(model));
  expect(check).toMatchObject({ train: 15, val: 4, warnings: [{ key: 'train.fewOk' }] });
  expect(check.perLabel.map(({ name, objects }) => [name, objects])).toEqual([
    ['OK', 19],
    ['NG', 0],
  ]);
  expect(await refusal(a(api.trainAdd, ask(model)))).toMatchObject({
    ...refusedWith('fewer than 20'),
    data: { confirm: true },
  });
  expect(await a(api.trainAdd, { ...ask(model), confirmed: true })).toMatchObject({ state: 'queued' });
  await fill(model, { okTest: 1 });
  expect((await a(api.trainCheck, ask(model))).warnings).toHaveLength(1);
});

it('freezes roles and masks; NG only validates, and what is kept for tests is left out', async () => {
  const model = await addGoodBadModel(a);
  await fill(model, { ok: 20, ng: 3, okTest: 5, ngTest: 4 });
  expect(await a(api.trainCheck, ask(model))).toMatchObject({ train: 16, val: 7, warnings: [] });
  // one mask of those that take part
  expect(await a(api.trainCheck, ask(model))).toMatchObject({ imageSides: [[40, 30]], objectSides: [0.0612] });
  const params = { method: 'memory', bankSize: 500, falseRejectTarget: 0.05 };
  const { id } = await a(api.trainAdd, { ...ask(model), params });
  const { row, made, lines } = await frozen(id);
  expect(row).toMatchObject({ recipe: 'anomaly', params: { ...params, imageSize: 256, backbone: 'efficientnet' } });
  expect(made).toMatchObject({ nTrain: 16, nVal: 7, nTest: 0, groupRule: 'roles', classes: [{ name: 'defect' }] });
  const count = (role: string, part: string) => lines.filter((one) => one.role === role && one.part === part).length;
  expect([count('ok', 'train'), count('ok', 'val'), count('ng', 'val'), count('ng', 'train')]).toEqual([16, 4, 3, 0]);
  expect(lines.every(({ name }) => /^[ac]_/.test(name!))).toBe(true);
  const masked = lines.filter(({ shapes }) => shapes.length > 0);
  expect(masked).toMatchObject([
    { name: 'c_0.png', role: 'ng', shapes: [{ c: 0, kind: 'polygon', parts: [0], p: [8, 4, 8, 6, 5, 6, 5, 4] }] },
  ]);
  const again = await frozen((await a(api.trainAdd, ask(model))).id);
  expect(again.made.manifestSha256).toBe(made.manifestSha256);
});

it('keeps a part on one side: what has NG images validates first, and the rest of these are left out', async () => {
  const model = await addGoodBadModel(a);
  const lot = async (folder: 'OK' | 'NG', from: number, to: number) => {
    const named = Array.from({ length: to - from }, (_, i) => `${folder}/part_${from + i}.png`);
    const files = await Promise.all(named.map(folder === 'OK' ? good : bad));
    const { report } = await importArchive(server, server.a, { folderId: model.ok.folderId, bytes: zipOf(files) });
    expect(report.problems).toEqual([]);
  };
  const sides = async (taskId: number) => {
    const { lines } = await frozen(taskId);
    const of = (role: string, part: string) =>
      new Set(lines.filter((one) => one.role === role && one.part === part).map(({ group }) => group));
    return { train: of('ok', 'train'), ok: of('ok', 'val'), ng: of('ng', 'val') };
  };
  await lot('OK', 0, 20);
  await lot('NG', 0, 3);
  expect(await a(api.trainCheck, ask(model))).toMatchObject({ train: 16, val: 4 + 3, warnings: [] });
  const few = await sides((await a(api.trainAdd, ask(model))).id);
  expect([few.train.size, few.ok.size, few.ng.size]).toEqual([16, 4, 3]);
  expect(few.ng.isSubsetOf(few.ok)).toBe(true);
  expect(few.train.isDisjointFrom(few.ng)).toBe(true);
  await lot('NG', 3, 10);
  const check = await a(api.trainCheck, ask(model));
  expect(check).toMatchObject({ train: 16, val: 4 + 4, warnings: [{ key: 'train.ngOfTrained' }] });
  expect(await refusal(a(api.trainAdd, ask(model)))).toMatchObject({
    ...refusedWith('same part'),
    data: { confirm: true },
  });
  const many = await sides((await a(api.trainAdd, { ...ask(model), confirmed: true })).id);
  expect([many.train.size, many.ok.size, many.ng.size]).toEqual([16, 4, 4]);
  expect(many.train.isDisjointFrom(many.ng)).toBe(true);
});

it('divides an only part image by image, and its NG images validate', async () => {
  const model = await addGoodBadModel(a);
  const files = await Promise.all([
    ...Array.from({ length: 20 }, (_, i) => good(`OK/a_crop_${i}.png`)),
    bad('NG/a_crop_30.png'),
  ]);
  await importArchive(server, server.a, { folderId: model.ok.folderId, bytes: zipOf(files) });
  expect(await a(api.trainCheck, ask(model))).toMatchObject({ train: 16, val: 5, warnings: [] });
});

it('takes parameters by its own table', async () => {
  const model = await addGoodBadModel(a);
  await fill(model, { ok: 20 });
  const check = (params: Record<string, unknown>) => refusal(a(api.trainCheck, { ...ask(model), params }));
  expect(await check({ imageSize: 250 })).toMatchObject({ code: 400, data: { field: 'imageSize' } });
  expect(await check({ network: 'n' })).toMatchObject({ code: 400 });
  const order = { ...refusedWith('right edge greater than the left'), code: 400, data: { field: 'region' } };
  expect(await check({ region: [[50, 10, 40, 90]] })).toMatchObject(order);
  expect(await check({ region: [[10, 10, 110, 50]] })).toMatchObject({ code: 400, data: { field: 'region' } });
  expect(await check({ region: [[10, 10, 90, 90]], ignoreRegions: [[0, 0, 100, 5.5]] })).toBe('accepted');
});
