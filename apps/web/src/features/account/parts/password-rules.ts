/** Rules of the two password fields, from the contract. */
import { patterns } from '@loupe/contract';
import type { FormInstance, FormRule } from 'antd';
import { contractText } from '../../../core/i18n.ts';

export const newPasswordRules = (): FormRule[] => [
  { required: true, message: contractText('account.passwordRule') },
  { pattern: patterns.password, message: contractText('account.passwordRule') },
];

/** The second field must equal the first one, named `newPassword`. */
export const repeatRules = (form: FormInstance): FormRule[] => [
  { required: true, message: contractText('account.passwordsDiffer') },
  {
    validator: (_, value: unknown) =>
      !value || value === form.getFieldValue('newPassword')
        ? Promise.resolve()
        : Promise.reject(new Error(contractText('account.passwordsDiffer'))),
  },
];
