/**
 * Over a page that stays when the session is over: the same person signs in again and goes on where they were. Whoever is
 * somebody else, or has no password here, goes to the sign-in page.
 */
import { LockOutlined } from '@ant-design/icons';
import { Alert, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, stayWhenOver, toSignIn } from '../../../core/errors.ts';
import { useApiMutation } from '../../../core/query.ts';
import { goOn } from '../../../core/refresh-session.ts';
import { overStore, useSession } from '../../../core/session.ts';
import { useStore } from '../../../core/store.ts';
import { DraggableModal } from '../../../ui/DraggableModal.tsx';
import { PasswordField } from '../../../ui/fields.tsx';

export function SignInAgain() {
  const { t } = useTranslation();
  const over = useStore(overStore);
  const session = useSession();
  const [form] = Form.useForm<{ password: string }>();
  const login = useApiMutation('login', { silent: true });
  useEffect(stayWhenOver, []);
  const submit = ({ password }: { password: string }) => {
    if (login.isPending || !session) return;
    login.mutate({ account: session.username, password }, { onSuccess: goOn });
  };
  return (
    <DraggableModal
      open={over !== null && session !== null}
      title={t('account.again.title')}
      closable={false}
      keyboard={false}
      okText={t('account.signIn')}
      cancelText={t('account.again.leave')}
      confirmLoading={login.isPending}
      onOk={form.submit}
      onCancel={toSignIn}
      afterClose={() => login.reset()}
    >
      <p>{t('account.again.text')}</p>
      {login.error ? <Alert type="error" showIcon title={errorText(login.error)} /> : null}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} style={{ marginTop: 12 }}>
        <Form.Item label={t('account.account')}>
          <output data-testid="who">{session?.username}</output>
        </Form.Item>
        <Form.Item
          name="password"
          label={t('account.password')}
          rules={[{ required: true, message: t('account.passwordRequired') }]}
        >
          <PasswordField
            autoComplete="current-password"
            prefix={<LockOutlined />}
            placeholder={t('account.passwordPlaceholder')}
          />
        </Form.Item>
      </Form>
    </DraggableModal>
  );
}
