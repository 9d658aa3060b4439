/** Versions that really run: what is bright on the drawn material is found by small drawn models (inference/fixtures). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RecipeId, Thresholds } from '@loupe/contract';
import { eq, max } from 'drizzle-orm';
import type { Services } from '../core/services.ts';
import type { Scores } from '../predictions/index.ts';
import { blob } from '../tables/datasets.ts';
import { snapshot, version, versionStage } from '../tables/models.ts';
import { task } from '../tables/tasks.ts';
import type { Material } from './material.ts';
import type { TestPerson } from './people.ts';

export type ModelFixture =
  | 'bright'
  | 'endless'
  | 'greedy'
  | 'far-class'
  | 'no-image'
  | 'external'
  | 'glow'
  | 'blaze'
  | 'outline'
  | 'narrow'
  | 'text-map'
  | 'text-read';
export const readyThresholds: Thresholds = { confidence: 0.25, nms: 0.5, iou: 0.5 };

/** What a version is put into: the browser tests have no more of the server than this. */
type Store = Pick<Services, 'db' | 'blobs'>;
type Owner = Pick<TestPerson, 'id'>;
type Place = Pick<Material, 'projectId' | 'modelId'>;

async function putBlob({ db, blobs }: Store, bytes: Buffer, mime: string): Promise<string> {
  const { sha256 } = await blobs.put([bytes]);
  await db.insert(blob).values({ sha256, bytes: bytes.length, mime }).onConflictDoNothing();
  return sha256;
}

interface WantedStage {
  onnx: ModelFixture;
  recipe: RecipeId;
  params: Record<string, unknown>;
}
interface Wanted extends WantedStage {
  /** Stages after the first. */
  later?: readonly WantedStage[];
  classes: { labelId: number; name: string; color: string }[];
  thresholds: Thresholds;
  scores?: Scores;
  state: 'ready' | 'uncertified';
  /** Figures of its report. */
  metrics: Record<string, unknown>;
}

/** Of a detector that finds 93 of 100 objects of its validation. */
export const goodMetrics = {
  map50: 0.95,
  precision: 0.96,
  recall: 0.93,
  per_class: [{ index: 0, name: 'scratch', ap50: 0.95, truths: 100 }],
};
const goodScores = { image_auroc: 0.99, false_reject: 0, true_reject: 0.98, ok: 101, ng: 60 };

/** A trained version as rows: its training, an empty snapshot, and its stages with their model fixtures. */
async function addVersion(
  services: Store,
  person: Owner,
  { projectId, modelId }: Place,
  { onnx, recipe, params, later = [], classes, thresholds, scores, state, metrics }: Wanted,
): Promise<number> {
  const { db } = services;
  const manifestSha256 = await putBlob(services, gzipSync(''), 'application/gzip');
  const [frozen] = await db
    .insert(snapshot)
    .values({ projectId, manifestSha256, nTrain: 200, nVal: 50, nTest: 0, seed: 0, groupRule: 'none', classes })
    .returning();
  const snapshotId = frozen!.id;
  const trainedFields = {
    kind: 'train',
    state: 'completed',
    createdBy: person.id,
    recipe,
    params,
    snapshotId,
    result: { metrics },
  };
  const [trained] = await db
    .insert(task)
    .values({ projectId, modelId, ...trainedFields })
    .returning();
  const [last] = await db
    .select({ number: max(version.number) })
    .from(version)
    .where(eq(version.modelId, modelId));
  const [made] = await db
    .insert(version)
    .values({
      modelId,
      projectId,
      number: (last?.number ?? 0) + 1,
      taskId: trained!.id,
      snapshotId,
      labels: classes.map(({ name, color }) => ({ name, color })),
      thresholds,
      scores: scores ?? null,
      metrics: {},
      state,
    })
    .returning();
  for (const [ordinal, stage] of [{ onnx, recipe, params }, ...later].entries()) {
    /* oxlint-disable no-await-in-loop -- stages are few */
    const file = path.join(import.meta.dirname, '../inference/fixtures', `${stage.onnx}.onnx`);
    const onnxSha256 = await putBlob(services, await readFile(file), 'application/octet-stream');
    const fields = { recipe: stage.recipe, params: stage.params, paramsV: 1, onnxSha256 };
    await db.insert(versionStage).values({ versionId: made!.id, ordinal, ...fields });
    /* oxlint-enable no-await-in-loop */
  }
  await db.update(task).set({ versionId: made!.id }).where(eq(task.id, trained!.id));
  return made!.id;
}

/** Adds a version with the model fixture to the material's model; its labels are the material's. Gives its id. */
export const addReadyVersion = (
  services: Store,
  person: Owner,
  material: Place & Pick<Material, 'labelIds'>,
  { onnx = 'bright', state = 'ready', metrics = goodMetrics }: Partial<Pick<Wanted, 'onnx' | 'state' | 'metrics'>> = {},
): Promise<number> =>
  addVersion(services, person, material, {
    onnx,
    recipe: 'detect',
    params: { imageSize: 320 },
    classes: ['scratch', 'dent'].map((name, i) => ({ labelId: material.labelIds[i]!, name, color: '#ff0000' })),
    thresholds: readyThresholds,
    state,
    metrics,
  });

export const maskThresholds: Thresholds = { confidence: 0.25, nms: 0.5, iou: 0.5, byLabelLeast: {} };

/** Adds a version to a model of masks: what is bright on an image is found with its outline. */
export const addMaskVersion = (
  services: Store,
  person: Owner,
  material: Place & Pick<Material, 'labelIds'>,
  onnx: 'outline' | 'narrow' = 'outline',
): Promise<number> =>
  addVersion(services, person, material, {
    onnx,
    recipe: 'segment',
    params: { imageSize: 320 },
    classes: ['scratch', 'dent'].map((name, i) => ({ labelId: material.labelIds[i]!, name, color: '#ff0000' })),
    thresholds: maskThresholds,
    state: 'ready',
    metrics: goodMetrics,
  });

export const scoreThresholds: Thresholds = { score: 0.5 };
/** Of its validation: the 99th percentile of the good ones is 0.3. */
export const validationScores: Scores = { ok: Array.from({ length: 101 }, (_, i) => (0.3 * i) / 100), ng: [0.9] };

/** Adds a version to a model of score maps: what is brightest on an image is its score. */
export const addScoreVersion = (services: Store, person: Owner, place: Place): Promise<number> =>
  addVersion(services, person, place, {
    onnx: 'glow',
    recipe: 'anomaly',
    params: { imageSize: 256 },
    classes: [{ labelId: 1, name: 'defect', color: '#ff0000' }],
    thresholds: scoreThresholds,
    scores: validationScores,
    state: 'ready',
    metrics: goodScores,
  });

const textThresholds: Thresholds = { binary: 0.5, box: 0.5, unclip: 0, edgeCut: 0, textScore: 0.5, rules: [] };

/** Adds a version of two stages to a model of texts: what is bright is a text, and says CD wherever it is bright enough. */
export const addTextVersion = (services: Store, person: Owner, place: Place): Promise<number> =>
  addVersion(services, person, place, {
    onnx: 'text-map',
    recipe: 'textdet',
    params: { imageSize: 640 },
    later: [{ onnx: 'text-read', recipe: 'textrec', params: { language: 'en' } }],
    classes: [{ labelId: 1, name: 'text', color: '#ff0000' }],
    thresholds: textThresholds,
    state: 'ready',
    metrics: { det_hmean: 0.97, word_accuracy: 0.9, end_to_end: 0.9 },
  });
