/** A training before it is queued: what it would use, what the person should know, and the snapshot it freezes. */
import {
  messageWords,
  modelTypeOf,
  type MessageArgs,
  type MessageKey,
  type Parsed,
  type Task,
  type tasks as contract,
  type TrainCheck,
} from '@loupe/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { tallyUp } from '../../core/tally.ts';
import { inTransaction } from '../../core/transaction.ts';
import { announceTask, wakeWorkers } from '../../tasks-runner/announce.ts';
import { readCards, trainingProcessor, type Card, type Processor } from '../../tasks-runner/devices.ts';
import { plannerOf, type ClassLabel, type Split } from '../../families/index.ts';
import { takeTurn } from '../../tasks-runner/places.ts';
import { holdModel, ownModel, type ModelRow } from '../models/index.ts';
import { classesOf, labelledSets, ownFolders } from './material.ts';
import { trainingTime } from './estimate.ts';
import { makeSnapshot } from './snapshot.ts';
import { startOf } from './start-version.ts';
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
  /** What would train it; null: a graphics card. */
  processor: Processor | null;
}

/** All that a training needs to know, read at one moment. Throws what forbids it. */
async function planTraining(tx: Tx, actor: Actor, asked: Asked): Promise<Plan> {
  const { target, request, cards, processor } = asked;
  const [recipe, ...later] = recipesOf(target.type);
  const params = readParams(recipe, request.params);
  if (request.laterParams.length > later.length) throw invalid('laterParams', noSuchStage);
  const laterStages = later.map((one, i): StageToTrain => ({
    recipe: one.id,
    params: readParams(one, request.laterParams[i] ?? {}),
    paramsV: one.paramsVersion,
  }));
  const all = [params, ...laterStages.map((stage) => stage.params)];
  const known = await startOf(tx, target.id, request.startVersionId, all);
  const folderIds = [...new Set([...request.folderIds, ...request.validationFolderIds])];
  const { datasetIds } = await ownFolders(tx, actor, folderIds, {
    projectId: target.projectId,
    modelId: target.id,
  });
  const classes = await classesOf(tx, await labelledSets(tx, target.id, datasetIds));
  const { split, check, warnings } = await plannerOf(target.type)(tx, {
    modelType: modelTypeOf(target.type)!,
    folderIds,
    validationFolderIds: request.validationFolderIds,
    classes,
    params,
    trialBelow: recipe.trialBelow ?? 0,
    known,
    seed: request.seed,
  });
  const time = await trainingTime(tx, { modelId: target.id, recipe, params, images: split.train, processor });
  const { train, val } = split;
  const texts = warnings.map(({ key, args }) => ({ key, ...messageWords(key, args) }));
  const whole = { ...check, ...time, train, val, cards, warnings: texts };
  return { params, laterStages, folderIds, classes, split, check: whole, args: warnings[0]?.args ?? {} };
}

const atOneMoment = { isolationLevel: 'repeatable read' } as const;

export async function checkTraining(services: Services, actor: Actor, request: Request): Promise<TrainCheck> {
  const target = await ownModel(services.db, actor, request.modelId);
  const cards = await cardsFor(request.device);
  const isOnCard = cards.length > 0 && request.device !== 'cpu';
  const processor = isOnCard ? null : await trainingProcessor(services.config.tasksAtOnce);
  const plan = (tx: Tx) => planTraining(tx, actor, { target, request, cards, processor });
  return inTransaction(services.db, async (tx) => (await plan(tx)).check, atOneMoment);
}

/** Freezes the snapshot and queues the training. */
export async function addTraining(services: Services, actor: Actor, request: Request): Promise<Task> {
  const target = await ownModel(services.db, actor, request.modelId);
  const cards = await cardsFor(request.device);
  const wanted = request.device === 'auto' ? {} : { requested: request.device };
  const id = await inTransaction(
    services.db,
    async (tx) => {
      await holdModel(tx, { projectId: target.projectId, modelId: target.id });
      const plan = await planTraining(tx, actor, { target, request, cards, processor: null });
      const [warning] = plan.check.warnings;
      if (warning && !request.confirmed) {
        throw new AppError(warning.key as MessageKey, { args: plan.args, data: { confirm: true, check: plan.check } });
      }
      const [recipe] = recipesOf(target.type);
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
          run: { seed: request.seed, threads: 0, device: '', ...wanted },
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
