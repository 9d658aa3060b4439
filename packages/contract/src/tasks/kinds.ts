/** The kinds of tasks: what each needs, offers and says. A new kind is a row here, on the server and in the web. */
import type { PermissionKey } from '../core/permission.ts';
import { addRow, idsOf } from '../core/registry.ts';
import type { Words } from '../families/params.ts';
import { confirmPrompts, type Prompt, type TaskAction } from './state.ts';

export type TaskKind = 'train' | 'test' | 'preannotate' | 'import' | 'export';
export const taskKindIds = idsOf<TaskKind>(['train', 'test', 'preannotate', 'import', 'export']);
export const TaskKind = taskKindIds.schema;

export interface TaskKindDef {
  /** What one needs to act on tasks of this kind, whoever may see the queue. */
  permission: PermissionKey;
  /** What a person may ask of such a task where its state allows it, in the order of the buttons. */
  actions: readonly TaskAction[];
  /** What is asked before an action, where the general words do not fit. */
  prompts: Readonly<Partial<Record<TaskAction, Words>>>;
  /** Whether its version is made by it or used by it; null where it has nothing to do with versions. */
  version: 'made' | 'used' | null;
  /** Deleted by `task/delete`. Others have more than themselves to lose (a report, a file), and calls of their own for it. */
  isDeletedAsTask: boolean;
}

/** Tasks that predict or learn image by image, and keep what they have. */
const longWork: readonly TaskAction[] = ['cancel', 'pause', 'resume', 'complete', 'stop', 'retry'];

const train: TaskKindDef = {
  permission: 'model/pageList',
  actions: longWork,
  prompts: {
    stop: {
      zh: '训练将在当前步骤后停止，不会生成版本。近期内可以重试，从最近的检查点继续。',
      en: 'The training stops after the current step and does not create a version. For a few days, you can try again from its last checkpoint.',
    },
    complete: {
      zh: '提前结束训练，并以目前最好的权重生成版本。',
      en: 'The training ends early, and the best weights so far become a version.',
    },
  },
  version: 'made',
  isDeletedAsTask: true,
};

const test: TaskKindDef = {
  permission: 'model/pageList',
  actions: longWork,
  prompts: {
    stop: {
      zh: '测试将停止，没有结果。已预测的图片会保留，重试时从中断处继续。',
      en: 'The test stops without a result. Its predictions are kept, and you can try again to continue from there.',
    },
    complete: {
      zh: '提前结束测试，结果只包含目前已预测的图片。',
      en: 'The test ends early. Its result covers the images predicted so far.',
    },
  },
  version: 'used',
  isDeletedAsTask: true,
};

const preannotate: TaskKindDef = {
  permission: 'dataset/picture/handleImg',
  actions: ['cancel', 'pause', 'resume', 'stop', 'retry'],
  prompts: {
    pause: {
      zh: '已完成的图片会保留。暂停期间可以编辑和删除这些图片。',
      en: 'Finished images are kept. While it is paused, the images can be edited and deleted.',
    },
    stop: {
      zh: '预标注将停止，已完成图片的预测会保留。重试时从中断处继续。',
      en: 'The pre-annotation stops. Predictions of finished images are kept, and you can try again to continue from there.',
    },
  },
  version: 'used',
  isDeletedAsTask: true,
};

/** Work on data sets: it is deleted with its report or its file. */
const transfer = { actions: ['cancel', 'stop'], prompts: {}, version: null, isDeletedAsTask: false } as const;

export const taskKinds: { readonly [K in TaskKind]: TaskKindDef } = {
  train,
  test,
  preannotate,
  import: { ...transfer, permission: 'dataset/picture/pageList' },
  export: { ...transfer, permission: 'dataset/pageList' },
};

/** Makes a further kind known, before the first input is read. */
export function registerTaskKind(id: string, row: TaskKindDef): void {
  addRow(taskKinds, id, row);
  taskKindIds.add(id);
}

/** The kinds whose tasks make a version, or use one. */
export const kindsByVersion = (version: TaskKindDef['version']): TaskKind[] =>
  taskKindIds.all.filter((kind) => taskKinds[kind].version === version);

/** What is asked before a task of this kind does what the person wants. */
export const promptOf = (kind: TaskKind, action: TaskAction): Prompt => ({
  ...confirmPrompts[action],
  text: taskKinds[kind].prompts[action] ?? confirmPrompts[action].text,
});
