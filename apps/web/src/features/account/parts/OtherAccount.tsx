/** The way out for who is half signed in. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryClient, useApiMutation } from '../../../core/query.ts';
import { signOut } from '../../../core/session.ts';
import styles from './login.module.css';

export function OtherAccount() {
  const { t } = useTranslation();
  const logout = useApiMutation('logout', { silent: true });
  const leave = () => {
    signOut();
    queryClient.clear();
  };
  return (
    <Button type="text" block className={styles.back!} onClick={() => logout.mutate({}, { onSettled: leave })}>
      {t('account.otherAccount')}
    </Button>
  );
}
