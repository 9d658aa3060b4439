/** What the engine is told to train: the frozen images, the parameters, and the weights to begin with. */
import { pathToFileURL } from 'node:url';
import { recipes, type Job, type RecipeId } from '@loupe/contract';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { snapshot, versionStage } from '../../../../tables/models.ts';
import { attempt } from '../../../../tables/tasks.ts';
import type { EngineWork } from '../../../../tasks-runner/kind.ts';
import type { AttemptRow } from '../../../../tasks-runner/outcome.ts';
import type { TaskRow, TaskRun } from '../../../../tasks-runner/state.ts';
import { completedAttempts, stagesOf, type StageToTrain } from '../../stages.ts';
import { graphLeft } from './artefacts.ts';

/** Weights of the version that the training begins with. A file that is gone is the engine's to name. */
async function findStart({ db, blobs }: Services, versionId: number | null, ordinal: number): Promise<Job['start']> {
  if (versionId === null) return null;
  const [stage] = await db
    .select({ sha256: versionStage.bestSha256 })
    .from(versionStage)
    .where(and(eq(versionStage.versionId, versionId), eq(versionStage.ordinal, ordinal)));
  return stage?.sha256 ? { url: pathToFileURL(blobs.path(stage.sha256)).href, sha256: stage.sha256 } : null;
}

type Graph = Job['earlier'][number]['onnx'];

/** A stage is trained again, and so is what came after it: no attempt since then stands any more. */
async function forgetSince(services: Services, { taskId, n }: AttemptRow): Promise<void> {
  services.log.warn({ taskId, attempt: n }, 'the graph of a stage is gone: the stage is trained again');
  await services.db
    .update(attempt)
    .set({ checkpoint: null, endedAs: sql`case ended_as when 'completed' then 'lost' else ended_as end` })
    .where(and(eq(attempt.taskId, taskId), gte(attempt.n, n)));
}

/** The graphs of the stages that are trained, up to one that is gone: its run folder was tidied, or is not in the backup. */
async function earlierGraphs(services: Services, taskId: number, most: number): Promise<Graph[]> {
  const graphs: Graph[] = [];
  for (const completed of (await completedAttempts(services, taskId)).slice(0, most)) {
    /* oxlint-disable no-await-in-loop -- each stage needs those before it */
    const graph = await graphLeft(services, completed);
    if (!graph) {
      await forgetSince(services, completed);
      break;
    }
    /* oxlint-enable no-await-in-loop */
    graphs.push({ url: pathToFileURL(graph.file).href, sha256: graph.sha256 });
  }
  return graphs;
}

const partsOf = ({ recipe, params }: StageToTrain) => recipes[recipe as RecipeId].readerParts?.(params) ?? [];

export async function workOfTraining(services: Services, row: TaskRow): Promise<EngineWork> {
  const { blobs, db } = services;
  const [frozen] = await db.select().from(snapshot).where(eq(snapshot.id, row.snapshotId!));
  if (!frozen) throw new Error(`task ${row.id} has no snapshot`);
  const classes = frozen.classes as { name: string }[];
  const stages = stagesOf(row);
  const graphs = await earlierGraphs(services, row.id, stages.length - 1);
  const index = graphs.length;
  const stage = stages[index]!;
  const { kept = [] } = row.run as TaskRun;
  const keeps = kept.includes(index);
  return {
    mode: 'train',
    recipe: stage.recipe,
    stage: { index, count: stages.length },
    earlier: graphs.map((onnx, i) => ({ recipe: stages[i]!.recipe, params: stages[i]!.params, onnx })),
    manifest: {
      url: pathToFileURL(blobs.path(frozen.manifestSha256)).href,
      sha256: frozen.manifestSha256,
      images: frozen.nTrain + frozen.nVal + frozen.nTest,
    },
    classes: classes.map(({ name }, index) => ({ index, name })),
    params_v: stage.paramsV,
    params: stage.params,
    // beside a stage that is kept the others learn from nothing
    start: keeps || kept.length === 0 ? await findStart(services, row.startVersionId, index) : null,
    keep: keeps,
    needs: [...new Set(stages.slice(index).flatMap(partsOf))],
  };
}
