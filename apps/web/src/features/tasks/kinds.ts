/**
 * What the screens show of each kind of task; a kind without a row does not compile. Words alone and no components: the
 * start of the app reads it too.
 */
import type { RouteName, Task, TaskKind } from '@loupe/contract';
import type { ParseKeys } from 'i18next';
import { formatCount } from '../../core/format.ts';
import type { SceneSearch, ScreenId } from '../../core/scene.tsx';
import { learnedImages } from '../../ui/learned-images.ts';
import {
  countedStanding,
  isTrainingCounted,
  stagesOfTask,
  trainingStanding,
  type Curves,
  type TaskProgress,
} from './parts/progress.ts';

/** How tasks of a kind stand in the list of their model. */
interface KindList {
  empty: ParseKeys;
  /** Among the words of the family. */
  emptyText: 'noTraining' | 'noTest';
  /** What makes the first one, and whether that takes a version of the model. */
  add: {
    text: ParseKeys;
    screen: ScreenId;
    search: (modelId: number) => SceneSearch;
    takesVersion: boolean;
    route: RouteName;
  };
  images: { title: ParseKeys; count: (task: Task) => string };
  /** With the parameters that tell its tasks apart. */
  hasSettings: boolean;
  /** With what came of them. */
  hasFigures: boolean;
}

export interface TaskKindView {
  name: ParseKeys;
  /** The page of one task; null: it is followed from the header. */
  screen: ScreenId | null;
  current: (task: Task, curves: Curves) => TaskProgress;
  /** Whether the task alone says how far it is, without its curves. */
  isCounted: (task: Task) => boolean;
  /** What comes when its time is over; null: that is its end, and the hour is told. */
  afterwards: ParseKeys | null;
  list: KindList | null;
  /** What else is read again when one of its tasks changes. */
  refreshes: readonly RouteName[];
}

const train: TaskKindView = {
  name: 'tasks.kinds.train',
  screen: 'TrainingInfo',
  current: trainingStanding,
  isCounted: isTrainingCounted,
  afterwards: 'tasks.thenFinish',
  list: {
    empty: 'tasks.empty.trainTitle',
    emptyText: 'noTraining',
    add: {
      text: 'models.train',
      screen: 'AddSet',
      search: (modelId) => ({ modelId }),
      takesVersion: false,
      route: 'trainAdd',
    },
    images: {
      title: 'tasks.images',
      count: (task) =>
        learnedImages(
          task.images,
          stagesOfTask(task).map(({ params }) => params),
        ),
    },
    hasSettings: true,
    hasFigures: false,
  },
  refreshes: [],
};

const test: TaskKindView = {
  name: 'tasks.kinds.test',
  screen: 'Result',
  current: countedStanding,
  isCounted: () => true,
  afterwards: null,
  list: {
    empty: 'tasks.empty.testTitle',
    emptyText: 'noTest',
    add: {
      text: 'models.newTest',
      screen: 'TestAdd',
      search: (model) => ({ model }),
      takesVersion: true,
      route: 'testAdd',
    },
    images: { title: 'tasks.testImages', count: ({ images }) => formatCount(images.test) },
    hasSettings: false,
    hasFigures: true,
  },
  refreshes: [],
};

const preannotate: TaskKindView = {
  name: 'tasks.kinds.preannotate',
  screen: null,
  current: countedStanding,
  isCounted: () => true,
  afterwards: null,
  list: null,
  refreshes: ['folderList', 'folderInfo', 'imageList', 'imageInfo'],
};

/** Imports and exports have lists of their own. */
const transfer = {
  screen: null,
  current: countedStanding,
  isCounted: () => true,
  afterwards: null,
  list: null,
  refreshes: ['uploadList', 'uploadInfo', 'uploadReport', 'exportList'],
} satisfies Omit<TaskKindView, 'name'>;

export const taskKindViews: { readonly [K in TaskKind]: TaskKindView } = {
  train,
  test,
  preannotate,
  import: { ...transfer, name: 'tasks.kinds.import' },
  export: { ...transfer, name: 'tasks.kinds.export' },
};

/** Throws for a kind whose tasks are not those of a model. */
export function listOf(kind: TaskKind): KindList {
  const { list } = taskKindViews[kind];
  if (!list) throw new Error(`tasks of kind ${kind} are not listed by model`);
  return list;
}

/** How far a task is; curves where they were read. */
export const progressOf = (task: Task, curves: Curves): TaskProgress => taskKindViews[task.kind].current(task, curves);
