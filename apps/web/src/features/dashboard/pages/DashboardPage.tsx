/** The landing page. */
import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/Page.tsx';

export function DashboardPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.dashboard')} crumbs={[{ text: t('shell.dashboard') }]}>
      {null}
    </Page>
  );
}
