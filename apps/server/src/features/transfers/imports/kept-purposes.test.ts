/** Purposes of images from the archive to the folders: what the preview counts is what the import makes, also the second time. */
import { api, type FolderType } from '@loupe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../../testing/app.ts';
import { zipOf } from '../../../testing/archives.ts';
import { drawPng } from '../../../testing/images.ts';
import { importAnnotated } from '../../../testing/import-archive.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const coco = (...names: string[]): string =>
  JSON.stringify({
    images: names.map((file_name, id) => ({ id, file_name })),
    categories: [{ id: 1, name: 'dent' }],
    annotations: names.map((_, id) => ({ id, image_id: id, category_id: 1, bbox: [1, 1, 5, 5] })),
  });
const archiveOf = async (files: Record<string, string[]>) =>
  zipOf(
    (
      await Promise.all(
        Object.entries(files).map(async ([directory, names]) => [
          ...(await Promise.all(
            names.map(async (name, i) => ({
              name: `${directory}/${name}`,
              data: await drawPng(40 + i, 30 + directory.length),
            })),
          )),
          { name: `${directory}/_annotations.coco.json`, data: coco(...names) },
        ]),
      )
    ).flat(),
  );
let count = 0;
async function target(type: FolderType = 'general') {
  const call = server.as(server.a);
  const project = await call(api.projectAdd, { family: 'detection', name: `kept_${++count}` });
  const { id: datasetId } = await call(api.datasetAdd, { projectId: project.id, name: `kept_${count}` });
  const folder = await call(api.folderAdd, { datasetId, name: 'one', type });
  const folders = async () => {
    const { list } = await call(api.folderList, { datasetId });
    return list.map(({ name, type: is, images }) => `${name} ${is} ${images}`).toSorted();
  };
  return { call, datasetId, folderId: folder.id, folders };
}

it('directories alone say it too, and a second import finds the same folders and images', async () => {
  const { folderId, folders } = await target();
  const bytes = await archiveOf({ train: ['1.png', '2.png'], valid: ['1.png'], test: ['1.png'] });
  const first = await importAnnotated(server, server.a, { folderId, bytes, folders: 'keep' });
  expect(first.upload.inspection).toMatchObject({ purposes: { train: 2, validation: 1, test: 1 }, directories: 3 });
  expect(first.report).toMatchObject({ images: 4, shapes: 4, problems: [] });
  const there = ['one general 0', 'test test 1', 'train train 2', 'valid validation 1'];
  expect(await folders()).toEqual(there);
  const second = await importAnnotated(server, server.a, { folderId, bytes, folders: 'keep' });
  expect(second.report).toMatchObject({ images: 0, foldersAdded: 0, problems: [] });
  expect(await folders()).toEqual(there);
});

it('images for tests do not join the folder of the upload, and one that trains under their name is told of', async () => {
  const { call, datasetId, folderId, folders } = await target();
  const bytes = await archiveOf({ 'set/test': ['1.png', '2.png'] });
  await call(api.folderAdd, { datasetId, name: 'test', type: 'train' });
  const { upload, report } = await importAnnotated(server, server.a, { folderId, bytes, folders: 'keep' });
  expect(upload.inspection).toMatchObject({ purposes: { train: 0, validation: 0, test: 2 } });
  const told = { file: 'test', key: 'otherPurpose.test' };
  expect(upload.inspection!.problems).toMatchObject([told]);
  expect(report.problems).toMatchObject([told]);
  expect(await folders()).toEqual(['one general 0', 'test train 2']);
});

it('nothing is asked where the folder of the upload is for the same', async () => {
  const { folderId, folders } = await target('test');
  const bytes = await archiveOf({ test: ['1.png', '2.png'] });
  const { upload, report } = await importAnnotated(server, server.a, { folderId, bytes });
  expect(upload.inspection).not.toHaveProperty('purposes');
  expect(report.problems).toEqual([]);
  expect(await folders()).toEqual(['one test 2']);
});
