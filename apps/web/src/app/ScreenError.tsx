/** Whole-page errors: a screen that could not be loaded or drawn, and an address that leads nowhere. */
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../core/connection.ts';
import { contractText } from '../core/i18n.ts';
import { notify } from '../core/notify.ts';
import { PathLink } from '../core/scene.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Browsers word a failed import differently; the name is ours when it was the time limit. */
const isLoadFailure = (error: Error): boolean =>
  error.name === 'ChunkLoadError' ||
  /dynamically imported module|module script|Importing a module/i.test(error.message);

/** What could not be fetched while the server was away is fetched as soon as it is back. */
const useRetryOnReturn = (isLoad: boolean, onRetry: () => void): void => {
  const connection = useConnection();
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection !== 'online') wasAway.current = true;
    else if (wasAway.current && isLoad) onRetry();
    // A retry is called for by the connection, not by a new function.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [connection, isLoad]);
};

export function ScreenError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const isLoad = isLoadFailure(error);
  useRetryOnReturn(isLoad, onRetry);
  useEffect(() => {
    if (isLoad && !navigator.onLine) notify.error(contractText('network.anomaly'));
  }, [isLoad]);
  return (
    <div role="alert" style={{ padding: 24 }}>
      <EmptyState
        title={isLoad ? t('shell.loadFailedTitle') : t('shell.brokenTitle')}
        text={isLoad ? t('shell.loadFailedText') : t('shell.brokenText')}
        actions={
          <>
            <Button type="primary" size="large" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
            <Button size="large" onClick={() => window.location.reload()}>
              {t('shell.reload')}
            </Button>
          </>
        }
      >
        {isLoad ? null : <code className="hint">{error.message}</code>}
      </EmptyState>
    </div>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return (
    <div style={{ padding: 24 }}>
      <EmptyState
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        actions={<PathLink to="/dashboard">{t('shell.toDashboard')}</PathLink>}
      />
    </div>
  );
}
