/** Folders and images that are called as directories and files of masks are: out and in again, nothing of them is lost. */
import { api, type Call, type ExportFormat } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folder } from '../../../tables/datasets.ts';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { exportArchive } from '../../../testing/export-archive.ts';
import { addGoodBadModel, drawPart, type OwnSet } from '../../../testing/good-bad.ts';
import { callFile, uploadFiles } from '../../../testing/images.ts';
import { importAnnotated, importArchive } from '../../../testing/import-archive.ts';
import { addFolder, addMaterial, type Material } from '../../../testing/material.ts';
import { shapeOp } from '../../../testing/ops.ts';
import { drawnRect } from '../../../testing/shapes.ts';

let server: TestServer;
let a: Call;
let material: Material;
const odd = ['f', 'labels', 'masks', 'gt', 'ann'];
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 2 });
  const folders = [material.folderId];
  while (folders.length < odd.length)
    folders.push((await addFolder(server.services, material, { images: 2 })).folderId); // oxlint-disable-line no-await-in-loop
  for (const [i, id] of folders.entries())
    await server.database.db.update(folder).set({ name: odd[i]! }).where(eq(folder.id, id)); // oxlint-disable-line no-await-in-loop
});
afterAll(() => server.close());

it.each<ExportFormat>([
  'coco',
  'cocoMasks',
  'voc',
  'labelme',
  'datumaro',
  'cvat',
  'yoloDetect',
  'yoloSegment',
  'maskIndex',
  'maskPerLabel',
])('%s: folders that are called as those of masks', async (format) => {
  const bytes = await exportArchive(server, server.a, { datasetId: material.datasetId, format });
  const name = `back_${format}`;
  const set = await a(api.datasetAdd, { projectId: material.projectId, name, setType: 'segmentation' });
  const target = await a(api.folderAdd, { datasetId: set.id, name: 'target' });
  const { report } = await importAnnotated(server, server.a, { folderId: target.id, bytes, folders: 'keep' });
  expect(report).toMatchObject({ images: 10, shapes: 10, problems: [] });
  const { list } = await a(api.folderList, { datasetId: set.id });
  const names = list.filter(({ images }) => images > 0).map((one) => one.name.replace(/^_/, ''));
  expect(names.sort()).toEqual(odd.toSorted());
});

/** Images of a folder, each with a defect; of OK sets without. */
async function addDefects({ datasetId }: OwnSet, name: string, files: readonly string[], isBad: boolean) {
  const { id: folderId } = await a(api.folderAdd, { datasetId, name });
  const { labels } = await a(api.datasetInfo, { id: datasetId });
  const drawn = await Promise.all(files.map(async (file) => callFile(file, await drawPart())));
  const { added } = await uploadFiles(a, folderId, drawn);
  for (const { id: imageId } of isBad ? added : []) {
    const shape = drawnRect(labels[0]!.id, { points: [2, 2, 9, 9] });
    const ops = [shapeOp('put', { shapeId: shape.id, shape })];
    await a(api.imageOps, { imageId, clientId: crypto.randomUUID(), ops }); // oxlint-disable-line no-await-in-loop
  }
}

const linesOf = async ({ datasetId }: OwnSet) => {
  const { list: folders } = await a(api.folderList, { datasetId });
  const all = await Promise.all(folders.map(({ id }) => a(api.imageList, { folderId: id, pageSize: 200 })));
  return all.flatMap(({ list }) => list.map((one) => `${one.sha256} ${one.state} ${one.shapes}`)).sort();
};

it.each(['mvtec', 'okng', 'coco', 'maskIndex', 'maskPerLabel'] as const)(
  '%s: NG images that are called as masks, in folders that are called as good ones',
  async (format) => {
    const own = await addGoodBadModel(a);
    const names = ['a.png', 'a_mask.png', 'b.png', 'b_gt.png', 'a_mask_mask.png'];
    for (const name of ['crack', 'good', 'masks']) await addDefects(own.ng, name, names, true); // oxlint-disable-line no-await-in-loop
    const bytes = await exportArchive(server, server.a, { datasetId: own.ng.datasetId, format });
    const again = await addGoodBadModel(a);
    const sent = { folderId: again.ng.folderId, bytes, folders: 'keep' } as const;
    const { report } = await importArchive(server, server.a, sent);
    expect(report).toMatchObject({ images: 15, shapes: 15, problems: [] });
    expect(await linesOf(again.ng)).toEqual(await linesOf(own.ng));
    expect(await linesOf(again.ok)).toEqual([]);
  },
);
