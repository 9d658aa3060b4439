/** A training before it is queued: what it would use, what the person should know, and the snapshot it freezes. */
import {
  limits,
  messages,
  type MessageKey,
  type Parsed,
  type Task,
  type tasks as contract,
  type TrainCheck,
} from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { ownModel, type ModelRow } from '../models/index.ts';
import { model } from '../../tables/models.ts';
import {
  classesOf,
  countObjects,
  countPictures,
  ownFolders,
  refuseMissingFiles,
  splitByRole,
  splitMaterial,
  type ClassLabel,
  type Counts,
  type Split,
} from './material.ts';
import { trainingSeconds } from './estimate.ts';
import { makeSnapshot } from './snapshot.ts';
import { startOf } from './start-version.ts';
import { task } from '../../tables/tasks.ts';
import { readParams, recipeOf } from './train-input.ts';
import { taskInfo } from './view.ts';

type Request = Parsed<(typeof contract)['trainAdd']>;

interface Plan {
  params: Record<string, unknown>;
  folderIds: number[];
  classes: ClassLabel[];
  split: Split;
  check: TrainCheck;
}

/** Of the two kinds of pictures, as the design has them. */
const [okColor, ngColor] = ['#147a45', '#b8232c'] as const;

const sum = (counts: Iterable<Counts>, of: keyof Counts): number => [...counts].reduce((total, c) => total + c[of], 0);

