/** A test: predicts every image of the task's snapshot that has no prediction yet, so that a killed one goes on. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../../../../core/errors.ts';
import type { Services } from '../../../../core/services.ts';
import {
  predictorOf,
  stagesOfVersion,
  type Inference,
  type InferenceAnswer,
  type Predictor,
} from '../../../../inference/index.ts';
import { storedThresholds } from '../../../../predictions/index.ts';
import { image } from '../../../../tables/datasets.ts';
import { model, snapshotImage, version } from '../../../../tables/models.ts';
import { prediction } from '../../../../tables/tasks.ts';
import { saveProgress } from '../../../../tasks-runner/announce.ts';
import type { TaskRow } from '../../../../tasks-runner/state.ts';
import { askTwice, causeFor, inLanes, makeMeter, type OnProgress } from '../../predicting.ts';

interface Wanted {
  imageId: number;
  sha256: string;
  revision: number;
  name: string;
}

/** Images that are asked for at a time. */
const shard = 200;
const compress = promisify(gzip);

async function predictorOfTest(services: Services, inference: Inference, row: TaskRow): Promise<Predictor> {
  const [found] = await services.db
    .select({ labels: version.labels, ofVersion: version.thresholds, stages: stagesOfVersion, type: model.type })
    .from(version)
    .innerJoin(model, eq(model.id, version.modelId))
    .where(eq(version.id, row.versionId ?? 0));
  if (!found) throw new AppError('version.damaged', { args: { model: '' } });
  const { ofVersion, ...known } = found;
  const thresholds = storedThresholds(row.params, ofVersion);
  return predictorOf(services, inference, { ...known, thresholds });
}

const isMine = (row: TaskRow) => and(eq(prediction.taskId, row.id), eq(prediction.imageId, snapshotImage.imageId));

/** The next images without a prediction, by id. */
const nextShard = (services: Services, row: TaskRow, after: number): Promise<Wanted[]> =>
  services.db
    .select({
      imageId: snapshotImage.imageId,
      sha256: snapshotImage.sha256,
      revision: snapshotImage.revision,
      name: image.name,
    })
    .from(snapshotImage)
    .innerJoin(image, eq(image.id, snapshotImage.imageId))
    .leftJoin(prediction, isMine(row))
    .where(
      and(
        eq(snapshotImage.snapshotId, row.snapshotId ?? 0),
        gt(snapshotImage.imageId, after),
        isNull(prediction.imageId),
      ),
    )
    .orderBy(asc(snapshotImage.imageId))
    .limit(shard);

async function counted(services: Services, row: TaskRow): Promise<{ done: number; total: number }> {
  const total = await services.db.$count(snapshotImage, eq(snapshotImage.snapshotId, row.snapshotId ?? 0));
  const done = await services.db.$count(prediction, eq(prediction.taskId, row.id));
  return { done, total };
}

async function store(services: Services, row: TaskRow, one: Wanted, answer: InferenceAnswer): Promise<void> {
  const body = await compress(JSON.stringify(answer.prediction));
  await services.db
    .insert(prediction)
    .values({ taskId: row.id, imageId: one.imageId, revision: one.revision, body, ms: answer.ms.model })
    .onConflictDoNothing();
}

/**
 * Runs the test. Rejects when `signal` aborts, and with a cause (`cause.…`, naming the file) when an image or the model
 * is at fault. Several images are on their way at once: one for
 * each inference process, and one more, so that none waits while an answer is stored.
 */
export async function runTest(
  services: Services,
  inference: Inference,
  row: TaskRow,
  signal: AbortSignal,
  onProgress: OnProgress = (progress) => saveProgress(services, row.id, progress),
): Promise<void> {
  const predictor = await predictorOfTest(services, inference, row).catch((error: unknown) => {
    throw error instanceof AppError ? causeFor(error, '') : error;
  });
  const meter = makeMeter(await counted(services, row), onProgress);
  await meter.report();
  const predict = async (one: Wanted): Promise<void> => {
    signal.throwIfAborted();
    const source = { path: services.blobs.path(one.sha256) };
    const ask = () => predictor.predict({ source, name: one.name });
    const answer = await askTwice(ask, one.name);
    await store(services, row, one, answer);
    await meter.step();
  };
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const wanted = await nextShard(services, row, after);
    if (wanted.length === 0) break;
    after = wanted.at(-1)!.imageId;
    await inLanes(wanted, inference.health().processes + 1, predict);
  }
  await meter.report();
}
