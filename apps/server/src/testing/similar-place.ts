/** What tests of find similar have in common: a folder that waits, two examples beside it, and searches that run here. */
import { mkdir, writeFile } from 'node:fs/promises';
import { api, newShape, type Proposal, type ShapeOp } from '@loupe/contract';
import { boundsOf } from '@loupe/geometry';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { unpackPoints } from '../features/annotation/index.ts';
import { preannotateKind } from '../features/preannotation/index.ts';
import { createPool, type Inference } from '../inference/index.ts';
import { shape } from '../tables/annotation.ts';
import { blob, folder, image } from '../tables/datasets.ts';
import { task } from '../tables/tasks.ts';
import { addFolder, addMaterial, type Material } from './material.ts';
import { runnerServer, type RunnerServer } from './runner-server.ts';

export const never = new AbortController().signal;
export const accepted = ({ id, labelId, kind, points, parts, score }: Proposal) => ({
  kind: 'put' as const,
  shapeId: id,
  base: null,
  shape: newShape({ id, labelId, kind, points, parts, score }),
});

/** A server of its own, and processes that search. */
export async function openSimilar() {
  const server = await runnerServer();
  const inference = createPool({ seconds: 20, memoryMb: 2048, processes: 2, threads: 1 });
  const close = async () => {
    await inference.close();
    await server.close();
  };
  return { server, call: server.as(server.a), inference, close, ...similarPlace(server, inference) };
}

function similarPlace(server: RunnerServer, inference: Inference) {
  const { db } = server.services;
  const call = server.as(server.a);
  /** A folder of images on which nobody has drawn what is there, and where it is. */
  async function bareFolder(place: Material, images: number) {
    const made = await addFolder(server.services, place, { images, side: 160 });
    const rows = await db.select().from(shape).where(inArray(shape.imageId, made.imageIds));
    const truth = new Map(rows.map(({ imageId, points }) => [imageId, boundsOf(unpackPoints(points))]));
    await db.delete(shape).where(inArray(shape.imageId, made.imageIds));
    await db.update(image).set({ state: 'unannotated', nShapes: 0 }).where(inArray(image.id, made.imageIds));
    await db.update(folder).set({ state: 'unannotated', nAnnotated: 0 }).where(eq(folder.id, made.folderId));
    return { ...made, truth };
  }
  /** Two shapes of one label, on two images of the annotated folder. */
  async function examplesOf({ imageIds, labelIds }: Material) {
    const rows = await db
      .select()
      .from(shape)
      .where(and(inArray(shape.imageId, imageIds), eq(shape.labelId, labelIds[0]!)));
    return rows.slice(0, 2).map((row) => ({ imageId: row.imageId, shapeId: row.id }));
  }
  async function place(images = 3) {
    const material = await addMaterial(server.services, server.a, { images: 4, side: 160 });
    const bare = await bareFolder(material, images);
    const examples = await examplesOf(material);
    return { material, ...bare, examples, asked: { examples, selection: { filter: { folderId: bare.folderId } } } };
  }
  /** The image has other bytes from now on. */
  async function replaceFile(imageId: number, bytes: Buffer) {
    const sha256 = `${imageId}`.padStart(64, '0');
    await db.insert(blob).values({ sha256, bytes: bytes.length, mime: 'image/png' });
    await db.update(image).set({ sha256 }).where(eq(image.id, imageId));
    const file = server.services.blobs.path(sha256);
    await mkdir(file.slice(0, file.lastIndexOf('/')), { recursive: true });
    await writeFile(file, bytes);
  }
  /** Runs what is queued here, without a worker, as far as it goes. */
  async function runHere(id: number, signal = never, attempt = 1) {
    const [row] = await db.select().from(task).where(eq(task.id, id));
    await preannotateKind(inference).run(server.services, row!, { signal, attempt, fence: async () => undefined });
  }
  async function finish(id: number) {
    await runHere(id);
    await call(api.taskAct, { id, action: 'cancel' });
  }
  const seen = (imageId: number) => call(api.imageShapes, { imageId });
  const send = (imageId: number, ops: Omit<ShapeOp, 'opId'>[]) =>
    call(api.imageOps, { imageId, clientId: newId(), ops: ops.map((one) => ({ opId: newId(), ...one })) });

  return { place, replaceFile, runHere, finish, seen, send };
}