/** Refuses what cannot be trained at all. */
function refuseUntrainable(
  counts: Map<number, Counts>,
  validationIds: readonly number[],
  classes: readonly ClassLabel[],
) {
  const isEmpty = ({ pictures }: Counts) => pictures === 0;
  const isUnmarked = ({ pictures, unannotated }: Counts) => pictures > 0 && unannotated === pictures;
  const all = [...counts.values()];
  const trains = [...counts].filter(([id]) => !validationIds.includes(id)).map(([, c]) => c);
  if (trains.every(isEmpty)) throw new AppError('train.noPictures');
  if (all.every((c) => isEmpty(c) || isUnmarked(c))) throw new AppError('train.noAnnotated');
  const unmarked = [...counts].filter(([, c]) => isUnmarked(c)).map(([id]) => id);
  if (unmarked.length > 0) throw new AppError('folder.notMarked', { data: { folderIds: unmarked } });
  if (classes.length === 0) throw new AppError('dataset.noLabels');
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

function warningsOf(request: Request, plan: Omit<Plan, 'check'>, known: string[] | undefined): MessageKey[] {
  const { split, classes } = plan;
  const keys: MessageKey[] = [];
  const share = split.val / (split.train + split.val);
  if (request.validationFolderIds.length > 0 && share < limits.validationShareMin) keys.push('train.validationSmall');
  if (
    known &&
    !sameNames(
      known,
      classes.map(({ name }) => name),
    )
  )
    keys.push('train.labelMismatch');
  return keys;
}

/** A training from good pictures: OK and NG are the truth, and nothing has to be marked. */
async function planByRole(
  tx: Tx,
  { params, folderIds, classes }: Pick<Plan, 'params' | 'folderIds' | 'classes'>,
  request: Request,
): Promise<Plan> {
  await refuseMissingFiles(tx, folderIds);
  const percent = Number(params['validationSplit'] ?? limits.validationSplitMin);
  const { split, counts } = await splitByRole(tx, folderIds, percent, request.seed);
  if (counts.ok === 0) throw new AppError('train.noOk');
  if (counts.ok < limits.okPicturesMin) throw new AppError('train.tooFewOk', { args: { min: limits.okPicturesMin } });
  const keys: MessageKey[] = counts.ok < limits.okPicturesGood ? ['train.fewOk'] : [];
  if (counts.ngLeftOut > 0) keys.push('train.ngOfTrained');
  const check: TrainCheck = {
    train: split.train,
    val: split.val,
    unannotated: 0,
    objects: 0,
    perLabel: [
      { name: 'OK', color: okColor, objects: counts.ok },
      { name: 'NG', color: ngColor, objects: counts.ng },
    ],
    trial: false,
    seconds: await trainingSeconds(tx, request.modelId, params, split.train),
    warnings: keys.map((key) => ({ key, ...messages[key] })),
  };
  return { params, folderIds, classes, split, check };
}

/** All that a training needs to know, read at one moment. Throws what forbids it. */
async function planTraining(tx: Tx, actor: Actor, target: ModelRow, request: Request): Promise<Plan> {
  const params = readParams(recipeOf(target.type), request.params);
  const known = await startOf(tx, target.id, request.startVersionId, params);
  const folderIds = [...new Set([...request.folderIds, ...request.validationFolderIds])];
  const { datasetIds, areModels } = await ownFolders(tx, actor, folderIds, {
    projectId: target.projectId,
    modelId: target.id,
  });
  const classes = await classesOf(tx, datasetIds);
  if (areModels) return planByRole(tx, { params, folderIds, classes }, request);
  const counts = await countPictures(tx, folderIds);
  refuseUntrainable(counts, request.validationFolderIds, classes);
  await refuseMissingFiles(tx, folderIds);
  const percent = Number(params['validationSplit'] ?? limits.validationSplitMin);
  const split = await splitMaterial(tx, folderIds, request.validationFolderIds, percent, request.seed);
  if (split.train === 0) throw new AppError('train.noPictures');
  if (split.val < limits.validationPicturesMin) throw new AppError('train.noValidation');
  const objects = await countObjects(tx, folderIds);
  const perLabel = classes.map(({ labelId, name, color }) => ({ name, color, objects: objects.get(labelId) ?? 0 }));
  const totalObjects = perLabel.reduce((total, one) => total + one.objects, 0);
  if (totalObjects === 0) throw new AppError('train.noObjects');
  const keys = warningsOf(request, { params, folderIds, classes, split }, known);
  const check: TrainCheck = {
    train: split.train,
    val: split.val,
    unannotated: sum(counts.values(), 'unannotated'),
    objects: totalObjects,
    perLabel,
    trial: Number(params['imageSize'] ?? Infinity) < (recipeOf(target.type).trialBelow ?? 0),
    seconds: await trainingSeconds(tx, target.id, params, split.train),
    warnings: keys.map((key) => ({ key, ...messages[key] })),
  };
  return { params, folderIds, classes, split, check };
}

const atOneMoment = { isolationLevel: 'repeatable read' } as const;

export async function checkTraining(services: Services, actor: Actor, request: Request): Promise<TrainCheck> {
  const target = await ownModel(services.db, actor, request.modelId);
  return inTransaction(services.db, async (tx) => (await planTraining(tx, actor, target, request)).check, atOneMoment);
}

/** Freezes the snapshot and queues the training. */
export async function addTraining(services: Services, actor: Actor, request: Request): Promise<Task> {
  const target = await ownModel(services.db, actor, request.modelId);
  const id = await inTransaction(
    services.db,
    async (tx) => {
      // the model cannot be deleted under the task
      const held = await tx.select({ id: model.id }).from(model).where(eq(model.id, target.id)).for('key share');
      if (held.length === 0) throw notFound();
      const plan = await planTraining(tx, actor, target, request);
      const [warning] = plan.check.warnings;
      if (warning && !request.confirmed) {
        throw new AppError(warning.key as MessageKey, { data: { confirm: true, check: plan.check } });
      }
      const recipe = recipeOf(target.type);
      const snapshotId = await makeSnapshot(services, tx, {
        projectId: target.projectId,
        folderIds: plan.folderIds,
        classes: plan.classes,
        split: plan.split,
        seed: request.seed,
      });
      const [made] = await tx
        .insert(task)
        .values({
          kind: 'train',
          projectId: target.projectId,
          modelId: target.id,
          createdBy: actor.userId,
          state: 'queued',
          recipe: recipe.id,
          params: plan.params,
          paramsV: recipe.paramsVersion,
          snapshotId,
          startVersionId: request.startVersionId ?? null,
          run: { seed: request.seed, threads: 0, device: '' },
          ordinal: sql`extract(epoch from clock_timestamp())`,
        })
        .returning({ id: task.id });
      await wakeWorkers(tx);
      return made!.id;
    },
    atOneMoment,
  );
  await takeTurn(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}
