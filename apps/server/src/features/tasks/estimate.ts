/** About how long a task takes, by earlier ones of the same model; null where none tells. A step of a training also by others. */
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { RecipeDef, TrainCheck } from '@loupe/contract';
import type { Tx } from '../../core/db.ts';
import { snapshot } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';
import type { Processor } from '../../tasks-runner/devices.ts';
import type { TaskRun } from '../../tasks-runner/state.ts';

/** Earlier tasks that are looked at. */
const looked = 20;
const seconds = sql<number>`extract(epoch from ${task.endedAt} - ${task.startedAt})`.mapWith(Number);

const completed = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ params: task.params, run: task.run, seconds, train: snapshot.nTrain, test: snapshot.nTest })
    .from(task)
    .innerJoin(snapshot, eq(snapshot.id, task.snapshotId))
    .where(and(which, eq(task.state, 'completed'), isNotNull(task.startedAt), isNotNull(task.endedAt)))
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
type Cost = keyof typeof costs;
const isSame = (keys: readonly Cost[]) => (one: Params, other: Params) =>
  keys.every((key) => (one[key] ?? costs[key]) === (other[key] ?? costs[key]));
const isAlike = isSame(Object.keys(costs) as Cost[]);
const isSameNetwork = isSame(['method', 'network', 'backbone', 'smallObjects']);

/** Steps, or images seen of a recipe that knows no steps beforehand. */
const lengthOf = ({ length }: RecipeDef, params: Params, images: number): number | null =>
  length ? length.steps(params, images) : Number(params['epochs'] ?? 0) * images;

/** Steps from which on the seconds of a training are those of its steps, not of its beginning and end. */
const tellingSteps = 100;

const imagesOfStep = (params: Params, images: number): number =>
  Math.min(Number(params['batchSize'] ?? costs.batchSize), images);

/** By the latest training of the whole server with the same network: a step costs by its images and the square of their size. */
async function byAnyTraining(tx: Tx, recipe: RecipeDef, params: Params, images: number): Promise<number | null> {
  const rows = await completed(tx, and(eq(task.kind, 'train'), eq(task.recipe, recipe.id)));
  for (const { params: stored, run, seconds: took, train } of rows) {
    const one = stored as Params;
    const done = (run as TaskRun | null)?.length?.steps ?? recipe.length?.steps(one, train) ?? 0;
    const size = Number(one['imageSize']);
    if (done < tellingSteps || !isSameNetwork(one, params) || !(size > 0)) continue;
    const area = (Number(params['imageSize']) / size) ** 2;
    return ((took / done) * area * imagesOfStep(params, images)) / imagesOfStep(one, train);
  }
  return null;
}

/** By what an image costs on such processors, where one trains; with this many threads at best. */
const byProcessor = (recipe: RecipeDef, params: Params, images: number, processor: Processor | null): number | null => {
  const each = processor && recipe.length?.imageSeconds?.(params, processor);
  return each ? (each * imagesOfStep(params, images)) / processor.threads : null;
};

interface Asked {
  modelId: number;
  recipe: RecipeDef;
  params: Params;
  images: number;
  processor: Processor | null;
}

/** Seconds that it took beyond the time asked for: export, proof and what is tried on the version come after the steps. */
function beyondTime({ seconds: took, params }: { seconds: number; params: unknown }, recipe: RecipeDef): number {
  const minutes = recipe.length?.minutes(params as Params) ?? 0;
  return minutes > 0 ? Math.max(0, took - 60 * minutes) : 0;
}

/** By the time asked for where there is one, and what the latest one that is alike took beyond it; else by the latest training that is alike; a step also by what is less alike. */
export async function trainingTime(tx: Tx, asked: Asked): Promise<Pick<TrainCheck, 'seconds' | 'stepSeconds'>> {
  const { modelId, recipe, params, images, processor } = asked;
  const own = and(eq(task.modelId, modelId), eq(task.kind, 'train'));
  const earlier = (await completed(tx, own)).find((one) => isAlike(one.params as Params, params));
  const ofEarlier = (earlier?.run as TaskRun | null)?.length?.steps;
  const done = earlier ? (ofEarlier ?? lengthOf(recipe, earlier.params as Params, earlier.train) ?? 0) : 0;
  const each = earlier && done > 0 ? earlier.seconds / done : null;
  const minutes = recipe.length?.minutes(params) ?? 0;
  const about = async () =>
    (await byAnyTraining(tx, recipe, params, images)) ?? byProcessor(recipe, params, images, processor);
  const stepSeconds = recipe.length ? (each ?? (minutes > 0 ? await about() : null)) : null;
  if (minutes > 0) return { seconds: minutes * 60 + (earlier ? beyondTime(earlier, recipe) : 0), stepSeconds };
  const steps = lengthOf(recipe, params, images);
  return { seconds: each === null || !steps ? null : each * steps, stepSeconds };
}

/** Of several stages, the times asked for; null where one goes by epochs: earlier trainings are timed as a whole. */
export function secondsOfStages(stages: readonly { recipe: RecipeDef; params: Params }[]): number | null {
  const minutes = stages.map(({ recipe, params }) => recipe.length?.minutes(params) ?? 0);
  return minutes.every((one) => one > 0) ? 60 * minutes.reduce((all, one) => all + one, 0) : null;
}

export async function testSeconds(tx: Tx, modelId: number, images: number): Promise<number | null> {
  const [earlier] = await completed(tx, and(eq(task.modelId, modelId), eq(task.kind, 'test')));
  return earlier && earlier.test > 0 ? (earlier.seconds / earlier.test) * images : null;
}
