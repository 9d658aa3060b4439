/** About how long a task takes, by earlier ones of the same model; null where none tells. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../core/db.ts';
import { snapshot } from '../../tables/models.ts';
import { task } from '../../tables/tasks.ts';

/** Earlier tasks that are looked at. */
const looked = 20;
const seconds = sql<number>`extract(epoch from ${task.endedAt} - ${task.startedAt})`.mapWith(Number);

const completed = (tx: Tx, modelId: number, kind: 'train' | 'test') =>
  tx
    .select({ params: task.params, seconds, train: snapshot.nTrain, test: snapshot.nTest })
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
const stepsOf = (params: Params, images: number): number => Number(params['epochs'] ?? 0) * images;

/** What decides how long a step takes, each with what a training means that does not say it. */
const costs = { method: null, network: null, backbone: 'own', imageSize: null };

/** By the budget of time where the training has one, else by the latest with the same network and size. */
export async function trainingSeconds(tx: Tx, modelId: number, params: Params, images: number): Promise<number | null> {
  const budget = params['method'] === 'synthetic' ? Number(params['timeBudget'] ?? 0) : 0;
  if (budget > 0) return budget * 60;
  const same = (other: Params) =>
    Object.entries(costs).every(([key, unsaid]) => (other[key] ?? unsaid) === (params[key] ?? unsaid));
  const earlier = (await completed(tx, modelId, 'train')).find((one) => same(one.params as Params));
  const done = earlier ? stepsOf(earlier.params as Params, earlier.train) : 0;
  return earlier && done > 0 ? (earlier.seconds / done) * stepsOf(params, images) : null;
}

export async function testSeconds(tx: Tx, modelId: number, images: number): Promise<number | null> {
  const [earlier] = await completed(tx, modelId, 'test');
  return earlier && earlier.test > 0 ? (earlier.seconds / earlier.test) * images : null;
}
