/** Form rules drawn from the contract's fields, with texts that say what is allowed. For antd's `Form.Item rules`; names have `NameItem`. */
import { limits } from '@loupe/contract';
import type { FormRule } from 'antd';
import i18next from 'i18next';

export const descriptionRules = (): FormRule[] => [
  { max: limits.descriptionLength, message: i18next.t('ui.tooLong', { max: limits.descriptionLength }) },
];
