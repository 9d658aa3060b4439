/** Shown when the server does not answer at the very start. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ThemeProvider } from './ThemeProvider.tsx';

export function StartError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <ThemeProvider>
      <main style={{ padding: 24 }} role="alert">
        <EmptyState
          title={t('shell.startFailedTitle')}
          text={t('shell.startFailedText')}
          actions={
            <Button type="primary" size="large" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          }
        />
      </main>
    </ThemeProvider>
  );
}
