/** A customer waits until an administrator has approved them; the page goes on by itself. */
import type { PublicConfig } from '@loupe/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { signIn } from '../../../core/session.ts';
import { OtherAccount } from './OtherAccount.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';
import styles from './login.module.css';

const askEveryMs = 10_000;

export function WaitingApproval({ config }: { config: PublicConfig | undefined }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { data, refetch } = useApi('userInfo', {}, { silent: true, refetchInterval: askEveryMs });
  useEffect(() => {
    if (data && !data.mustBeApproved) signIn(data);
  }, [data]);
  const ask = () => {
    setIsAsking(true);
    void refetch().finally(() => setIsAsking(false));
  };
  return (
    <>
      <h1 className={styles.title}>{t('account.waitTitle')}</h1>
      <p className="second">{t('account.waitText')}</p>
      {config ? (
        <p className="second">
          <WhomToAsk config={config} />
        </p>
      ) : null}
      <div className={styles.fields}>
        <Button type="primary" size="large" block loading={isAsking} onClick={ask}>
          {t('account.waitCheck')}
        </Button>
        <OtherAccount />
      </div>
    </>
  );
}
