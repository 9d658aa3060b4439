/** Certificates that an earlier release stored are read as today's. */
import { readFileSync } from 'node:fs';
import { api } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addWorld, type World } from '../../testing/world.ts';
import { versionStage } from '../../tables/models.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await testServer();
  world = await addWorld(server, server.a);
});
afterAll(() => server.close());

const common = {
  v: 1,
  passed: true,
  cases: 5,
  detections: 40,
  minDetections: 20,
  maxScoreDelta: 0.001,
  pixelsEqual: true,
  formats: ['png'],
  failures: [],
  runtime: 'onnxruntime-node 1.30.0',
  at: '2026-11-01T08:00:00.000Z',
};
const read = async (old: object) => {
  const { db } = server.database;
  await db.update(versionStage).set({ certificate: old }).where(eq(versionStage.versionId, world.versionId));
  const file = readFileSync(new URL('../../migrations/0011_certificates.sql', import.meta.url), 'utf8');
  const update = file.split('--> statement-breakpoint').find((part) => part.includes('UPDATE'))!;
  await db.execute(sql.raw(update));
  // a second run changes nothing
  await db.execute(sql.raw(update));
  return (await server.as(server.a)(api.versionInfo, { id: world.versionId })).stages[0]!.certificate;
};

it('of boxes, with box and score', async () => {
  const old = { ...common, maxBoxDelta: 0.2, maxHeatDelta: null, tolerance: { boxPx: 1, score: 0.01 } };
  expect(await read(old)).toMatchObject({
    v: 2,
    prediction: 'boxes',
    compared: 40,
    minCompared: 20,
    formats: ['png'],
    deltas: [
      { name: 'box', largest: 0.2, tolerance: 1 },
      { name: 'score', largest: 0.001, tolerance: 0.01 },
    ],
  });
});

it('of score maps, also without the heat, which the first ones lacked', async () => {
  const old = { ...common, maxBoxDelta: null, tolerance: { boxPx: null, score: 0.005 } };
  const deltas = (heat: number) => [
    { name: 'score', largest: 0.001, tolerance: 0.005 },
    { name: 'heat', largest: heat, tolerance: null },
  ];
  expect(await read(old)).toMatchObject({ prediction: 'scoremap', compared: 40, deltas: deltas(0) });
  expect(await read({ ...old, maxHeatDelta: 1.5 })).toMatchObject({ deltas: deltas(1.5) });
});
