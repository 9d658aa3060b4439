/** A training before it is queued: what it would use, what the person should know, and the snapshot it freezes. */
import {
  isReadyStage,
  messageWords,
  modelTypeOf,
  type MessageArgs,
  type MessageKey,
  type Parsed,
  type Task,
  type tasks as contract,
  type TrainCheck,
  type RecipeDef,
} from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { conflictsIn } from '../../core/conflicts.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { tallyUp } from '../../core/tally.ts';
import { inTransaction } from '../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { readCards, trainingProcessor, type Card, type Processor } from '../../tasks-runner/devices.ts';
import { plannerOf, type ClassLabel, type Split } from '../../families/index.ts';
import { readReaderFaults, type ReaderFaults } from '../../tasks-runner/reader-parts.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { holdModel, ownModel, type ModelRow } from '../models/index.ts';
import { classesOf, holdLabels, labelledSets, ownFolders } from './material.ts';
import { secondsOfStages, trainingTime } from './estimate.ts';
import { makeSnapshot } from './snapshot.ts';
import { paramsOfVersion, refuseUnknown, startOf } from './start-version.ts';
import { task } from '../../tables/tasks.ts';
import { readParams, recipesOf } from './train-input.ts';
import type { StageToTrain } from './stages.ts';
import { taskInfo } from './view.ts';

type Request = Parsed<(typeof contract)['trainAdd']>;

interface Plan {
  /** Of the first stage. */
  params: Record<string, unknown>;
  laterStages: StageToTrain[];
  folderIds: number[];
  classes: ClassLabel[];
  split: Split;
  check: TrainCheck;
  /** Of the first warning. */
  args: MessageArgs;
}

const noSuchStage = { zh: '多于模型的后续阶段', en: 'has more entries than the model has later stages' };

/** The graphics cards; throws where the one that is asked for is not among them. */
async function cardsFor(device: string): Promise<Card[]> {
  const cards = await readCards();
  if (device.startsWith('cuda:') && !cards.some((card) => card.device === device)) {
    throw new AppError('train.noCard', { args: { number: device.slice('cuda:'.length) }, data: { field: 'device' } });
  }
  return cards;
}

interface Asked {
  target: ModelRow;
  request: Request;
  cards: Card[];
  readerFaults: ReaderFaults;
  /** What would train it; null: a graphics card. */
  processor: Processor | null;
}

/** The parameters of all stages: as they are asked for, and of a stage that stays as it is those of its version. */
async function readStages(tx: Tx, target: ModelRow, request: Request): Promise<Pick<Plan, 'params' | 'laterStages'>> {
  const all = recipesOf(target.type);
  const { keptStages: kept, startVersionId, laterParams } = request;
  if (laterParams.length > all.length - 1) throw invalid('laterParams', noSuchStage);
  if (kept.some((ordinal) => ordinal >= all.length)) throw invalid('keptStages', noSuchStage);
  if (kept.length > 0 && startVersionId === undefined) {
    throw new AppError('train.keptVersion', { data: { field: 'startVersionId' } });
  }
  if (new Set(kept).size === all.length) throw new AppError('train.stageKept', { data: { field: 'keptStages' } });
  const earlier = kept.length > 0 ? await paramsOfVersion(tx, target.id, startVersionId!) : [];
  const keptParams = (recipe: RecipeDef, i: number) => ({
    ...(earlier[i]?.params as Record<string, unknown>),
    ...(all.slice(0, i).some((_, before) => !kept.includes(before)) ? recipe.open : {}),
  });
  const [first, ...laterStages] = all.map((recipe, i): StageToTrain => {
    const params = kept.includes(i) ? keptParams(recipe, i) : i === 0 ? request.params : laterParams[i - 1];
    return {
      recipe: recipe.id,
      params: readParams(recipe, (params ?? {}) as Record<string, unknown>),
      paramsV: recipe.paramsVersion,
    };
  });
  return { params: first!.params, laterStages };
}

/** Of a model that reads texts. */
const readerFaultsFor = async ({ config }: Services, { type }: ModelRow): Promise<ReaderFaults> =>
  recipesOf(type).some(({ readerParts }) => readerParts) ? readReaderFaults(config.python) : [];

/** Weights that only a later stage lacks are missed after hours of the first one, so all are looked at before the start. */
function refuseWithoutReader({ target, readerFaults }: Asked, all: readonly Record<string, unknown>[]): void {
  const parts = recipesOf(target.type).flatMap((recipe, i) => recipe.readerParts?.(all[i]!) ?? []);
  const fault = readerFaults.find(({ part }) => parts.includes(part));
  if (!fault) return;
  const key = fault.code === 'reader.missing' ? 'train.readerMissing' : 'train.readerDamaged';
  throw new AppError(key, { args: { file: fault.file } });
}

