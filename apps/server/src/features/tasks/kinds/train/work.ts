/** What the engine is told to train: the frozen images, the parameters, and the weights to begin with. */
import { pathToFileURL } from 'node:url';
import type { Job } from '@loupe/contract';
import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../core/services.ts';
import { snapshot, versionStage } from '../../../../tables/models.ts';
import type { EngineWork } from '../../../../tasks-runner/kind.ts';
import type { TaskRow } from '../../../../tasks-runner/state.ts';

/** Weights of the version that the training begins with. A file that is gone is the engine's to name. */
async function findStart({ db, blobs }: Services, versionId: number | null): Promise<Job['start']> {
  if (versionId === null) return null;
  const [stage] = await db
    .select({ sha256: versionStage.bestSha256 })
    .from(versionStage)
    .where(and(eq(versionStage.versionId, versionId), eq(versionStage.ordinal, 0)));
  return stage?.sha256 ? { url: pathToFileURL(blobs.path(stage.sha256)).href, sha256: stage.sha256 } : null;
}

export async function workOfTraining(services: Services, row: TaskRow): Promise<EngineWork> {
  const { blobs, db } = services;
  const [frozen] = await db.select().from(snapshot).where(eq(snapshot.id, row.snapshotId!));
  if (!frozen) throw new Error(`task ${row.id} has no snapshot`);
  const classes = frozen.classes as { name: string }[];
  return {
    mode: 'train',
    recipe: row.recipe,
    stage: { index: 0, count: 1 },
    manifest: {
      url: pathToFileURL(blobs.path(frozen.manifestSha256)).href,
      sha256: frozen.manifestSha256,
      images: frozen.nTrain + frozen.nVal + frozen.nTest,
    },
    classes: classes.map(({ name }, index) => ({ index, name })),
    params_v: row.paramsV,
    params: row.params,
    start: await findStart(services, row.startVersionId),
  };
}
