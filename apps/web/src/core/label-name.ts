/**
 * Data sets of a model, and labels that they begin with: named in the language of who added them or by their role, shown in the
 * language of who looks.
 */
import { families, familyOfModelType, type Family, type Locale, type Task } from '@loupe/contract';
import { currentLocale } from './i18n.ts';

/** The name to show; one that a person gave stays. */
export function labelName(name: string, { roles }: Pick<Family, 'roles'>, locale: Locale = currentLocale()): string {
  const given = roles.flatMap(({ labels }) => labels.map((one) => one.name));
  return given.find(({ zh, en }) => name === zh || name === en)?.[locale] ?? name;
}

/** What a data set is called: one that a model owns by its role, as its family has it. */
export function setName(name: string, { roles }: Pick<Family, 'roles'>, locale: Locale = currentLocale()): string {
  const owned = roles.find((one) => one.name !== null && one.role.toUpperCase() === name);
  return owned?.name?.[locale] ?? name;
}

/** What a task is about: its model, or where images are pre-annotated, `data set / folder`. */
export function taskSubject({ subject, params, modelType }: Pick<Task, 'subject' | 'params' | 'modelType'>): string {
  const family = familyOfModelType(modelType ?? '');
  if (!('datasetId' in params) || !family) return subject;
  const [set = '', ...folder] = subject.split(' / ');
  return [setName(set, families[family]), ...folder].join(' / ');
}