/** All that a training needs to know, read at one moment. Throws what forbids it. */
async function planTraining(tx: Tx, actor: Actor, asked: Asked): Promise<Plan> {
  const { target, request, cards, processor } = asked;
  const [recipe] = recipesOf(target.type);
  const { params, laterStages } = await readStages(tx, target, request);
  const all = [params, ...laterStages.map((stage) => stage.params)];
  refuseWithoutReader(asked, all);
  const kept = request.keptStages;
  const known = await startOf(tx, target.id, request.startVersionId, all, kept);
  const folderIds = [...new Set([...request.folderIds, ...request.validationFolderIds])];
  const { datasetIds } = await ownFolders(tx, actor, folderIds, {
    projectId: target.projectId,
    modelId: target.id,
  });
  const classes = await classesOf(tx, await labelledSets(tx, target.id, datasetIds));
  if (kept.includes(laterStages.length)) {
    const locating = recipe.locates?.(params) ?? [];
    await refuseUnknown(
      tx,
      request.startVersionId!,
      classes.map(({ name }) => name).filter((name) => !locating.includes(name)),
    );
  }
  const { split, check, warnings } = await plannerOf(target.type)(tx, {
    modelType: modelTypeOf(target.type)!,
    folderIds,
    validationFolderIds: request.validationFolderIds,
    classes,
    params,
    laterParams: laterStages.map((stage) => stage.params),
    trialBelow: recipe.trialBelow ?? 0,
    known,
    seed: request.seed,
  });
  const time = await trainingTime(tx, { modelId: target.id, recipe, params, images: split.train, processor });
  if (laterStages.length > 0) {
    const stages = recipesOf(target.type).map((one, i) => ({ recipe: one, params: all[i]! }));
    time.seconds = secondsOfStages(stages.filter((_, i) => !kept.includes(i)));
  }
  const { train, val } = split;
  const texts = warnings.map(({ key, args }) => ({ key, ...messageWords(key, args) }));
  const conflicts = await conflictsIn(tx, folderIds);
  const whole = { ...check, ...time, train, val, cards, conflicts, warnings: texts };
  return { params, laterStages, folderIds, classes, split, check: whole, args: warnings[0]?.args ?? {} };
}

const atOneMoment = { isolationLevel: 'repeatable read' } as const;

export async function checkTraining(services: Services, actor: Actor, request: Request): Promise<TrainCheck> {
  const target = await ownModel(services.db, actor, request.modelId);
  const cards = await cardsFor(request.device);
  const isOnCard = cards.length > 0 && request.device !== 'cpu';
  const processor = isOnCard ? null : await trainingProcessor(services.config.tasksAtOnce);
  const readerFaults = await readerFaultsFor(services, target);
  const plan = (tx: Tx) => planTraining(tx, actor, { target, request, cards, readerFaults, processor });
  return inTransaction(services.db, async (tx) => (await plan(tx)).check, atOneMoment);
}

/** Each stage is ready-made, or taken as it is from the version that the training starts from. */
const learnsNothing = ({ params, laterStages }: Plan, kept: readonly number[]): boolean =>
  [params, ...laterStages.map((stage) => stage.params)].every((one, i) => isReadyStage(one) || kept.includes(i));

/** Freezes the snapshot and queues the training. */
export async function addTraining(services: Services, actor: Actor, request: Request): Promise<Task> {
  const target = await ownModel(services.db, actor, request.modelId);
  const cards = await cardsFor(request.device);
  const readerFaults = await readerFaultsFor(services, target);
  const kept = [...new Set(request.keptStages)];
  const wanted = request.device === 'auto' ? {} : { requested: request.device };
  const id = await inTransaction(
    services.db,
    async (tx) => {
      await holdModel(tx, { projectId: target.projectId, modelId: target.id });
      const plan = await planTraining(tx, actor, { target, request, cards, readerFaults, processor: null });
      const [warning] = plan.check.warnings;
      if (warning && !request.confirmed) {
        throw new AppError(warning.key as MessageKey, { args: plan.args, data: { confirm: true, check: plan.check } });
      }
      const [recipe] = recipesOf(target.type);
      await holdLabels(tx, plan.classes);
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
          laterStages: plan.laterStages.length === 0 ? null : plan.laterStages,
          snapshotId,
          startVersionId: request.startVersionId ?? null,
          run: {
            seed: request.seed,
            threads: 0,
            device: '',
            folders: { train: request.folderIds, validation: request.validationFolderIds },
            ...wanted,
            ...(kept.length > 0 ? { kept } : {}),
            ...(learnsNothing(plan, kept) ? { learnsNothing: true } : {}),
          },
          ordinal: sql`extract(epoch from clock_timestamp())`,
        })
        .returning({ id: task.id });
      await wakeWorkers(tx);
      await tallyUp(tx, actor.userId, 'trainings', 1);
      return made!.id;
    },
    atOneMoment,
  );
  await takeTurn(services, id);
  await announceTask(services, id, true);
  return taskInfo(services, actor, id);
}
