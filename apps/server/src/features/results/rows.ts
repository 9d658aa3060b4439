/** Reads what a test is judged by: the truth as it was frozen in the snapshot's manifest, and the stored predictions. */
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { ManifestLine, newShape, Prediction, type StoredShape } from '@loupe/contract';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import {
  nameOf,
  type PredictionTypeDef,
  type TableRow,
  type TestedImage,
  type TestRows,
} from '../../predictions/index.ts';
import { snapshot, versionStage } from '../../tables/models.ts';
import { prediction, type task } from '../../tables/tasks.ts';

type TaskRow = typeof task.$inferSelect;
type ManifestShape = ManifestLine['shapes'][number];
interface LabelOfVersion {
  name: string;
  color: string;
}
interface Frozen {
  manifest: string;
  classes: { labelId: number; name: string }[];
}
export interface TestMaterial {
  labels: LabelOfVersion[];
  images: Map<number, { name: string; width: number; height: number }>;
  rows: TestRows;
}

/** Predictions read at a time. */
const batch = 1000;
const unpack = promisify(gunzip);

async function frozenOf({ db }: Services, row: TaskRow): Promise<Frozen> {
  const [found] = await db
    .select()
    .from(snapshot)
    .where(eq(snapshot.id, row.snapshotId ?? 0));
  if (!found) throw new AppError('task.noResult');
  return { manifest: found.manifestSha256, classes: found.classes as Frozen['classes'] };
}

/** What the last stage of a version was trained with. */
async function paramsOf({ db }: Services, versionId: number | null): Promise<Record<string, unknown>> {
  const [stage] = await db
    .select({ params: versionStage.params })
    .from(versionStage)
    .where(eq(versionStage.versionId, versionId ?? 0))
    .orderBy(desc(versionStage.ordinal))
    .limit(1);
  return (stage?.params as Record<string, unknown> | undefined) ?? {};
}

/** The lines of a manifest; of one image only where that is named, without reading the others' shapes. */
async function* manifestLines(services: Services, sha256: string, imageId?: number): AsyncGenerator<ManifestLine> {
  const source = services.blobs.read(sha256);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    if (imageId !== undefined && !line.includes(`"image":${imageId},`)) continue;
    if (line.trim()) yield ManifestLine.parse(JSON.parse(line));
  }
}

/** Index of each manifest class among the version's labels, by name; −1 for one that the version does not know. */
const classMap = (classes: Frozen['classes'], labels: readonly LabelOfVersion[]): number[] => {
  const places = new Map(labels.map(({ name }, i) => [name.toLowerCase(), i]));
  return classes.map(({ name }) => places.get(name.toLowerCase()) ?? -1);
};

/** Predictions of a test by image id, a batch at a time. */
async function* predictionsOf({ db }: Services, taskId: number): AsyncGenerator<{ imageId: number; body: Buffer }> {
  for (let after = 0; ;) {
    const rows = await db
      .select({ imageId: prediction.imageId, body: prediction.body })
      .from(prediction)
      .where(and(eq(prediction.taskId, taskId), gt(prediction.imageId, after)))
      .orderBy(asc(prediction.imageId))
      .limit(batch);
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.imageId;
  }
}

const unpackPrediction = async (body: Buffer): Promise<Prediction> =>
  JSON.parse((await unpack(body)).toString()) as Prediction;

/** Each predicted image of a test with its truth; manifest and predictions both go by image id. */
export async function* testedImages(
  services: Services,
  row: TaskRow,
  labels: readonly LabelOfVersion[],
  predictionType: PredictionTypeDef,
): AsyncGenerator<TableRow> {
  const frozen = await frozenOf(services, row);
  const classes = classMap(frozen.classes, labels);
  const params = await paramsOf(services, row.versionId);
  const lines = manifestLines(services, frozen.manifest);
  try {
    for await (const { imageId, body } of predictionsOf(services, row.id)) {
      let { value: line, done } = await lines.next();
      while (!done && line.image < imageId) ({ value: line, done } = await lines.next());
      if (done) return;
      if (line.image !== imageId) throw new Error(`test ${row.id} predicted image ${imageId}, which is not of its own`);
      yield {
        line,
        tested: {
          imageId,
          truth: predictionType.truthOf(line, classes, params),
          prediction: await unpackPrediction(body),
        },
      };
    }
  } finally {
    await lines.return(undefined);
  }
}

/** All rows of a test. */
export async function readTest(
  services: Services,
  row: TaskRow,
  labels: LabelOfVersion[],
  predictionType: PredictionTypeDef,
): Promise<TestMaterial> {
  const images: TestMaterial['images'] = new Map();
  const all: TestedImage[] = [];
  for await (const { line, tested } of testedImages(services, row, labels, predictionType)) {
    all.push(tested);
    images.set(line.image, { name: nameOf(line), width: line.w, height: line.h });
  }
  return { labels, images, rows: { labels, images: all } };
}

export async function readPrediction(
  { db }: Services,
  taskId: number,
  imageId: number,
): Promise<Prediction | undefined> {
  const [row] = await db
    .select({ body: prediction.body })
    .from(prediction)
    .where(and(eq(prediction.taskId, taskId), eq(prediction.imageId, imageId)));
  return row && Prediction.parse(await unpackPrediction(row.body));
}

const shapeOf = (shape: ManifestShape, labelId: number | null, rev: number, z: number): StoredShape => ({
  ...newShape({ id: shape.id, labelId, kind: shape.kind as StoredShape['kind'], points: shape.p, z }),
  parts: shape.parts,
  text: shape.text,
  ignore: shape.ignore,
  rev,
  authorId: null,
  author: null,
  conflictOf: null,
});

/** The truth of one image as shapes, with the version's class of each. */
export async function readTruth(
  services: Services,
  row: TaskRow,
  labels: readonly LabelOfVersion[],
  imageId: number,
): Promise<{ role: ManifestLine['role']; truths: StoredShape[]; truthClasses: number[] } | undefined> {
  const frozen = await frozenOf(services, row);
  const classes = classMap(frozen.classes, labels);
  for await (const line of manifestLines(services, frozen.manifest, imageId)) {
    if (line.image !== imageId) continue;
    const labelId = (c: number) => frozen.classes[c]?.labelId ?? null;
    return {
      role: line.role,
      truths: line.shapes.map((shape, i) => shapeOf(shape, labelId(shape.c), line.rev, i)),
      truthClasses: line.shapes.map(({ c }) => classes[c] ?? -1),
    };
  }
  return undefined;
}
