/** Results of an ended test: figures from rows at any thresholds, images worst first, and one image with its truth. */
import type { Page, Parsed, results as contract, TestImage, TestImageDetail, TestSummary } from '@loupe/contract';
import type { Thresholds } from '@loupe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import { notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { fileMissing, imageOf } from '../datasets/index.ts';
import { blob, dataset, folder, image } from '../../tables/datasets.ts';
import { snapshotImage } from '../../tables/models.ts';
import { evaluateNow, ownThresholds, type Evaluated } from './evaluate.ts';
import { writeFigures } from './kept-figures.ts';
import { listPeers } from './peers.ts';
import { ownTest, type OwnTest } from './scope.ts';
import { seenInSnapshot } from './seen.ts';
import { sendTable } from './table.ts';
import { readPrediction, readTruth } from './rows.ts';
import { prediction } from '../../tables/tasks.ts';

type Question = Parsed<(typeof contract)['testSummary']>;
/** Evaluations kept in memory: a test changes by predicting more images only. */
const kept = 30;
const evaluations = new WeakMap<Services, Map<string, Promise<Evaluated>>>();

function thresholdsAsked(test: OwnTest, asked: Question['thresholds']): Thresholds {
  const all = Object.entries(asked);
  const numbers = all.filter((one): one is [string, number] => typeof one[1] === 'number');
  const switches = all.filter((one): one is [string, boolean] => typeof one[1] === 'boolean');
  return test.predictionType.withAsked(ownThresholds(test), Object.fromEntries(numbers), Object.fromEntries(switches));
}

/** Remembers the latest evaluations, and lets those who ask at the same time share one. */
function evaluated(services: Services, own: OwnTest, thresholds: Thresholds): Promise<Evaluated> {
  const cache = evaluations.get(services) ?? new Map<string, Promise<Evaluated>>();
  evaluations.set(services, cache);
  const key = [own.task.id, own.predicted, JSON.stringify(thresholds)].join(' ');
  const work = cache.get(key) ?? evaluateNow(services, own, thresholds);
  cache.delete(key);
  cache.set(key, work);
  for (const oldest of cache.keys()) {
    if (cache.size <= kept) break;
    cache.delete(oldest);
  }
  work.catch(() => cache.delete(key));
  return work;
}

/** Seconds of model time over all images. */
const testSeconds = sql<number | null>`sum(${prediction.ms}) / 1000`.mapWith(Number);
/** The image, or the folder that it was in; `folder` must be joined where it is there. */
const isGone = sql<boolean>`(${image.deletedAt} is not null or ${folder.id} is null)`;

async function testSummary(services: Services, actor: Actor, input: Question): Promise<TestSummary> {
  const own = await ownTest(services, actor, input.taskId);
  const thresholds = thresholdsAsked(own, input.thresholds);
  const { figures, images } = await evaluated(services, own, thresholds);
  const isAsRun = Object.keys(input.thresholds).length === 0 && own.task.state === 'completed';
  // tests of earlier releases have kept none
  if (isAsRun && own.task.result === null) await writeFigures(services.db, own.task.id, figures);
  const [more] = await services.db
    .select({
      seconds: testSeconds,
      deleted: sql`count(*) filter (where ${isGone})`.mapWith(Number),
      changed: sql`count(*) filter (where not ${isGone} and ${image.revision} <> ${snapshotImage.revision})`.mapWith(
        Number,
      ),
    })
    .from(prediction)
    .innerJoin(image, eq(image.id, prediction.imageId))
    .leftJoin(
      snapshotImage,
      and(eq(snapshotImage.snapshotId, own.task.snapshotId ?? 0), eq(snapshotImage.imageId, prediction.imageId)),
    )
    .leftJoin(folder, eq(folder.id, image.folderId))
    .where(eq(prediction.taskId, own.task.id));
  return {
    ...figures.summary,
    thresholds,
    images: images.size,
    planned: own.planned,
    seen: await seenInSnapshot(services.db, own.version.id, own.task.snapshotId ?? 0),
    deleted: more?.deleted ?? 0,
    changed: more?.changed ?? 0,
    seconds: more?.seconds ?? null,
    // thresholds and figures are of one type
  } as TestSummary;
}

const byName = new Intl.Collator('en', { numeric: true });

async function testImages(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['testImages']>,
): Promise<Page<TestImage>> {
  const own = await ownTest(services, actor, input.taskId);
  const { figures, images } = await evaluated(services, own, thresholdsAsked(own, input.thresholds));
  const all = figures.images
    .filter(({ wrong }) => !input.wrongOnly || wrong)
    .map(({ wrong: _, ...figure }) => ({ ...figure, ...images.get(figure.imageId)! }));
  const sort = input.sort ?? 'worst';
  if (sort.endsWith('name')) all.sort((a, b) => byName.compare(a.name, b.name) || a.imageId - b.imageId);
  if (sort.startsWith('-')) all.reverse();
  const { pageNum, pageSize } = input;
  return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize };
}

async function testImage(
  services: Services,
  actor: Actor,
  { taskId, imageId }: { taskId: number; imageId: number },
): Promise<TestImageDetail> {
  const own = await ownTest(services, actor, taskId);
  const [found] = await services.db
    .select({ image, missing: fileMissing, deleted: isGone, isReviewed: dataset.review })
    .from(image)
    .innerJoin(blob, eq(blob.sha256, image.sha256))
    .innerJoin(dataset, eq(dataset.id, image.datasetId))
    .leftJoin(folder, eq(folder.id, image.folderId))
    .where(eq(image.id, imageId));
  const row = found?.image;
  const predicted = await readPrediction(services, taskId, imageId);
  const truth = row && predicted ? await readTruth(services, own.task, own.labels, imageId) : undefined;
  if (!row || !predicted || !truth) throw notFound();
  const shown = {
    ...imageOf(row, { missing: found.missing, isReviewed: found.isReviewed }),
    folderId: row.folderId,
    deleted: found.deleted,
  };
  return { image: shown, labels: own.labels, ...truth, prediction: predicted };
}

/** The figures of tests. */
export const makeResultHandlers = (services: Services): Handlers<typeof contract> => ({
  testSummary: (actor, input) => testSummary(services, actor, input),
  testImages: (actor, input) => testImages(services, actor, input),
  testImage: (actor, input) => testImage(services, actor, input),
  testTable: (actor, input, http) => sendTable(services, actor, input.taskId, http),
  testPeers: (actor, input) => listPeers(services, actor, input.taskId),
});
