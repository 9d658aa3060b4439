/** F39 and "one instant": people and a robot go on working while a data set is exported. */
import { randomUUID } from 'node:crypto';
import { api, type Call } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ZipEntry } from '../../../core/zip.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { runNext } from '../../../testing/jobs.ts';
import { addFolder, addMaterial, type Material } from '../../../testing/material.ts';
import { callFile, drawPng, uploadFiles } from '../../../testing/images.ts';
import { drawnRect } from '../../../testing/shapes.ts';
import { unzip } from '../../../testing/unzip.ts';
import { archiveEntries, type Archived } from './archive.ts';
import { exportKind } from './index.ts';

let server: TestServer;
let a: Call;
let admin: Call;
beforeAll(async () => {
  server = await testServer();
  [a, admin] = [server.as(server.a), server.as(server.admin)];
});
afterAll(() => server.close());

async function draw(call: Call, imageId: number, labelId: number): Promise<void> {
  const shape = drawnRect(labelId);
  const op = { opId: randomUUID(), kind: 'put', shapeId: shape.id, base: null, shape } as const;
  const { results } = await call(api.imageOps, { imageId, clientId: randomUUID(), ops: [op] });
  expect(results[0]!.status).toBe('applied');
}

interface TwoFolders extends Material {
  /** Folders in the order in which an export reads them. */
  first: number[];
  second: number[];
  secondFolder: number;
}
async function twoFolders(images: number): Promise<TwoFolders> {
  const material = await addMaterial(server.services, server.a, { images });
  const more = await addFolder(server.services, material, { images });
  return { ...material, first: material.imageIds, second: more.imageIds, secondFolder: more.folderId };
}

const linesOf = ({ bytes }: ZipEntry): number => (bytes as Buffer).toString().split('\n').length - 1;

it('an export that is half read does not see what is drawn, deleted, added and renamed then', async () => {
  const { datasetId, first, second, secondFolder, labelIds } = await twoFolders(2);
  const archived: Archived = { images: 0, shapes: 0, losses: {} };
  const input = { datasetId, datasetName: 'x', format: 'yoloDetect', withImages: false } as const;
  const entries = archiveEntries(server.services, input, archived, () => undefined);
  const taken: ZipEntry[] = [];
  // data.yaml and one label file: the first folder is read, the second is not
  for (let i = 0; i < 2; i++) taken.push((await entries.next()).value as ZipEntry); // oxlint-disable-line no-await-in-loop
  for (const imageId of [...first, ...second]) await draw(a, imageId, labelIds[0]!); // oxlint-disable-line no-await-in-loop
  await a(api.imageDelete, { ids: [second[0]!] });
  await uploadFiles(a, secondFolder, [callFile('late.png', await drawPng())]);
  await a(api.folderUpdate, { id: secondFolder, name: 'renamed', type: 'test' });
  await a(api.labelUpdate, { id: labelIds[0]!, name: 'renamed', color: '#000000' });
  for await (const entry of entries) taken.push(entry);
  const labels = taken.filter(({ name }) => name.startsWith('labels/'));
  expect(labels.map(linesOf)).toEqual([1, 1, 1, 1]);
  expect(labels.some(({ name }) => name.includes('renamed') || name.includes('late'))).toBe(false);
  expect(archived).toEqual({ images: 4, shapes: 4, losses: {} });
});

it('holds one instant while two people and a robot work (done-when 3)', async () => {
  const { datasetId, first, second, secondFolder, labelIds } = await twoFolders(4);
  const label = labelIds[0]!;
  let running = true;
  /** Draws on one image and only then on the other: at every instant the first has as many shapes, or one more. */
  const pairs = async (call: Call, one: number, other: number) => {
    while (running) {
      await draw(call, one, label); // oxlint-disable-line no-await-in-loop
      await draw(call, other, label); // oxlint-disable-line no-await-in-loop
    }
  };
  /** Adds an image, marks it, and removes it: what is there is whole. */
  const robot = async () => {
    while (running) {
      const { added } = await uploadFiles(a, secondFolder, [callFile(`${randomUUID()}.png`, await drawPng(32, 32))]); // oxlint-disable-line no-await-in-loop
      const id = added[0]!.id;
      await draw(a, id, label); // oxlint-disable-line no-await-in-loop
      await a(api.imageDelete, { ids: [id] }); // oxlint-disable-line no-await-in-loop
    }
  };
  const work = [pairs(a, first[0]!, second[0]!), pairs(admin, second[1]!, first[1]!), robot()];
  const whole = Promise.all(work).finally(() => (running = false));
  const seen: number[] = [];
  for (let round = 0; round < 5; round++) {
    /* oxlint-disable no-await-in-loop -- one export after the other */
    const { id } = await a(api.exportAdd, { datasetId, format: 'coco', withImages: false });
    await runNext(server.services, 'export', exportKind);
    const record = (await a(api.exportList, {})).list.find((one) => one.id === id)!;
    const { url } = await a(api.exportLink, { id });
    const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: server.a.token } });
    const [entry] = await unzip(answer.rawPayload);
    /* oxlint-enable no-await-in-loop */
    const file = JSON.parse(entry!.bytes.toString()) as {
      images: { id: number }[];
      annotations: { image_id: number }[];
    };
    const shapesOn = (imageId: number) => file.annotations.filter((one) => one.image_id === imageId).length;
    expect([0, 1]).toContain(shapesOn(first[0]!) - shapesOn(second[0]!));
    expect([0, 1]).toContain(shapesOn(second[1]!) - shapesOn(first[1]!));
    const known = new Set(file.images.map((one) => one.id));
    expect(file.annotations.every((one) => known.has(one.image_id))).toBe(true);
    expect(file.images.every((one) => shapesOn(one.id) > 0)).toBe(true);
    expect([record.state, record.images, record.shapes]).toEqual(['completed', known.size, file.annotations.length]);
    seen.push(file.annotations.length);
  }
  running = false;
  await whole;
  // they did work meanwhile
  expect(seen.at(-1)!).toBeGreaterThan(seen[0]!);
});
