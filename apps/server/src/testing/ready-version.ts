/** A version that really runs: the drawn material's bright boxes are found by a small drawn model (inference/fixtures). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Thresholds } from '@loupe/contract';
import { eq } from 'drizzle-orm';
import type { Services } from '../core/services.ts';
import { blob } from '../features/datasets/tables.ts';
import { snapshot, version, versionStage } from '../features/models/tables.ts';
import { task } from '../features/tasks/tables.ts';
import type { Material } from './material.ts';
import type { TestPerson } from './people.ts';

export type ModelFixture = 'bright' | 'endless' | 'greedy' | 'far-class' | 'no-image' | 'external';
export const readyThresholds: Thresholds = { confidence: 0.25, nms: 0.5, iou: 0.5 };

async function putBlob({ db, blobs }: Services, bytes: Buffer, mime: string): Promise<string> {
  const { sha256 } = await blobs.put([bytes]);
  await db.insert(blob).values({ sha256, bytes: bytes.length, mime }).onConflictDoNothing();
  return sha256;
}

let number = 0;

/** Adds a version with the model fixture to the material's model; its labels are the material's. Gives its id. */
export async function addReadyVersion(
  services: Services,
  person: TestPerson,
  material: Material,
  options: { onnx?: ModelFixture; state?: 'ready' | 'uncertified' } = {},
): Promise<number> {
  const { db } = services;
  const { projectId, modelId, labelIds } = material;
  const classes = ['scratch', 'dent'].map((name, i) => ({ labelId: labelIds[i]!, name, color: '#ff0000' }));
  const manifestSha256 = await putBlob(services, gzipSync(''), 'application/gzip');
  const [frozen] = await db
    .insert(snapshot)
    .values({ projectId, manifestSha256, nTrain: 0, nVal: 0, nTest: 0, seed: 0, groupRule: 'none', classes })
    .returning();
  const [trained] = await db
    .insert(task)
    .values({
      kind: 'train',
      projectId,
      modelId,
      createdBy: person.id,
      state: 'completed',
      recipe: 'detect',
      params: { imageSize: 320 },
      snapshotId: frozen!.id,
    })
    .returning();
  const [made] = await db
    .insert(version)
    .values({
      modelId,
      projectId,
      number: ++number,
      taskId: trained!.id,
      snapshotId: frozen!.id,
      labels: classes.map(({ name, color }) => ({ name, color })),
      thresholds: readyThresholds,
      metrics: {},
      state: options.state ?? 'ready',
    })
    .returning();
  const file = path.join(import.meta.dirname, '../inference/fixtures', `${options.onnx ?? 'bright'}.onnx`);
  const onnxSha256 = await putBlob(services, await readFile(file), 'application/octet-stream');
  const stage = {
    versionId: made!.id,
    ordinal: 0,
    recipe: 'detect',
    params: { imageSize: 320 },
    paramsV: 1,
    onnxSha256,
  };
  await db.insert(versionStage).values(stage);
  await db.update(task).set({ versionId: made!.id }).where(eq(task.id, trained!.id));
  return made!.id;
}
