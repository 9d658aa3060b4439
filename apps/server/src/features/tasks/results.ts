/** Results of a finished test: figures from rows at any thresholds, pictures worst first, and one picture with its truth. */
import type { Page, Parsed, tasks as contract, TestPicture, TestPictureDetail, TestSummary } from '@loupe/contract';
import type { Thresholds } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import { inOwnProject, type Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import { AppError, found, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { evaluateTest, type TestFigures } from '../../families/index.ts';
import { testSeconds, thresholdsOf } from '../../inference/run-test.ts';
import { pictureOf } from '../datasets/index.ts';
import { image } from '../datasets/tables.ts';
import { version } from '../models/tables.ts';
import { project } from '../projects/tables.ts';
import { readPrediction, readTest, readTruth, type TestMaterial } from './result-rows.ts';
import { prediction, task } from './tables.ts';

type Asked = { taskId: number; confidence?: number | undefined; iou?: number | undefined };
interface Evaluated {
  figures: TestFigures;
  /** Name and size of each picture as it was in the snapshot. */
  pictures: TestMaterial['pictures'];
}

/** Evaluations kept in memory: a finished test never changes. */
const kept = 30;
const evaluations = new WeakMap<Services, Map<string, Promise<Evaluated>>>();

/** The test, if it is finished and the actor may see it. */
async function ownTest(services: Services, actor: Actor, taskId: number) {
  const [row] = await services.db
    .select({ task, version, family: project.family })
    .from(task)
    .innerJoin(project, eq(project.id, task.projectId))
    .leftJoin(version, eq(version.id, task.versionId))
    .where(and(eq(task.id, taskId), eq(task.kind, 'test'), inOwnProject(actor, task.projectId)));
  const own = found(row);
  if (own.task.state !== 'completed' || !own.version) throw new AppError('task.noResult');
  return { ...own, version: own.version, labels: own.version.labels as TestMaterial['labels'] };
}
type OwnTest = Awaited<ReturnType<typeof ownTest>>;

function thresholdsAsked(own: OwnTest, { confidence, iou }: Asked): Thresholds {
  const usual = thresholdsOf(own.task.params, own.version.thresholds);
  return { ...usual, confidence: confidence ?? usual.confidence, iou: iou ?? usual.iou };
}

async function evaluateNow(services: Services, own: OwnTest, thresholds: Thresholds): Promise<Evaluated> {
  const { rows, pictures } = await readTest(services, own.task, own.labels);
  return { figures: await evaluateTest({ family: own.family, rows, thresholds }), pictures };
}

/** Remembers the latest evaluations, and lets those who ask at the same time share one. */
function evaluated(services: Services, own: OwnTest, thresholds: Thresholds): Promise<Evaluated> {
  const cache = evaluations.get(services) ?? new Map<string, Promise<Evaluated>>();
  evaluations.set(services, cache);
  const key = [own.task.id, thresholds.confidence, thresholds.iou].join(' ');
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

async function testSummary(services: Services, actor: Actor, input: Asked): Promise<TestSummary> {
  const own = await ownTest(services, actor, input.taskId);
  const thresholds = thresholdsAsked(own, input);
  const { figures, pictures } = await evaluated(services, own, thresholds);
  const [time] = await services.db
    .select({ seconds: testSeconds })
    .from(prediction)
    .where(eq(prediction.taskId, own.task.id));
  const { classes, pictures: _, ...shown } = figures;
  return {
    ...shown,
    thresholds,
    pictures: pictures.size,
    classes: classes.map((figure, i) => ({ label: own.labels[i]!.name, color: own.labels[i]!.color, ...figure })),
    seconds: time?.seconds ?? null,
  };
}

const byName = new Intl.Collator('en', { numeric: true });

async function testPictures(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['testPictures']>,
): Promise<Page<TestPicture>> {
  const own = await ownTest(services, actor, input.taskId);
  const { figures, pictures } = await evaluated(services, own, thresholdsAsked(own, input));
  const all = figures.pictures
    .filter(({ fp, fn }) => !input.wrongOnly || fp + fn > 0)
    .map((figure) => ({ ...figure, ...pictures.get(figure.imageId)! }));
  const sort = input.sort ?? 'worst';
  if (sort.endsWith('name')) all.sort((a, b) => byName.compare(a.name, b.name) || a.imageId - b.imageId);
  if (sort.startsWith('-')) all.reverse();
  const { pageNum, pageSize } = input;
  return { list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize };
}

async function testPicture(
  services: Services,
  actor: Actor,
  { taskId, imageId }: { taskId: number; imageId: number },
): Promise<TestPictureDetail> {
  const own = await ownTest(services, actor, taskId);
  const [row] = await services.db.select().from(image).where(eq(image.id, imageId));
  const predicted = await readPrediction(services, taskId, imageId);
  const truth = row && predicted ? await readTruth(services, own.task, own.labels, imageId) : undefined;
  if (!row || !predicted || !truth) throw notFound();
  const picture = { ...pictureOf(row), folderId: row.folderId, deleted: row.deletedAt !== null };
  return { picture, labels: own.labels, ...truth, prediction: predicted };
}

type ResultRoutes = Pick<typeof contract, 'testSummary' | 'testPictures' | 'testPicture'>;

/** The figures of tests; composed with the other routes of tasks. */
export const makeResultHandlers = (services: Services): Handlers<ResultRoutes> => ({
  testSummary: (actor, input) => testSummary(services, actor, input),
  testPictures: (actor, input) => testPictures(services, actor, input),
  testPicture: (actor, input) => testPicture(services, actor, input),
});
