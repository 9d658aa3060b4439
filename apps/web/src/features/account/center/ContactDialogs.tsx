/** Dialogs that change the own phone number and e-mail: with the password, and a code by SMS where one can be sent. */
import { maskedPhone, patterns, plainPhone, type Profile } from '@loupe/contract';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import { CodeField } from './CodeField.tsx';
import styles from './center.module.css';

interface DialogProps {
  profile: Profile;
  open: boolean;
  onClose: () => void;
}
interface PhoneValues {
  password: string;
  phone: string;
  code: string;
}
type EmailValues = Omit<PhoneValues, 'phone'> & { email: string };

function OwnPassword() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="password"
      label={t('center.currentPassword')}
      rules={[{ required: true, message: t('account.passwordRequired') }]}
    >
      <PasswordField autoComplete="current-password" />
    </Form.Item>
  );
}

/** The values of these fields, or null where one of them is not yet right. */
const ready = <V extends object>(form: FormInstance<V>, names: (keyof V & string)[]): Promise<V | null> =>
  form.validateFields(names as never).catch(() => null);

export function PhoneDialog({ profile, open, onClose }: DialogProps) {
  const { t } = useTranslation();
  const sending = useApiMutation('phoneSendCode');
  const change = useApiMutation('phoneChange', {
    success: t('center.phoneChanged'),
    invalidates: ['profile', 'sessionList'],
  });
  const sendTo = async (form: FormInstance<PhoneValues>) => {
    const values = await ready(form, ['password', 'phone']);
    if (!values) return null;
    const { password, phone } = values;
    return { phone: plainPhone(phone)!, sent: await sending.mutateAsync({ password, phone }) };
  };
  return (
    <FormModal<PhoneValues>
      open={open}
      title={t(profile.phone === null ? 'center.phoneAddTitle' : 'center.phoneTitle')}
      initial={{ password: '', phone: '', code: '' }}
      onClose={onClose}
      submit={({ phone, code }) => change.mutateAsync({ phone, code })}
    >
      {(form) => (
        <>
          <p className={styles.intro}>{t('center.phoneText')}</p>
          <OwnPassword />
          <Form.Item
            name="phone"
            label={t('center.newPhone')}
            rules={[
              {
                validator: (_, typed: unknown) =>
                  plainPhone(String(typed ?? '')) === undefined
                    ? Promise.reject(new Error(t('center.phoneRule')))
                    : Promise.resolve(),
              },
            ]}
          >
            <TextField inputMode="tel" autoComplete="tel" />
          </Form.Item>
          <CodeField send={() => sendTo(form)} />
        </>
      )}
    </FormModal>
  );
}

export function EmailDialog({ profile, open, onClose }: DialogProps) {
  const { t } = useTranslation();
  const sending = useApiMutation('emailSendCode');
  const change = useApiMutation('emailChange', { success: t('center.emailChanged'), invalidates: ['profile'] });
  const { phone } = profile;
  const codeTo = profile.hasCodes ? phone : null;
  const sendTo = async (form: FormInstance<EmailValues>, to: string) => {
    const values = await ready(form, ['password']);
    return values && { phone: maskedPhone(to), sent: await sending.mutateAsync({ password: values.password }) };
  };
  return (
    <FormModal<EmailValues>
      open={open}
      title={t('center.emailTitle')}
      initial={{ password: '', email: profile.email ?? '', code: '' }}
      onClose={onClose}
      submit={({ password, email, code }) =>
        change.mutateAsync({ password, email: email.trim() || null, code: codeTo === null ? null : code })
      }
    >
      {(form) => (
        <>
          <p className={styles.intro}>
            {codeTo === null ? t('center.emailTextOff') : t('center.emailText', { phone: maskedPhone(codeTo) })}
          </p>
          <OwnPassword />
          <Form.Item
            name="email"
            label={t('center.newEmail')}
            rules={[{ pattern: patterns.email, message: t('center.emailRule') }]}
          >
            <TextField inputMode="email" autoComplete="email" maxLength={100} />
          </Form.Item>
          {codeTo === null ? null : <CodeField send={() => sendTo(form, codeTo)} />}
        </>
      )}
    </FormModal>
  );
}
