/** Whole trainings by real processes: a worker, and an engine that speaks the protocol without a network. */
import { api, type Call } from '@loupe/contract';
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

const add = (epochs: number, extra: Record<string, unknown> = {}) =>
  call(api.trainAdd, {
    modelId: material.modelId,
    folderIds: [material.folderId],
    params: { network: 'n', imageSize: 320, epochs, warmupEpochs: 0, closeMosaicEpochs: 0, ...extra },
  });

it('takes a training from the queue to a version', async () => {
  await server.startWorker(fakeEngine());
  const queued = await add(3);
  const done = await server.waitFor(call, queued.id, hasEnded);
  expect(done).toMatchObject({ state: 'completed', versionNumber: 1, attempt: 1, device: 'cpu' });
  const version = await call(api.versionInfo, { id: done.versionId! });
  expect(version).toMatchObject({ state: 'uncertified', trial: true, metrics: { map50: 0.5 } });
  expect(version.labels.map(({ name }) => name)).toEqual(['scratch', 'dent']);
  const points = await call(api.taskSeries, { id: queued.id });
  expect(points.filter(({ name }) => name === 'loss').map(({ step }) => step)).toEqual(
    Array.from({ length: 15 }, (_, i) => i + 1),
  );
  const lines = await call(api.taskLines, { id: queued.id });
  expect(lines.some(({ text }) => text?.en.startsWith('the parity check failed'))).toBe(true);
});
