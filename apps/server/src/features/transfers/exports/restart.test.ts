/** F38: a worker is killed in the middle of an export. The next one starts over; what is offered is always whole. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { api, type Call, type CallError } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../core/process-identity.ts';
import { addMaterial } from '../../../testing/material.ts';
import { fakeEngine, hasEnded, runnerServer, type RunnerServer } from '../../../testing/runner-server.ts';
import { unzip } from '../../../testing/unzip.ts';
import { blob, image } from '../../../tables/datasets.ts';
import { sweepExports } from './index.ts';
import { exportPath, exportsFolder } from './params.ts';

let server: RunnerServer;
let a: Call;
beforeAll(async () => {
  server = await runnerServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

/** Gives each image a file that takes a while to write. Nobody decodes it here. */
async function swell(imageIds: readonly number[]): Promise<void> {
  const { db, blobs } = server.services;
  for (const id of imageIds) {
    /* oxlint-disable no-await-in-loop -- a few */
    const { sha256, bytes } = await blobs.put([randomBytes(4 * 1024 * 1024)]);
    await db.insert(blob).values({ sha256, bytes, mime: 'image/png' });
    await db.update(image).set({ sha256 }).where(eq(image.id, id));
    /* oxlint-enable no-await-in-loop */
  }
}

it('a killed worker leaves nothing that looks whole, and the next one finishes', async () => {
  const { datasetId, imageIds } = await addMaterial(server.services, server.a, { images: 24 });
  await swell(imageIds);
  const { data } = server.services.config;
  const parts = () =>
    existsSync(exportsFolder(data)) ? readdirSync(exportsFolder(data)).filter((name) => name.endsWith('.part')) : [];
  await server.startWorker(fakeEngine());
  const { id } = await a(api.exportAdd, { datasetId, format: 'coco', withImages: true });
  expect(await waitUntil(() => parts().length > 0, 60_000)).toBe(true);
  await server.killWorkers();
  const refused = await a(api.exportLink, { id }).catch((error: CallError) => error.enMsg);
  expect(refused).toBe('The exported file has expired or is missing. Export again');
  await server.startWorker(fakeEngine());
  const task = await server.waitFor(a, id, hasEnded);
  expect(task).toMatchObject({ state: 'completed', attempt: 2 });
  const { list } = await a(api.exportList, { datasetId });
  expect(list[0]).toMatchObject({ id, state: 'completed', images: 24, bytes: statSync(exportPath(data, id)).size });
  const { url } = await a(api.exportLink, { id });
  const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: server.a.token } });
  expect(await unzip(answer.rawPayload)).toHaveLength(25);
  await sweepExports(server.services);
  expect(parts()).toEqual([]);
});
