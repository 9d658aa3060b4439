/**
 * `<PageError error onRetry back="DatasetList" />`: a screen whose object could not be read; what is gone leads back to
 * its list. Without an error the address named nothing.
 */
import { CallError } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../core/errors.ts';
import { useGo, type ScreenId } from '../core/scene.tsx';
import { CopyId } from './CopyId.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

/** An address without a usable id is refused as malformed: for the person that is the same as one that is gone. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 404 || error.code === 400);

export function PageError({ error, onRetry, back }: { error: unknown; onRetry: () => void; back: ScreenId }) {
  const { t } = useTranslation();
  const go = useGo();
  const isGone = error === null || isMissing(error);
  const title = t(isGone ? 'ui.missingTitle' : 'ui.failedTitle');
  return (
    <Page title={title} crumbs={[{ text: title }]}>
      <div className="card" role="alert">
        <EmptyState
          title={title}
          text={isGone ? t('ui.missingText') : errorText(error)}
          actions={
            <>
              {isGone ? null : <Button onClick={onRetry}>{t('shell.retry')}</Button>}
              <Button onClick={() => go(back)}>{t('shell.goBack')}</Button>
              <CopyId id={requestIdOf(error)} />
            </>
          }
        />
      </div>
    </Page>
  );
}
