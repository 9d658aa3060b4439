/** Account or phone, and password. Follows Enter by its own handler. */
import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Form, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError, errorText } from '../../../core/errors.ts';
import { NetworkError } from '../../../core/call.ts';
import { useApiMutation } from '../../../core/query.ts';
import { refusalStore, signIn } from '../../../core/session.ts';
import { useStore } from '../../../core/store.ts';
import { followEnter } from '../../../core/enter.ts';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import styles from './login.module.css';

interface Values {
  account: string;
  password: string;
  remember?: boolean;
}

interface SignInFormProps {
  onTyped: (password: string) => void;
  /** Why another way in failed. */
  failed?: string | null;
}

export function SignInForm({ onTyped, failed }: SignInFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const login = useApiMutation('login', { silent: true });
  const refused = useStore(refusalStore);
  const error = login.error ?? refused;
  const refusal = error ? errorText(error) : login.isPending ? null : (failed ?? null);
  const first = useRef<InputRef>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (values: Values) => {
    if (login.isPending) return;
    onTyped(values.password);
    login.mutate(
      { account: values.account.trim(), password: values.password, remember: values.remember ?? false },
      {
        onSuccess: (data) => signIn(data),
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
      {refusal ? <Alert type="error" showIcon title={refusal} className={styles.alert!} /> : null}
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
        <Form.Item name="remember" valuePropName="checked" className={styles.remember!}>
          <Checkbox>
            {t('account.remember')} <span className="hint">{t('account.rememberHint')}</span>
          </Checkbox>
        </Form.Item>
        <Button type="primary" size="large" block loading={login.isPending} onClick={form.submit}>
          {t('account.signIn')}
        </Button>
      </Form>
    </>
  );
}
