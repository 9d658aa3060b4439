/** Registering, and a new password for a forgotten one: number, code by SMS, password twice. Follows Enter by its own handler. */
import { plainPhone, type PublicConfig } from '@loupe/contract';
import { Alert, Button, Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { followEnter } from '../../../core/enter.ts';
import { notify } from '../../../core/notify.ts';
import { invalidate, useApiMutation } from '../../../core/query.ts';
import { signIn } from '../../../core/session.ts';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import { CodeField } from '../center/CodeField.tsx';
import { AgreementLinks } from './AgreementLinks.tsx';
import { newPasswordRules, repeatRules } from './password-rules.ts';
import { WhomToAsk } from './WhomToAsk.tsx';
import styles from './login.module.css';

export type ByCode = 'register' | 'reset';

interface Values {
  phone: string;
  code: string;
  newPassword: string;
  repeatPassword: string;
  agreed?: boolean;
}

/** The calls of each purpose; both have the same shape. */
function useCalls(purpose: ByCode) {
  const isRegister = purpose === 'register';
  const check = useApiMutation(isRegister ? 'registerCheck' : 'forgetPassCheck');
  const send = useApiMutation(isRegister ? 'registerSendCode' : 'forgetPassSendCode');
  const register = useApiMutation('registerSmsSubmit');
  const reset = useApiMutation('forgetPassSmsSubmit');
  return { check, send, register, reset };
}

function Fields({ purpose }: { purpose: ByCode }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Values>();
  const { check, send } = useCalls(purpose);
  const isFirst = purpose === 'register';
  const sendTo = async () => {
    const values = await form.validateFields(['phone']).catch(() => null);
    if (!values) return null;
    const { phone } = values as Pick<Values, 'phone'>;
    const { isOpen } = await check.mutateAsync({ phone });
    // switched off since the page was opened: it then says so
    if (!isOpen) await invalidate('publicConfig');
    return isOpen ? { phone: plainPhone(phone)!, sent: await send.mutateAsync({ phone }) } : null;
  };
  return (
    <>
      <Form.Item
        name="phone"
        label={t('center.phone')}
        rules={[
          {
            validator: (_, typed: unknown) =>
              plainPhone(String(typed ?? '')) === undefined
                ? Promise.reject(new Error(t('center.phoneRule')))
                : Promise.resolve(),
          },
        ]}
      >
        <TextField inputMode="tel" autoComplete="tel" placeholder={t('center.phoneRule')} />
      </Form.Item>
      <CodeField send={sendTo} />
      <Form.Item
        name="newPassword"
        label={t(isFirst ? 'account.password' : 'account.newPassword')}
        rules={newPasswordRules()}
      >
        <PasswordField autoComplete="new-password" placeholder={t('account.passwordPlaceholder')} />
      </Form.Item>
      <Form.Item
        name="repeatPassword"
        label={t(isFirst ? 'account.repeatFirst' : 'account.repeatPassword')}
        dependencies={['newPassword']}
        rules={repeatRules(form)}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      {isFirst ? (
        <Form.Item
          name="agreed"
          valuePropName="checked"
          className={styles.remember!}
          rules={[{ required: true, type: 'enum', enum: [true], message: t('account.agreeRule') }]}
        >
          <Checkbox>
            <AgreementLinks lead={t('account.agree')} />
          </Checkbox>
        </Form.Item>
      ) : null}
    </>
  );
}

interface ByCodeFormProps {
  purpose: ByCode;
  config: PublicConfig;
  onBack: () => void;
}

export function ByCodeForm({ purpose, config, onBack }: ByCodeFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { register, reset } = useCalls(purpose);
  const isBusy = register.isPending || reset.isPending;
  const submit = ({ phone, code, newPassword, repeatPassword }: Values) => {
    if (isBusy) return;
    const input = { phone, code, password: newPassword, passwordAgain: repeatPassword };
    if (purpose === 'register')
      return register.mutate({ ...input, agreed: true }, { onSuccess: (session) => signIn(session) });
    reset.mutate(input, {
      onSuccess: () => {
        notify.success(t('account.resetDone'));
        onBack();
      },
    });
  };
  const isOff = config.codes === 'off';
  return (
    <>
      <h1 className={styles.title}>{t(`account.${purpose}Title`)}</h1>
      {isOff ? (
        <Alert
          type="info"
          showIcon
          className={styles.alert!}
          title={t(`account.${purpose}Off`)}
          description={<WhomToAsk config={config} />}
        />
      ) : (
        <>
          <p className="second">{t(`account.${purpose}Text`)}</p>
          {config.codes === 'console' ? (
            <p className={styles.note}>
              {t('account.noGateway')} <WhomToAsk config={config} />
            </p>
          ) : null}
          <Form
            form={form}
            layout="vertical"
            size="large"
            requiredMark={false}
            className={`${styles.fields} ${styles.tight}`}
            onFinish={submit}
            {...followEnter(form.submit)}
          >
            <Fields purpose={purpose} />
            <Button type="primary" size="large" block loading={isBusy} onClick={form.submit}>
              {t(`account.${purpose}Button`)}
            </Button>
          </Form>
        </>
      )}
      <Button type="text" block className={styles.back!} onClick={onBack}>
        {t('account.backToSignIn')}
      </Button>
    </>
  );
}
