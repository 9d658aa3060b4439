/** Online use of a model that gives masks: verdicts by area and length, in pixels and in millimetres, records, a model that is wrong. */
import { api, ofType, type Call, type CallFile, type MaskThresholds } from '@loupe/contract';
import { windowArea, windowLength, windowRings } from '@loupe/geometry';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/app.ts';
import { addMaterial, type Material } from '../../testing/material.ts';
import { addMaskVersion, maskThresholds, readyThresholds } from '../../testing/ready-version.ts';
import { model } from '../../tables/models.ts';

const base = maskThresholds as MaskThresholds;
let server: TestServer;
let call: Call;
let material: Material;
let versionId: number;
let photo: CallFile;
beforeAll(async () => {
  server = await testServer();
  call = server.as(server.a);
  material = await addMaterial(server.services, server.a, { images: 1 });
  await server.services.db.update(model).set({ type: 'segment' }).where(eq(model.id, material.modelId));
  versionId = await addMaskVersion(server.services, server.a, material);
  // a frame of 40 × 20 with a hole of 20 × 10
  const part = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  });
  const bytes = await sharp(part(100, 60, '#000000'))
    .composite([
      { input: part(40, 20, '#ffffff'), left: 30, top: 20 },
      { input: part(20, 10, '#000000'), left: 40, top: 24 },
    ])
    .png()
    .toBuffer();
  photo = { name: 'frame.png', data: new Blob([new Uint8Array(bytes)]) };
});
afterAll(() => server.close());

let names = 0;
const addEntry = (change: Partial<MaskThresholds> = {}, of = versionId) =>
  call(api.onlineAdd, { name: `line_${++names}`, versionId: of, thresholds: { ...base, ...change } });
const verdictAt = async (change: Partial<MaskThresholds>) => {
  const { id } = await addEntry(change);
  return (await call(api.onlineDetect, { entryId: id }, { files: [photo] })).verdict;
};
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (error: { code: number; enMsg: string }) => `${error.code} ${error.enMsg}`,
  );

it('answers with outlines and holes, and keeps them with the record', async () => {
  const { id } = await addEntry();
  const answer = await call(api.onlineDetect, { entryId: id }, { files: [photo] });
  expect(answer).toMatchObject({ verdict: 'NG', width: 100, height: 60 });
  const { cell, items } = ofType(answer.prediction, 'masks');
  const [found] = items;
  expect(found).toMatchObject({ c: 0, p: [30, 20, 70, 40] });
  expect(windowRings(found!.mask, cell).map((rings) => rings.length)).toEqual([2]);
  expect(windowArea(found!.mask, cell)).toBe(40 * 20 - 20 * 10);
  expect(windowLength(found!.mask, cell)).toBeCloseTo(Math.hypot(40, 20), 9);
  expect(await call(api.onlineRecord, { id: answer.recordId })).toEqual(answer);
});

it('lets what is smaller or shorter than the least be OK', async () => {
  const scratch = (least: object) => ({ byLabelLeast: { scratch: { unit: 'px' as const, ...least } } });
  expect(await verdictAt(scratch({ area: 600, length: 44 }))).toBe('NG');
  expect(await verdictAt(scratch({ area: 601 }))).toBe('OK');
  expect(await verdictAt(scratch({ length: 45 }))).toBe('OK');
  expect(await verdictAt({ byLabelLeast: { dent: { area: 1e6, unit: 'px' } } })).toBe('NG');
  const mm = { byLabelLeast: { scratch: { length: 0.5, unit: 'mm' as const } } };
  expect(await verdictAt({ ...mm, mmPerPixel: 0.012 })).toBe('NG');
  expect(await verdictAt({ ...mm, mmPerPixel: 0.011 })).toBe('OK');
});

it('refuses rules in millimetres without a scale, rules of unknown labels, and thresholds of boxes', async () => {
  const mm = { byLabelLeast: { scratch: { length: 0.5, unit: 'mm' as const } } };
  expect(await refusal(addEntry(mm))).toMatch(/^400 .*mmPerPixel is missing/);
  expect(await refusal(addEntry({ byLabelLeast: { dust: { area: 3, unit: 'px' } } }))).toMatch(/^610 .*dust/);
  expect(await refusal(addEntry({ mmPerPixel: 0 }))).toMatch(/^400 /);
  const boxes = call(api.onlineAdd, { name: 'boxes', versionId, thresholds: readyThresholds });
  expect(await refusal(boxes)).toMatch(/^400 .*thresholds/);
});

it('says that a model is wrong whose cells have no size', async () => {
  const narrow = await addMaskVersion(server.services, server.a, material, 'narrow');
  const { id } = await addEntry({}, narrow);
  expect(await refusal(call(api.onlineDetect, { entryId: id }, { files: [photo] }))).toMatch(/^610 .*cells of 0×0/);
});
