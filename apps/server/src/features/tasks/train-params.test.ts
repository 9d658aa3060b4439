/** Parameters over HTTP: ten bounds of each recipe's table, and the version that a training begins with. */
import {
  allModelTypes,
  api,
  familyOfModelType,
  limits,
  ModelType,
  type RecipeId,
  recipes,
  type Call,
} from '@loupe/contract';
import { boundCases } from '@loupe/contract/bound-cases';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addGoodBadModel, drawPart } from '../../testing/good-bad.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addReadyVersion, addScoreVersion } from '../../testing/ready-version.ts';
import { versionStage } from '../../tables/models.ts';

let server: TestServer;
let call: Call;
let material: Material;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 4 });
});
afterAll(() => server.close());

const request = (extra: Record<string, unknown>) => ({
  modelId: material.modelId,
  folderIds: [material.folderId],
  params: {},
  ...extra,
});
/** How it is refused: the code, and the field that is named. */
const refusalOf = (check: Promise<unknown>): Promise<{ code: number; field?: string }> =>
  check.then(
    () => ({ code: 200 }),
    ({ code, data }: { code: number; data: { field: string } | null }) => ({
      code,
      ...(data && { field: data.field }),
    }),
  );

/** So many of a list, from its beginning to its end. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.filter((_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i - 1) * count) / list.length));

/** A model of whose training this recipe is a stage, and which. */
async function modelOf(recipe: RecipeId): Promise<{ modelId: number; stage: number }> {
  const { id: type, stages } = allModelTypes().find((one) => one.stages.includes(recipe))!;
  const { id: projectId } = await call(api.projectAdd, { family: familyOfModelType(type)!, name: `of_${recipe}` });
  const named = { type: ModelType.parse(type), planName: recipe, functionName: 'look' };
  const { id } = await call(api.modelAdd, { projectId, ...named });
  return { modelId: id, stage: stages.indexOf(recipe) };
}

// All bounds are walked in the contract (params.test.ts); here it is that a recipe's own table is asked.
it.each(Object.values(recipes))('takes and refuses what the table of $id says', async ({ id, table }) => {
  const all = boundCases(table);
  const [good, bad] = [all.filter(({ passes }) => passes), all.filter(({ passes }) => !passes)];
  const rows = [...spread(good, 5), ...spread(bad, 5)];
  expect(rows.length).toBe(10);
  const { modelId, stage } = await modelOf(id);
  const answers = rows.map(async ({ key, name, params, passes }) => {
    // a folder that is not there: what gets past the parameters is refused for it
    const asked = stage === 0 ? { params } : { params: {}, laterParams: [params] };
    const refusal = await refusalOf(call(api.trainCheck, { modelId, folderIds: [limits.idMax], ...asked }));
    const isRight = passes ? refusal.code === 404 : [400, 610].includes(refusal.code) && refusal.field === key;
    return { key, name, passes, ...refusal, isRight };
  });
  expect((await Promise.all(answers)).filter(({ isRight }) => !isRight)).toEqual([]);
});

it('begins with a version of the same model, of the same network, that has weights', async () => {
  const versionId = await addReadyVersion(server.services, server.a, material);
  const check = (extra: Record<string, unknown> = {}) =>
    call(api.trainCheck, request({ startVersionId: versionId, params: { network: 'n' }, ...extra }));
  await expect(check()).rejects.toMatchObject({ code: 610, data: { field: 'startVersionId' } });
  const [stage] = await server.services.db.select().from(versionStage).where(eq(versionStage.versionId, versionId));
  await server.services.db
    .update(versionStage)
    .set({ bestSha256: stage!.onnxSha256, params: { network: 'm' } })
    .where(eq(versionStage.versionId, versionId));
  await expect(check()).rejects.toMatchObject({ code: 610, data: { field: 'network' } });
  expect((await check({ params: { network: 'm' } })).warnings).toEqual([]);
  // its parameters are from before there was a choice of backbones: it is its own
  const weights = (params: Record<string, unknown>) =>
    server.services.db.update(versionStage).set({ params }).where(eq(versionStage.versionId, versionId));
  const [own, imagenet] = [{ network: 'n' }, { network: 'n', backbone: 'imagenet' }];
  await weights(own);
  await expect(check({ params: imagenet })).rejects.toMatchObject({ code: 610, data: { field: 'backbone' } });
  await weights(imagenet);
  await expect(check({ params: own })).rejects.toMatchObject({ code: 610, data: { field: 'backbone' } });
  expect((await check({ params: imagenet })).warnings).toEqual([]);
  // nor from before there was a level for small objects: it has none
  const finer = { network: 'm', smallObjects: true };
  await weights({ network: 'm' });
  await expect(check({ params: finer })).rejects.toMatchObject({ code: 610, data: { field: 'smallObjects' } });
  await weights(finer);
  await expect(check({ params: { network: 'm' } })).rejects.toMatchObject({ data: { field: 'smallObjects' } });
  expect((await check({ params: finer })).warnings).toEqual([]);
  await weights({ network: 'm' });
  await expect(check({ startVersionId: versionId + 999 })).rejects.toMatchObject({ code: 404 });
  const task = await call(api.trainAdd, request({ startVersionId: versionId, params: { network: 'm' } }));
  expect(task.state).toBe('queued');
});

it('begins with a version that learnt from good images: same method, same backbone, never with a memory', async () => {
  const { db } = server.services;
  const good = await addGoodBadModel(call);
  const files = await Promise.all(Array.from({ length: 4 }, () => drawPart()));
  await call(
    api.imageUpload,
    { folderId: good.ok.folderId },
    { files: files.map((bytes, i) => ({ name: `${i}.png`, data: new Blob([new Uint8Array(bytes)]) })) },
  );
  const versionId = await addScoreVersion(server.services, server.a, good);
  const [stage] = await db.select().from(versionStage).where(eq(versionStage.versionId, versionId));
  const trainedWith = (params: Record<string, unknown>) =>
    db.update(versionStage).set({ bestSha256: stage!.onnxSha256, params }).where(eq(versionStage.versionId, versionId));
  const check = (params: Record<string, unknown>) =>
    call(api.trainCheck, {
      modelId: good.modelId,
      folderIds: [good.ok.folderId],
      startVersionId: versionId,
      params,
    });
  await trainedWith({ method: 'synthetic', backbone: 'ppocr' });
  const { train, val } = await check({ method: 'synthetic', backbone: 'ppocr' });
  expect(train + val).toBe(files.length);
  await expect(check({ method: 'memory', backbone: 'ppocr' })).rejects.toMatchObject({ data: { field: 'method' } });
  await expect(check({ method: 'synthetic' })).rejects.toMatchObject({ data: { field: 'backbone' } });
  // of a backbone that is gone: neither that nor another will do
  await trainedWith({ method: 'synthetic', backbone: 'shipped' });
  for (const backbone of ['shipped', 'efficientnet'])
    await expect(check({ method: 'synthetic', backbone })).rejects.toMatchObject({ data: { field: 'backbone' } });
  await trainedWith({ method: 'memory', backbone: 'ppocr' });
  await expect(check({ method: 'memory', backbone: 'ppocr' })).rejects.toMatchObject({
    data: { field: 'startVersionId' },
  });
});
