/** The result of an ended test: thresholds above, and four views of what follows from them. */
import type { Task, BoxSummary } from '@loupe/contract';
import { Alert, Segmented, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { asParagraph } from '../../../core/i18n.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { CompareView } from './CompareView.tsx';
import { DecideView } from './DecideView.tsx';
import { FiguresView } from './FiguresView.tsx';
import { ImagesView } from './ImagesView.tsx';
import styles from './result.module.css';
import { views } from './search.ts';
import { ThresholdBar } from './ThresholdBar.tsx';
import { useResult, type Result } from './use-result.ts';

/** What a reader of the figures must know about them. */
function Notices({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { summary, explorer } = result;
  const { images, planned, seen, deleted, truths } = summary;
  const floor = explorer.own?.head.floor ?? 0;
  const notices = [
    ...(images < planned ? [t('results.partial', { done: formatCount(images), total: formatCount(planned) })] : []),
    ...(seen > 0 ? [t('results.seen', { seen: formatCount(seen), of: formatCount(planned) })] : []),
    ...(truths === 0 ? [t('results.noTruths')] : []),
    ...(deleted > 0 ? [t('results.deletedCount', { count: deleted })] : []),
    ...(floor > 0 ? [t('results.floor', { floor: floor.toFixed(2) })] : []),
  ];
  return notices.length === 0 ? null : <Alert type="warning" showIcon title={asParagraph(notices)} />;
}

function Shown({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { explorer, state } = result;
  const { answer, own } = explorer;
  if (explorer.failed) return <Alert type="error" showIcon title={t('results.failed', { why: explorer.failed })} />;
  if (explorer.error && !answer) return <ErrorState error={explorer.error} onRetry={explorer.refetch} />;
  if (!answer || !own) return <Skeleton active paragraph={{ rows: 10 }} />;
  switch (state.view) {
    case 'images':
      return <ImagesView result={result} answer={answer} loaded={own} />;
    case 'figures':
      return <FiguresView result={result} />;
    case 'decide':
      return <DecideView result={result} answer={answer} />;
    case 'compare':
      return <CompareView result={result} answer={answer} loaded={own} />;
  }
}

export function ResultBody({ task, summary }: { task: Task; summary: BoxSummary }) {
  const { t } = useTranslation();
  const result = useResult(task, summary);
  const { state, change } = result;
  return (
    <>
      <Notices result={result} />
      <ThresholdBar result={result} />
      <Segmented
        className={styles.views!}
        value={state.view}
        options={views.map((value) => ({ value, label: t(`results.views.${value}`) }))}
        onChange={(view) => change({ view: view === 'images' ? undefined : view })}
      />
      <Shown result={result} />
    </>
  );
}
