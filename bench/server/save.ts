/** What it costs to save five polygons on an image, rights and history included; and how eight people at once get on. */
import { randomUUID } from 'node:crypto';
import { api, limits, newShape, type ShapeOp } from '@loupe/contract';
import { quantile } from '../bench.ts';
import type { Material } from './material.ts';
import type { RealServer } from './real.ts';

const corners = 12;

function polygon(labelId: number): ShapeOp {
  const [x, y, radius] = [300 + Math.random() * 1200, 300 + Math.random() * 800, 40 + Math.random() * 200];
  const points = Array.from({ length: corners }, (_, i) => (i / corners) * 2 * Math.PI).flatMap((angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ]);
  const shapeId = randomUUID();
  return {
    opId: randomUUID(),
    kind: 'put',
    shapeId,
    base: null,
    shape: newShape({ id: shapeId, labelId, kind: 'polygon', points }),
  };
}

export const save = ({ call }: RealServer, { labelIds }: Material, imageId: number) =>
  call(api.imageOps, {
    imageId,
    clientId: randomUUID(),
    ops: labelIds.slice(0, 5).map(polygon),
  });

export async function imagesOf({ call }: RealServer, folderId: number, count: number): Promise<number[]> {
  const { ids } = await call(api.imageIds, { folderId, state: 'unannotated', from: 0, count: limits.imageIds });
  if (ids.length < count) throw new Error(`${count} images are needed, ${ids.length} are there`);
  return ids.slice(0, count);
}

/** One writer: ms of processor time for a save, in the process that answers and in the database. */
export async function saveCpuMs(server: RealServer, material: Material, folderId: number): Promise<number> {
  const [warmUp, measured] = [100, 400];
  const ids = await imagesOf(server, folderId, warmUp + measured);
  for (const id of ids.slice(0, warmUp)) await save(server, material, id); // oxlint-disable-line no-await-in-loop
  const before = server.cpu();
  for (const id of ids.slice(warmUp)) await save(server, material, id); // oxlint-disable-line no-await-in-loop
  return (1000 * (server.cpu() - before)) / measured;
}

export interface Crowd {
  p95Ms: number;
  perSecond: number;
  failures: number;
}

/** Eight writers, each on images of its own in the same folder. */
export async function saveByEight(server: RealServer, material: Material, folderId: number): Promise<Crowd> {
  const [writers, each] = [8, 100];
  const ids = await imagesOf(server, folderId, writers * each);
  const times: number[] = [];
  let failures = 0;
  const write = async (mine: readonly number[]) => {
    for (const id of mine) {
      const begun = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      await save(server, material, id).catch(() => failures++);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, i) => write(ids.slice(i * each, (i + 1) * each))));
  const seconds = (performance.now() - begun) / 1000;
  return { p95Ms: quantile(times, 0.95), perSecond: ids.length / seconds, failures };
}
