/** About how long a task takes, by earlier ones of the same model; null where none tells. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { RecipeDef, TrainCheck } from '@loupe/contract';
import type { Tx } from '../../core/db.ts';
import { snapshot } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import type { TaskRun } from '../../tasks-runner/state.ts';

/** Earlier tasks that are looked at. */
const looked = 20;
const seconds = sql<number>`extract(epoch from ${task.endedAt} - ${task.startedAt})`.mapWith(Number);

const completed = (tx: Tx, modelId: number, kind: 'train' | 'test') =>
  tx
    .select({ params: task.params, run: task.run, seconds, train: snapshot.nTrain, test: snapshot.nTest })
    .from(task)
    .innerJoin(snapshot, eq(snapshot.id, task.snapshotId))
    .where(
      and(
        eq(task.modelId, modelId),
        eq(task.kind, kind),
        eq(task.state, 'completed'),
        isNotNull(task.startedAt),
        isNotNull(task.endedAt),
      ),
    )
    .orderBy(desc(task.id))
    .limit(looked);

type Params = Readonly<Record<string, unknown>>;
/** What decides how long a step takes, each with what a training means that does not say it. */
const costs = {
  method: null,
  network: null,
  backbone: 'own',
  smallObjects: false,
  imageSize: null,
  batchSize: 16,
  multiScale: false,
};
const isAlike = (one: Params, other: Params) =>
  Object.entries(costs).every(([key, unsaid]) => (one[key] ?? unsaid) === (other[key] ?? unsaid));

/** Steps, or images seen of a recipe that knows no steps beforehand. */
const lengthOf = ({ length }: RecipeDef, params: Params, images: number): number | null =>
  length ? length.steps(params, images) : Number(params['epochs'] ?? 0) * images;

/** By the time asked for where there is one, else by the latest training that is alike. */
export async function trainingTime(
  tx: Tx,
  modelId: number,
  recipe: RecipeDef,
  params: Params,
  images: number,
): Promise<Pick<TrainCheck, 'seconds' | 'stepSeconds'>> {
  const earlier = (await completed(tx, modelId, 'train')).find((one) => isAlike(one.params as Params, params));
  const ofEarlier = (earlier?.run as TaskRun | null)?.length?.steps;
  const done = earlier ? (ofEarlier ?? lengthOf(recipe, earlier.params as Params, earlier.train) ?? 0) : 0;
  const each = earlier && done > 0 ? earlier.seconds / done : null;
  const stepSeconds = recipe.length ? each : null;
  const minutes = recipe.length?.minutes(params) ?? 0;
  if (minutes > 0) return { seconds: minutes * 60, stepSeconds };
  const steps = lengthOf(recipe, params, images);
  return { seconds: each === null || !steps ? null : each * steps, stepSeconds };
}

export async function testSeconds(tx: Tx, modelId: number, images: number): Promise<number | null> {
  const [earlier] = await completed(tx, modelId, 'test');
  return earlier && earlier.test > 0 ? (earlier.seconds / earlier.test) * images : null;
}
