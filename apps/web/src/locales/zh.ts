/** Chinese texts of the interface; one file a feature. English must have the same keys (type-checked). */
import { account } from './zh/account.ts';
import { annotation } from './zh/annotation.ts';
import { authority } from './zh/authority.ts';
import { bin } from './zh/bin.ts';
import { center } from './zh/center.ts';
import { conflicts } from './zh/conflicts.ts';
import { dashboard } from './zh/dashboard.ts';
import { datasets } from './zh/datasets.ts';
import { families } from './zh/families.ts';
import { help } from './zh/help.ts';
import { history } from './zh/history.ts';
import { keys } from './zh/keys.ts';
import { masks } from './zh/masks.ts';
import { models } from './zh/models.ts';
import { online } from './zh/online.ts';
import { preannotation } from './zh/preannotation.ts';
import { projects } from './zh/projects.ts';
import { records } from './zh/records.ts';
import { results } from './zh/results.ts';
import { review } from './zh/review.ts';
import { scores } from './zh/scores.ts';
import { shell } from './zh/shell.ts';
import { tasks } from './zh/tasks.ts';
import { texts } from './zh/texts.ts';
import { transfers } from './zh/transfers.ts';
import { typing } from './zh/typing.ts';
import { ui } from './zh/ui.ts';

export const zh = {
  account,
  annotation,
  authority,
  bin,
  center,
  conflicts,
  dashboard,
  datasets,
  families,
  help,
  history,
  keys,
  masks,
  models,
  online,
  preannotation,
  projects,
  records,
  results,
  review,
  scores,
  shell,
  tasks,
  texts,
  transfers,
  typing,
  ui,
};

/** The same keys with any text; what is counted (`_other`) also has a form for one, which Chinese does not need. */
export type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> } & {
  [K in keyof T as K extends `${infer Counted}_other` ? `${Counted}_one` : never]: string;
};
