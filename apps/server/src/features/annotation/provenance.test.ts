/** A shape that says which model version it comes from: only a version of the same project is believed. */
import { api, type Call, type Shape, type ShapeOp } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial } from '../../testing/material.ts';
import { addReadyVersion } from '../../testing/ready-version.ts';
import { drawnRect } from '../../testing/shapes.ts';
import { shape } from '../../tables/annotation.ts';

let server: TestServer;
let a: Call;
beforeAll(async () => {
  server = await testServer();
  a = server.as(server.a);
});
afterAll(() => server.close());

it('refuses a foreign or unknown version, that op alone; a shape keeps a version that was deleted since', async () => {
  const { services } = server;
  const [own, other] = await Promise.all([server.a, server.b].map((person) => addMaterial(services, person)));
  const version = await addReadyVersion(services, server.a, own!);
  const foreign = await addReadyVersion(services, server.b, other!);
  const imageId = own!.imageIds[0]!;
  const by = (versionId: number) =>
    drawnRect(own!.labelIds[0]!, { id: newId(), source: 'model', score: 0.5, versionId });
  const put = (one: Shape, base: ShapeOp['base'] = null): ShapeOp => ({
    opId: newId(),
    kind: 'put',
    shapeId: one.id,
    base,
    shape: one,
  });
  const send = async (...ops: ShapeOp[]) =>
    (await a(api.imageOps, { imageId, clientId: newId(), ops })).results.map(({ status, key }) => [status, key]);
  const good = by(version);
  expect(await send(put(by(foreign)), put(good), put(by(999_999)))).toEqual([
    ['refused', 'annotation.unknownVersion'],
    ['applied', null],
    ['refused', 'annotation.unknownVersion'],
  ]);
  const { shapes } = await a(api.imageShapes, { imageId });
  expect(shapes.filter(({ source }) => source === 'model').map((one) => one.versionId)).toEqual([version]);
  const { rev } = shapes.find(({ id }) => id === good.id)!;
  await services.db.update(shape).set({ versionId: 888_888 }).where(eq(shape.id, good.id));
  expect(await send(put({ ...good, versionId: 888_888, points: [1, 1, 9, 9] }, rev))).toEqual([['applied', null]]);
  // a score below what is stored is none
  const faint = { ...by(version), score: 5e-324 };
  expect(await send(put(faint))).toEqual([['applied', null]]);
  const stored = (await a(api.imageShapes, { imageId })).shapes;
  expect(stored.find(({ id }) => id === faint.id)).toMatchObject({ score: 0 });
});
