/** The generated password must be replaced before anything else. */
import { Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { sessionStore, signIn, signOut } from '../../../core/session.ts';
import { followEnter } from '../../../core/enter.ts';
import { PasswordFields, type PasswordValues } from './PasswordFields.tsx';
import styles from './login.module.css';

export function FirstPassword({ oldPassword }: { oldPassword: string | null }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<PasswordValues>();
  const change = useApiMutation('changePassword');
  const logout = useApiMutation('logout', { silent: true });
  const submit = (values: PasswordValues) =>
    change.mutate(
      { oldPassword: oldPassword ?? values.oldPassword, newPassword: values.newPassword },
      {
        onSuccess: () => {
          const session = sessionStore.get();
          if (session) signIn({ ...session, mustChangePassword: false });
        },
      },
    );
  const first = oldPassword === null ? 'oldPassword' : 'newPassword';
  useEffect(() => form.focusField(first), [form, first]);
  return (
    <>
      <h1 className={styles.title}>{t('account.firstTitle')}</h1>
      <p className="second">{t('account.firstText')}</p>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        className={styles.fields!}
        onFinish={submit}
        {...followEnter(form.submit)}
      >
        <PasswordFields form={form} askOld={oldPassword === null} />
        <Button type="primary" size="large" block loading={change.isPending} onClick={form.submit}>
          {t('account.setPassword')}
        </Button>
        <Button type="text" block style={{ marginTop: 8 }} onClick={() => logout.mutate({}, { onSettled: signOut })}>
          {t('account.otherAccount')}
        </Button>
      </Form>
    </>
  );
}
