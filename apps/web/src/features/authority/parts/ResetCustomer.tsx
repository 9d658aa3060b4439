/** A customer's new password: with a code that they read out, where one can be sent to them. */
import { maskedPhone, type Customer } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useApi, useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { CodeField } from '../../account/api.ts';
import { GivenPassword } from './GivenPassword.tsx';

interface Values {
  code: string;
  password: string;
}

export function ResetCustomer({ customer, onClose }: { customer: Customer | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: config } = useApi('publicConfig', {}, { silent: true });
  const sending = useApiMutation('customerSendCode');
  const reset = useApiMutation('customerResetPassword', { success: t('authority.resetDone') });
  const phone = config?.codes === 'off' ? null : (customer?.phone ?? null);
  const send = async (to: string) => ({
    phone: maskedPhone(to),
    sent: await sending.mutateAsync({ id: customer!.id }),
  });
  return (
    <FormModal<Values>
      open={customer !== null}
      title={t('authority.resetTitle', { account: customer?.account })}
      okText={t('authority.reset')}
      initial={{ code: '', password: '' }}
      onClose={onClose}
      submit={({ code, password }) =>
        reset.mutateAsync({ id: customer!.id, password, code: phone === null ? null : code })
      }
    >
      <p style={{ marginBottom: 16 }}>
        {phone === null ? t('authority.resetText') : t('authority.resetByCode', { phone: maskedPhone(phone) })}
      </p>
      {phone === null ? null : <CodeField send={() => send(phone)} />}
      <GivenPassword />
    </FormModal>
  );
}
