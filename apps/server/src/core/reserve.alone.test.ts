/** A disk that is full but for the reserve: whatever brings files is refused with its reason, and annotations are saved. */
import { statfs } from 'node:fs/promises';
import { api, messageText, type Call, type CallError } from '@loupe/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { v4 as uuid } from 'uuid';
import { exportKind } from '../features/transfers/exports/index.ts';
import { testServer, type TestServer } from '../testing/app.ts';
import { runNext } from '../testing/jobs.ts';
import { addMaterial, type Material } from '../testing/material.ts';
import { callFile, drawPng, uploadFiles } from '../testing/images.ts';
import { addReadyVersion } from '../testing/ready-version.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ statfs: typeof statfs }>();
  return { ...real, statfs: vi.fn(real.statfs) };
});

let server: TestServer;
let a: Call;
let material: Material;
let entryId: number;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 2, side: 64 });
  const versionId = await addReadyVersion(server.services, server.a, material);
  entryId = (await a(api.onlineAdd, { name: 'line', versionId })).id;
});
afterAll(() => server.close());

/** One percent of 100 GB is left. */
const full = { bavail: 250_000, blocks: 25_000_000, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>;
beforeEach(() => void vi.mocked(statfs).mockResolvedValue(full));

const reserved = { code: 507, enMsg: expect.stringContaining('reserved for saving annotations') };
const refusal = (work: Promise<unknown>) => work.catch((error: CallError) => error);

it('images, verdicts and large COCO files are refused', async () => {
  const file = callFile('a.png', await drawPng());
  expect(await refusal(uploadFiles(a, material.folderId, [file]))).toMatchObject(reserved);
  expect(await refusal(a(api.onlineDetect, { entryId }, { files: [file] }))).toMatchObject(reserved);
  expect((await a(api.onlineRecords, { entryId, pageNum: 1, pageSize: 10 })).total).toBe(0);
  const coco = { info: ' '.repeat(1_200_000), images: [], categories: [], annotations: [] };
  expect(await refusal(a(api.cocoImport, { folderId: material.folderId, coco }))).toMatchObject(reserved);
});

it('an export ends with what to do about it', async () => {
  const { id } = await a(api.exportAdd, { datasetId: material.datasetId, format: 'coco', withImages: true });
  await runNext(server.services, 'export', exportKind);
  const { state, causeText } = (await a(api.exportList, { pageNum: 1, pageSize: 10 })).list.find(
    (one) => one.id === id,
  )!;
  expect([state, causeText?.en]).toEqual(['failed', messageText('cause.disk.full', 'en')]);
});

it('annotations are saved', async () => {
  const op = { opId: uuid(), kind: 'checkEmpty', shapeId: null, base: null, shape: null };
  const imageId = material.imageIds[0]!;
  const { results } = await a(api.imageOps, { imageId, clientId: uuid(), ops: [op] });
  expect(results).toHaveLength(1);
});
