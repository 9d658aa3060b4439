/** Form rules drawn from the contract's fields, with texts that say what is allowed. For antd's `Form.Item rules`. */
import { limits, patterns } from '@loupe/contract';
import type { FormRule } from 'antd';
import i18next from 'i18next';

const text = (pattern: RegExp, max: number, message: string): FormRule[] => [
  {
    validator: (_, value: unknown) => {
      const typed = String(value ?? '').trim();
      if (typed === '') return Promise.reject(new Error(i18next.t('ui.required')));
      return typed.length <= max && pattern.test(typed) ? Promise.resolve() : Promise.reject(new Error(message));
    },
  },
];

/** Names of projects, plans and data sets (50), or functions and labels (30). */
export const nameRules = (max: number = limits.nameLong): FormRule[] =>
  text(patterns.name, max, i18next.t('ui.nameRule', { max }));
export const folderRules = (): FormRule[] =>
  text(patterns.folderName, limits.nameShort, i18next.t('ui.folderRule', { max: limits.nameShort }));
export const descriptionRules = (): FormRule[] => [
  { max: limits.descriptionLength, message: i18next.t('ui.tooLong', { max: limits.descriptionLength }) },
];
