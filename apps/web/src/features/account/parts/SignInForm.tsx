/** Account or phone, and password. Follows Enter by its own handler. */
import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError, errorText } from '../../../core/errors.ts';
import { NetworkError } from '../../../core/call.ts';
import { useApiMutation } from '../../../core/query.ts';
import { signIn } from '../../../core/session.ts';
import { followEnter } from '../../../core/enter.ts';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import styles from './login.module.css';

interface Values {
  account: string;
  password: string;
}

export function SignInForm({ onTyped }: { onTyped: (password: string) => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const login = useApiMutation('login', { silent: true });
  const first = useRef<InputRef>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (values: Values) => {
    if (login.isPending) return;
    onTyped(values.password);
    login.mutate(
      { account: values.account.trim(), password: values.password },
      {
        onSuccess: signIn,
        onError: (error) => {
          // The reason stays above the form; only a lost network also tells by message.
          if (error instanceof NetworkError) handleError(error);
        },
      },
    );
  };
  return (
    <>
      <h1 className={styles.title}>{t('account.signIn')}</h1>
      <p className="second">{t('account.signInText')}</p>
      {login.error ? <Alert type="error" showIcon title={errorText(login.error)} className={styles.alert!} /> : null}
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        className={styles.fields!}
        onFinish={submit}
        {...followEnter(form.submit)}
      >
        <Form.Item
          name="account"
          label={t('account.account')}
          rules={[{ required: true, whitespace: true, message: t('account.accountRequired') }]}
        >
          <TextField
            ref={first}
            autoComplete="username"
            prefix={<UserOutlined />}
            placeholder={t('account.accountPlaceholder')}
          />
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
        <Button type="primary" size="large" block loading={login.isPending} onClick={form.submit}>
          {t('account.signIn')}
        </Button>
      </Form>
    </>
  );
}
