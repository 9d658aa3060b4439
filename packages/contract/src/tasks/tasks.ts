/** Tasks: what a person sees of trainings, tests and other long work. */
import { z } from 'zod';
import { Conflicts } from '../conflicts.ts';
import { ById, Count, Id, Nothing, SearchText, Time } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { pageInput, pageOf } from '../core/paging.ts';
import { route } from '../core/route.ts';
import { ImagePart } from '../datasets/images.ts';
import { DatasetRole } from '../families/ids.ts';
import { Thresholds } from '../predictions/index.ts';
import { Cause } from './cause.ts';
import { TaskKind } from './kinds.ts';
import { TaskAction, TaskState } from './state.ts';

export const TaskProgress = z.object({
  phase: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  unit: z.string(),
  etaSeconds: z.number().nullable(),
  /** Of a pre-annotation that has ended: what it proposes that nobody has turned down. */
  proposals: Count.optional(),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

/** What the length that was asked for has become. */
export const TrainingLength = z.object({ epochs: Count, steps: Count });
export type TrainingLength = z.infer<typeof TrainingLength>;

/** A text in both languages, ready to be shown. */
export const BothTexts = z.object({ zh: z.string(), en: z.string() });
export type BothTexts = z.infer<typeof BothTexts>;

/** `auto`: a free graphics card where there is one, else the CPU; `cuda:0` is the first card. */
export const RequestedDevice = z.string().regex(/^(?:auto|cpu|cuda:\d{1,2})$/);

export const Task = z.object({
  id: Id,
  kind: TaskKind,
  state: TaskState,
  projectId: Id,
  /** Null for tasks that are about images alone: import and export. */
  modelId: Id.nullable(),
  /** What the task is about: the model, the file that is imported, the data set that is exported. */
  subject: z.string(),
  versionId: Id.nullable(),
  versionNumber: Count.nullable(),
  recipe: z.string(),
  /** Of the model; null where the task has none (imports, exports). */
  modelType: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
  /** Of the stages after the first. */
  laterParams: z.array(z.record(z.string(), z.unknown())),
  /** Folders that a training was given, told of one task alone; trainings of earlier releases don't know them. */
  folders: z.object({ train: z.array(Id), validation: z.array(Id) }).optional(),
  /** The version that a training begins with, and its stages that stay as they are; told of one task alone. */
  start: z.object({ versionId: Id, number: Count, kept: z.array(Count) }).optional(),
  /** The device that a training was asked to use, where it is not `auto`; told of one task alone. */
  requestedDevice: RequestedDevice.optional(),
  /** The stage that is being trained, from 0, of a training of several; null for everything else. */
  stage: z.object({ index: Count, count: Count, recipe: z.string() }).nullable(),
  /** Of a training by steps once it has begun; null before, and for everything else. */
  length: TrainingLength.nullable(),
  images: z.object({ train: Count, val: Count, test: Count }),
  /** Of a test that has ended: the numbers of its summary, by their names; null: not worked out, or it is no test. */
  figures: z.record(z.string(), z.number().nullable()).nullable().optional(),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  progress: TaskProgress.nullable(),
  cause: Cause.nullable(),
  causeText: BothTexts.nullable(),
  /** Place in the queue from 1; null when it does not wait. */
  queuePosition: Count.nullable(),
  /** Why it waits: the device is taken, others come first, a pause after a fault, or nothing and it starts now. */
  waitsFor: z.enum(['device', 'turn', 'pause', 'start']).nullable(),
  /** Seconds in which it has run, without waiting and pauses. */
  activeSeconds: z.number(),
  attempt: Count,
  device: z.string().nullable(),
  /** What the task may be asked for now. */
  actions: z.array(TaskAction),
  createdBy: z.string(),
  createdAt: Time,
  startedAt: Time.nullable(),
  endedAt: Time.nullable(),
});
export type Task = z.infer<typeof Task>;

/** `stage`: of a training in several, from 0; steps begin again in each. */
export const SeriesPoint = z.object({ stage: Count, name: z.string(), step: Count, value: z.number() });
export type SeriesPoint = z.infer<typeof SeriesPoint>;
export const TaskLine = z.object({
  id: Id,
  attempt: Count,
  at: Time,
  kind: z.string(),
  body: z.record(z.string(), z.unknown()),
  text: BothTexts.nullable(),
});
export type TaskLine = z.infer<typeof TaskLine>;

export const TrainRequest = z.object({
  modelId: Id,
  folderIds: z.array(Id).min(1).max(limits.taskFolders),
  /** Folders whose images validate; empty: split off by `validationSplit`. */
  validationFolderIds: z.array(Id).max(limits.taskFolders).default([]),
  params: z.record(z.string(), z.unknown()),
  /** Parameters of the stages after the first, where the model type has several; a stage that is left out takes its defaults. */
  laterParams: z.array(z.record(z.string(), z.unknown())).max(9).default([]),
  /** A version of the model whose weights the training begins with. */
  startVersionId: Id.optional(),
  /** Stages that stay as they are in that version, with its parameters; the others are then trained from nothing. */
  keptStages: z.array(z.int().min(0).max(9)).max(9).default([]),
  device: RequestedDevice.default('auto'),
  /** Of the split and of everything random in the training: the same data, parameters and seed give the same weights. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1),
  /** The person read the warnings and goes on. */
  confirmed: z.boolean().default(false),
});
/** What a training would use, and what a person should know before it starts. */
export const TrainCheck = z.object({
  train: Count,
  val: Count,
  unannotated: Count,
  objects: Count,
  perLabel: z.array(z.object({ name: z.string(), color: z.string(), objects: Count })),
  /** Smaller than the specification has it, though the images are not. */
  trial: z.boolean(),
  /** Pixels of the longest side of all images. Left out where it decides nothing. */
  longestSide: Count.optional(),
  /**
   * Of a sample of the objects: the side of a square as large as its box over the longest side of its image. Empty where the
   * truth is not drawn.
   */
  objectSides: z.array(z.number()),
  /** Width and height of the images, each pair once, the most frequent first. Left out where they decide nothing. */
  imageSides: z.array(z.tuple([Count, Count])).optional(),
  /** About how long it takes, by the budget asked for or by an earlier training of the model; null: not known. */
  seconds: z.number().nullable(),
  /**
   * About what a step takes, by an earlier training of the model with the same network and size, else by any of this server
   * with the same network, else by what such a step costs on processors; null: not known.
   */
  stepSeconds: z.number().nullable(),
  /** Graphics cards that a training can ask for, each as `device` names it. */
  cards: z.array(z.object({ device: z.string(), name: z.string() })),
  /** Shapes that are left out, because nobody has decided between two edits of them. */
  conflicts: Conflicts,
  warnings: z.array(z.object({ key: z.string(), zh: z.string(), en: z.string() })),
});
export type TrainCheck = z.infer<typeof TrainCheck>;

const testAsked = {
  versionId: Id,
  thresholds: Thresholds.optional(),
  /** Only images of this part, where images carry one. */
  part: ImagePart.optional(),
};
/** What a test would use, and what a person should know before it starts. */
export const TestCheck = z.object({
  images: Count,
  /** Of them, those that the version or one it began with was trained or validated on: the figures flatter. */
  seen: Count,
  /** Of the folders that were asked about; where none was, of all of the project that have such images. */
  seenByFolder: z.array(z.object({ folderId: Id, seen: Count })),
  /** Folders meant for tests in the data set that the version was trained with. */
  suggested: z.array(Id),
  conflicts: Conflicts,
  /** Where the role of a data set is the truth of its images: the role of which the test has none; null: it has all. */
  lacks: DatasetRole.nullable(),
  /** About how long it takes, by the latest test of the model; null: not known. */
  seconds: z.number().nullable(),
});
export type TestCheck = z.infer<typeof TestCheck>;

const permission = 'model/pageList';

export const tasks = {
  taskList: route({
    method: 'POST',
    path: 'task/pageList',
    permission,
    needs: 'view',
    input: pageInput(
      {
        kind: TaskKind.optional(),
        modelId: Id.optional(),
        projectId: Id.optional(),
        versionId: Id.optional(),
        state: TaskState.optional(),
        name: SearchText.optional(),
      },
      ['createdAt'],
    ),
    output: pageOf(Task),
    summary: 'Tasks, newest first',
  }),
  taskInfo: route({
    method: 'POST',
    path: 'task/info',
    permission,
    needs: 'view',
    input: ById,
    output: Task,
    summary: 'One task',
  }),
  taskSeries: route({
    method: 'POST',
    path: 'task/series',
    permission,
    needs: 'view',
    input: ById.extend({
      afterStep: z.int().min(-1).max(limits.idMax).default(-1),
      stage: Count.max(9).optional().describe('Of this stage alone; left out: of all'),
    }),
    output: z.array(SeriesPoint),
    summary: 'Points of the curves after a given step',
  }),
  taskLines: route({
    method: 'POST',
    path: 'task/lines',
    permission,
    needs: 'view',
    input: ById.extend({ afterId: Count.default(0) }),
    output: z.array(TaskLine),
    summary: 'Log of the task: at most 500 lines after an id',
  }),
  taskWeights: route({
    method: 'GET',
    path: 'task/weights',
    kind: 'binary',
    permission,
    needs: 'view',
    input: z.object({
      id: z.coerce.number().int().min(1).max(limits.idMax),
      epoch: z.coerce.number().int().min(1).max(limits.epochsMax),
    }),
    output: Nothing,
    summary: 'Weights of an epoch that the save interval kept',
  }),
  taskAct: route({
    method: 'POST',
    path: 'task/act',
    permission,
    needs: 'edit',
    input: ById.extend({ action: TaskAction }),
    output: Task,
    summary: 'Stop, cancel, pause, resume or complete a task',
  }),
  taskDelete: route({
    method: 'POST',
    path: 'task/delete',
    permission,
    needs: 'edit',
    input: ById,
    output: Nothing,
    summary: 'Delete a finished training or test that created no version',
  }),
  trainCheck: route({
    method: 'POST',
    path: 'task/train/check',
    permission,
    needs: 'edit',
    input: TrainRequest,
    output: TrainCheck,
    summary: 'What a training would use',
  }),
  trainAdd: route({
    method: 'POST',
    path: 'task/train/add',
    permission,
    needs: 'edit',
    input: TrainRequest,
    output: Task,
    summary: 'Queue a training on a snapshot of its data',
  }),
  testCheck: route({
    method: 'POST',
    path: 'task/test/check',
    permission,
    needs: 'edit',
    input: z.object({ ...testAsked, folderIds: z.array(Id).max(limits.taskFolders).default([]) }),
    output: TestCheck,
    summary: 'What a test would use',
  }),
  testAdd: route({
    method: 'POST',
    path: 'task/test/add',
    permission,
    needs: 'edit',
    input: z.object({ ...testAsked, folderIds: z.array(Id).min(1).max(limits.taskFolders) }),
    output: Task,
    summary: 'Queue a test of a version on folders',
  }),
};
