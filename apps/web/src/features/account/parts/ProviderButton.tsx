/** Signing in at the OpenID Connect provider: the browser goes there and comes back. */
import { api, queryUrl } from '@loupe/contract';
import { Button, Divider } from 'antd';
import { useTranslation } from 'react-i18next';
import { safeReturn } from '../../../core/guard.ts';
import styles from './login.module.css';

export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  const { t } = useTranslation();
  const go = () => window.location.assign(queryUrl(api.oidcStart, { returnTo: safeReturn(returnTo) }));
  return (
    <>
      <Divider plain className={styles.or!}>
        {t('account.or')}
      </Divider>
      <Button size="large" block onClick={go}>
        {t('account.signInWith', { name })}
      </Button>
    </>
  );
}
