/** The dialog in which an administrator gives somebody a new password. */
import type { User } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../core/query.ts';
import { FormModal } from '../../../ui/FormModal.tsx';
import { GivenPassword } from './GivenPassword.tsx';

export function ResetPassword({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation();
  const reset = useApiMutation('userResetPassword', { success: t('authority.resetDone') });
  return (
    <FormModal<{ password: string }>
      open={user !== null}
      title={t('authority.resetTitle', { account: user?.account })}
      okText={t('authority.reset')}
      initial={{ password: '' }}
      onClose={onClose}
      submit={({ password }) => reset.mutateAsync({ id: user!.id, password })}
    >
      <p style={{ marginBottom: 16 }}>{t('authority.resetText')}</p>
      <GivenPassword />
    </FormModal>
  );
}
