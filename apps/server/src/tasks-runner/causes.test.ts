/** Each cause of a failed training: the right state, the code, the file, and words in both languages. */
import { api, type Call, type causeGuides } from '@loupe/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addMaterial, type Material } from '../testing/material.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../testing/runner-server.ts';

let server: RunnerServer;
let call: Call;
let material: Material;

beforeAll(async () => {
  server = await runnerServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a);
});
afterEach(() => server.killWorkers());
afterAll(() => server.close());

const own = [
  'data.empty',
  'data.noObjects',
  'data.noValidation',
  'data.imageCorrupt',
  'data.imageMissing',
  'data.hashMismatch',
  'train.outOfMemory',
  'train.lossNaN',
  'disk.full',
  'checkpoint.damaged',
  'start.damaged',
  'job.invalid',
  'export.failed',
] as const satisfies (keyof typeof causeGuides)[];

it.each(own)('%s ends the training at once and says why', async (code) => {
  await server.startWorker(fakeEngine(`--fail=${code}`));
  const { id } = await call(api.trainAdd, {
    modelId: material.modelId,
    folderIds: [material.folderId],
    params: { network: 'n', imageSize: 320, epochs: 1, warmupEpochs: 0 },
  });
  const done = await server.waitFor(call, id, hasEnded);
  expect(done).toMatchObject({ state: 'failed', attempt: 1, cause: { code, stage: 'train', file: 'image_0.png' } });
  expect(done.causeText?.zh).toMatch(/\p{Script=Han}/u);
  expect(done.causeText?.en).not.toMatch(/[{}]/);
  if (code.startsWith('data.image')) expect(done.causeText?.en).toContain('image_0.png');
  if (code === 'disk.full') expect(done.actions).toContain('retry');
});
