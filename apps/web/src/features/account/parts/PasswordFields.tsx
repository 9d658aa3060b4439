/** Old, new and repeated password: in the dialog of the user menu and at the first sign-in. */
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/fields.tsx';
import { newPasswordRules, repeatRules } from './password-rules.ts';

export interface PasswordValues {
  oldPassword: string;
  newPassword: string;
  repeatPassword: string;
}

export function PasswordFields({ form, askOld }: { form: FormInstance<PasswordValues>; askOld: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {askOld ? (
        <Form.Item
          name="oldPassword"
          label={t('account.oldPassword')}
          rules={[{ required: true, message: t('account.passwordRequired') }]}
        >
          <PasswordField autoComplete="current-password" />
        </Form.Item>
      ) : null}
      <Form.Item
        name="newPassword"
        label={t('account.newPassword')}
        rules={newPasswordRules()}
        extra={t('account.passwordPlaceholder')}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeatPassword"
        label={t('account.repeatPassword')}
        dependencies={['newPassword']}
        rules={repeatRules(form)}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
