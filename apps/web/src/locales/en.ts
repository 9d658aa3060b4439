/** English texts of the interface: the keys of the Chinese ones. */
import { account } from './en/account.ts';
import { annotation } from './en/annotation.ts';
import { authority } from './en/authority.ts';
import { bin } from './en/bin.ts';
import { center } from './en/center.ts';
import { conflicts } from './en/conflicts.ts';
import { dashboard } from './en/dashboard.ts';
import { datasets } from './en/datasets.ts';
import { families } from './en/families.ts';
import { help } from './en/help.ts';
import { history } from './en/history.ts';
import { keys } from './en/keys.ts';
import { masks } from './en/masks.ts';
import { models } from './en/models.ts';
import { online } from './en/online.ts';
import { preannotation } from './en/preannotation.ts';
import { projects } from './en/projects.ts';
import { records } from './en/records.ts';
import { results } from './en/results.ts';
import { review } from './en/review.ts';
import { scores } from './en/scores.ts';
import { shell } from './en/shell.ts';
import { tasks } from './en/tasks.ts';
import { texts } from './en/texts.ts';
import { transfers } from './en/transfers.ts';
import { typing } from './en/typing.ts';
import { ui } from './en/ui.ts';
import type { SameKeys, zh } from './zh.ts';

export const en: SameKeys<typeof zh> = {
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
