/** Name, company and e-mail, asked of a customer once after the first sign-in. Follows Enter by its own handler. */
import { limits, patterns } from '@loupe/contract';
import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { followEnter } from '../../../core/enter.ts';
import { useApiMutation } from '../../../core/query.ts';
import { sessionStore, signIn } from '../../../core/session.ts';
import { TextField } from '../../../ui/fields.tsx';
import { OtherAccount } from './OtherAccount.tsx';
import styles from './login.module.css';

interface Values {
  name: string;
  company: string;
  email: string;
}

export function CompletionForm() {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const complete = useApiMutation('infoCompletion');
  const submit = (values: Values) => {
    if (complete.isPending) return;
    complete.mutate(values, {
      onSuccess: () => {
        const session = sessionStore.get();
        if (session) signIn({ ...session, userName: values.name.trim(), mustComplete: false });
      },
    });
  };
  const fields = [
    { name: 'name', most: limits.nameShort, pattern: patterns.personName, auto: 'name', rule: t('account.nameRule') },
    {
      name: 'company',
      most: limits.nameLong,
      pattern: patterns.line,
      auto: 'organization',
      rule: t('account.companyRule'),
    },
    { name: 'email', most: 100, pattern: patterns.email, auto: 'email', rule: t('center.emailRule') },
  ] as const;
  const labels = { name: t('center.realName'), company: t('center.company'), email: t('center.email') };
  return (
    <>
      <h1 className={styles.title}>{t('account.completeTitle')}</h1>
      <p className="second">{t('account.completeText')}</p>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        className={styles.fields!}
        onFinish={submit}
        {...followEnter(form.submit)}
      >
        {fields.map(({ name, most, pattern, auto, rule }) => (
          <Form.Item
            key={name}
            name={name}
            label={labels[name]}
            rules={[{ required: true, whitespace: true, pattern, message: rule }]}
          >
            <TextField maxLength={most} autoComplete={auto} />
          </Form.Item>
        ))}
        <Button type="primary" size="large" block loading={complete.isPending} onClick={form.submit}>
          {t('account.completeButton')}
        </Button>
        <OtherAccount />
      </Form>
    </>
  );
}
