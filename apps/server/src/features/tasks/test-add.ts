/** Queues a test of a version on folders; freezes the truth that it will be compared with. */
import {
  modelTypeOf,
  type Parsed,
  type ImagePart,
  type Task,
  type tasks as contract,
  type TestCheck,
  type Thresholds,
} from '@loupe/contract';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { conflictsIn } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notMarked } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { countImages, type Split } from '../../families/index.ts';
import { predictionTypeOfModel, type Labels } from '../../predictions/index.ts';
import { holdModel, ownModel, ownVersion } from '../models/index.ts';
import { dataset, folder } from '../../tables/datasets.ts';
import { snapshotDataset, versionStage } from '../../tables/models.ts';
import { classesOf, hasPart, lackedRole, ownFolders } from './material.ts';
import { testSeconds } from './estimate.ts';
import { seenInFolders, seenInProject } from '../results/index.ts';
import { makeSnapshot } from './snapshot.ts';
import { task } from '../../tables/tasks.ts';
import { taskInfo } from './view.ts';

const tested = (part: ImagePart | undefined): Split => ({
  partOf: (image) => (part === undefined || image.part === part ? 'test' : null),
  train: 0,
  val: 0,
  rule: 'none',
});

/** Folders meant for tests, in the data set that a version was trained with. */
const suggestedFolders = (tx: Tx, snapshotId: number): Promise<{ id: number }[]> =>
  tx
    .select({ id: folder.id })
    .from(folder)
    .innerJoin(snapshotDataset, eq(snapshotDataset.datasetId, folder.datasetId))
    .where(and(eq(snapshotDataset.snapshotId, snapshotId), eq(folder.type, 'test'), gt(folder.nImages, 0)))
    .orderBy(asc(folder.id))
    .limit(1000);

/** What such a model finds cannot be compared with what other sets show: their objects would be no truths, and their images good. */
async function refuseOtherSets(tx: Tx, modelType: string, datasetIds: readonly number[]): Promise<void> {
  const setType = modelTypeOf(modelType)?.setType;
  if (!setType) return;
  const isOther = and(inArray(dataset.id, [...datasetIds]), ne(dataset.setType, setType));
  const [other] = await tx.select({ name: dataset.name }).from(dataset).where(isOther).limit(1);
  if (other) throw new AppError('test.otherSetType', { args: { name: other.name } });
}

export async function checkTest(
  services: Services,
  actor: Actor,
  { versionId, folderIds, part }: Parsed<(typeof contract)['testCheck']>,
): Promise<TestCheck> {
  const { db } = services;
  const used = await ownVersion(db, actor, versionId);
  if (folderIds.length > 0) await ownFolders(db, actor, folderIds, used);
  const byFolder = await seenInFolders(db, used.id, folderIds, part);
  const images = byFolder.reduce((sum, one) => sum + one.images, 0);
  return {
    images,
    seen: byFolder.reduce((sum, one) => sum + one.seen, 0),
    seenByFolder:
      folderIds.length > 0 ? byFolder.map(({ folderId, seen }) => ({ folderId, seen })) : await seenInProject(db, used),
    conflicts: await conflictsIn(db, folderIds),
    lacks: await lackedRole(db, folderIds, part),
    suggested: (await suggestedFolders(db, used.snapshotId)).map(({ id }) => id),
    seconds: await testSeconds(db, used.modelId, images),
  };
}

export async function addTest(
  services: Services,
  actor: Actor,
  input: Parsed<(typeof contract)['testAdd']>,
): Promise<Task> {
  const used = await ownVersion(services.db, actor, input.versionId);
  if (used.state !== 'ready') throw new AppError('version.notReady');
  const { type } = await ownModel(services.db, actor, used.modelId);
  const thresholds: Thresholds = predictionTypeOfModel(type).parseThresholds(
    input.thresholds ?? used.thresholds,
    used.labels as Labels,
  );
  const id = await inTransaction(
    services.db,
    async (tx) => {
      await holdModel(tx, used);
      const { folders, datasetIds } = await ownFolders(tx, actor, input.folderIds, used);
      await refuseOtherSets(tx, type, datasetIds);
      const folderIds = folders.map((one) => one.id);
      const counts = [...(await countImages(tx, folderIds)).values()];
      if (counts.every(({ images, unannotated }) => images === unannotated)) {
        if (counts.every(({ images }) => images === 0)) throw new AppError('test.noImages');
        throw notMarked(folders.map(({ name }) => name));
      }
      if (input.part && !(await hasPart(tx, folderIds, input.part))) throw new AppError('test.noPart');
      const [stage] = await tx
        .select()
        .from(versionStage)
        .where(eq(versionStage.versionId, used.id))
        .orderBy(asc(versionStage.ordinal))
        .limit(1);
      const snapshotId = await makeSnapshot(services, tx, {
        projectId: used.projectId,
        folderIds,
        classes: await classesOf(tx, datasetIds),
        split: tested(input.part),
        seed: 0,
      });
      const [made] = await tx
        .insert(task)
        .values({
          kind: 'test',
          projectId: used.projectId,
          modelId: used.modelId,
          createdBy: actor.userId,
          state: 'queued',
          recipe: stage?.recipe ?? null,
          params: { thresholds },
          snapshotId,
          versionId: used.id,
          ordinal: sql`extract(epoch from clock_timestamp())`,
        })
        .returning({ id: task.id });
      await wakeWorkers(tx);
      return made!.id;
    },
    { isolationLevel: 'repeatable read' },
  );
  await takeTurn(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}
