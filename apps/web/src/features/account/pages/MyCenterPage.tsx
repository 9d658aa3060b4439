/** My center: profile, phone, e-mail and password, sessions, access tokens. Everybody has one. */
import { adminGroup } from '@loupe/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../core/query.ts';
import { useSession } from '../../../core/session.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Page, PageSkeleton } from '../../../ui/Page.tsx';
import { ProfileCard } from '../center/ProfileCard.tsx';
import { SecurityCard } from '../center/SecurityCard.tsx';
import { SessionsCard } from '../center/SessionsCard.tsx';
import { TokensCard } from '../center/TokensCard.tsx';
import styles from '../center/center.module.css';

export function MyCenterPage() {
  const { t } = useTranslation();
  const { data: profile, error, refetch } = useApi('profile', {}, { silent: true });
  const title = t('shell.pages.myCenter');
  // without an entry of that group it stands in the side bar by itself
  const isInGroup = useSession()?.menuList.some(
    ({ key, children }) => key === adminGroup && children.some(({ visible }) => visible),
  );
  if (!profile && !error) return <PageSkeleton />;
  return (
    <Page title={title} crumbs={[...(isInGroup ? [{ text: t('shell.authority') }] : []), { text: title }]}>
      {profile ? (
        <div className={styles.columns}>
          <div className={styles.column}>
            <ProfileCard profile={profile} />
            <SecurityCard profile={profile} />
          </div>
          <div className={styles.column}>
            <SessionsCard />
            <TokensCard />
          </div>
        </div>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
