/**
 * Data sets of a model, and labels that they begin with: named in the language of who added them or by their role, shown in the
 * language of who looks.
 */
import {
  families,
  familyOfModelType,
  setNameIn,
  setSubjectIn,
  type Family,
  type FamilyId,
  type Locale,
  type Task,
} from '@loupe/contract';
import { currentLocale } from './i18n.ts';

/** The name to show; one that a person gave stays. */
export function labelName(name: string, { roles }: Pick<Family, 'roles'>, locale: Locale = currentLocale()): string {
  const given = roles.flatMap(({ labels }) => labels.map((one) => one.name));
  return given.find(({ zh, en }) => name === zh || name === en)?.[locale] ?? name;
}

/** What a data set is called. */
export const setName = (name: string, family: Pick<Family, 'roles'>, locale: Locale = currentLocale()): string =>
  setNameIn(locale, name, family);

/** The same of a data set at hand. */
export const nameOfSet = ({ name, family }: { name: string; family: FamilyId }, locale?: Locale): string =>
  setName(name, families[family], locale);

/** What a task is about: its model, or where images are pre-annotated, `data set / folder`. */
export function taskSubject({ subject, params, modelType }: Pick<Task, 'subject' | 'params' | 'modelType'>): string {
  const family = familyOfModelType(modelType ?? '');
  if (!('datasetId' in params) || !family) return subject;
  return setSubjectIn(currentLocale(), subject, families[family]);
}
