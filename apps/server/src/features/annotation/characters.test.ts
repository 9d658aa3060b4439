/** Characters of the texts of a data set: counted over its live images, for those who may see it. */
import { api, newShape, type Call, type Shape, type ShapeOp } from '@loupe/contract';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';

let server: TestServer;
let a: Call;
let set: { id: number; labelId: number; folderId: number };
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
  const { id: projectId } = await a(api.projectAdd, { family: 'detection', name: 'texts' });
  const made = await a(api.datasetAdd, { projectId, name: 's', labels: [{ name: 'text', color: '#f2545b' }] });
  const folder = await a(api.folderAdd, { datasetId: made.id, name: 'f' });
  set = { id: made.id, labelId: made.labels[0]!.id, folderId: folder.id };
});
afterAll(() => server.close());

async function addImage(name: string, texts: readonly Partial<Shape>[]): Promise<number> {
  const bytes = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const files = [{ name, data: new Blob([bytes as never]) }];
  const { id } = (await a(api.imageUpload, { folderId: set.folderId }, { files })).added[0]!;
  const ops = texts.map((fields): ShapeOp => {
    const shape = newShape({ id: newId(), labelId: set.labelId, kind: 'rect', points: [10, 10, 50, 30], ...fields });
    return { opId: newId(), kind: 'put', shapeId: shape.id, base: null, shape };
  });
  await a(api.imageOps, { imageId: id, clientId: newId(), ops });
  return id;
}

it('counts each character, and what is typed, not typed and unreadable', async () => {
  await addImage('1.png', [{ text: 'A7 A' }, { text: '日期7' }, { text: null }, { text: null, ignore: true }]);
  const gone = await addImage('2.png', [{ text: 'ZZZ' }]);
  await a(api.imageDelete, { ids: [gone] });
  const { characters, ...counts } = await a(api.datasetCharacters, { datasetId: set.id });
  expect(counts).toEqual({ typed: 2, untyped: 1, ignored: 1 });
  expect(Object.fromEntries(characters.map((one) => [one.character, one.count]))).toEqual({
    A: 2,
    '7': 2,
    ' ': 1,
    日: 1,
    期: 1,
  });
  expect(characters[0]!.count).toBe(2);
});

it('is not for others', async () => {
  const b = server.as(server.b);
  await expect(b(api.datasetCharacters, { datasetId: set.id })).rejects.toMatchObject({ code: 404 });
});
