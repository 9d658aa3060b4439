/** What the engine is told to train: the frozen images, the parameters, and the weights to begin with. */
import { pathToFileURL } from 'node:url';
import type { Job } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { snapshot, versionStage } from '../../../../tables/models.ts';
import type { EngineWork } from '../../../../tasks-runner/kind.ts';
import type { AttemptRow } from '../../../../tasks-runner/outcome.ts';
import { engineFile, runFolder } from '../../../../tasks-runner/run-folder.ts';
import type { TaskRow } from '../../../../tasks-runner/state.ts';
import { completedAttempts, stagesOf } from '../../stages.ts';
import { artefactsOf } from './artefacts.ts';

/** Weights of the version that the training begins with. A file that is gone is the engine's to name. */
async function findStart({ db, blobs }: Services, versionId: number | null, ordinal: number): Promise<Job['start']> {
  if (versionId === null) return null;
  const [stage] = await db
    .select({ sha256: versionStage.bestSha256 })
    .from(versionStage)
    .where(and(eq(versionStage.versionId, versionId), eq(versionStage.ordinal, ordinal)));
  return stage?.sha256 ? { url: pathToFileURL(blobs.path(stage.sha256)).href, sha256: stage.sha256 } : null;
}

/** The graph that an earlier stage of the training made; it lies in the run folder until the training ends. */
async function graphFile(services: Services, completed: AttemptRow): Promise<Job['earlier'][number]['onnx']> {
  const artefact = (await artefactsOf(services, completed)).get('onnx');
  const folder = runFolder(services.config.data, completed.taskId, completed.n);
  const file = artefact && (await engineFile(services.config.data, folder, artefact.path));
  if (!file) throw new Error(`attempt ${completed.n} of task ${completed.taskId} left no graph`);
  return { url: pathToFileURL(file).href, sha256: artefact.sha256 };
}

export async function workOfTraining(services: Services, row: TaskRow): Promise<EngineWork> {
  const { blobs, db } = services;
  const [frozen] = await db.select().from(snapshot).where(eq(snapshot.id, row.snapshotId!));
  if (!frozen) throw new Error(`task ${row.id} has no snapshot`);
  const classes = frozen.classes as { name: string }[];
  const stages = stagesOf(row);
  const trained = (await completedAttempts(services, row.id)).slice(0, stages.length - 1);
  const index = trained.length;
  const stage = stages[index]!;
  const graphs = await Promise.all(trained.map((one) => graphFile(services, one)));
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
    start: await findStart(services, row.startVersionId, index),
  };
}
