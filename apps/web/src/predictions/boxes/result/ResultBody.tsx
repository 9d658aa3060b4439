/** The result of an ended test: thresholds above, and four views of what follows from them. */
import type { Task } from '@loupe/contract';
import { Alert, Segmented, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { CompareView } from './CompareView.tsx';
import { DecideView } from './DecideView.tsx';
import { Notices } from '../../shared/Notices.tsx';
import { FiguresView } from './FiguresView.tsx';
import { ImagesView } from './ImagesView.tsx';
import styles from './result.module.css';
import { views } from './search.ts';
import { ThresholdBar } from './ThresholdBar.tsx';
import { useResult, type ObjectSummary, type Result } from './use-result.ts';

/** Versions in stages: images of which not all is known. */
const toldOfParts = (summary: ObjectSummary, t: TFunction): string[] => {
  if (summary.type !== 'boxes') return [];
  const { partly = 0, cut = 0, noPart = 0 } = summary;
  return [
    ...(partly > 0 ? [t('results.partly', { count: partly })] : []),
    ...(cut > 0 ? [t('results.cut', { count: cut })] : []),
    ...(partly + cut > 0 ? [t('results.unseenNever')] : []),
    ...(noPart > 0 ? [t('results.noPartOn', { count: noPart })] : []),
  ];
};

/** What is said of boxes beside what is said of every test. */
function BoxNotices({ result: { summary, explorer } }: { result: Result }) {
  const { t } = useTranslation();
  const floor = explorer.own?.head.floor ?? 0;
  const own = [
    ...(summary.truths === 0 ? [t('results.noTruths')] : []),
    ...(summary.thresholds.oneLabel ? [t('results.oneLabel')] : []),
    ...toldOfParts(summary, t),
    ...(floor > 0 ? [t('results.floor', { floor: formatThreshold(floor) })] : []),
  ];
  return <Notices summary={summary} own={own} />;
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

export function ResultBody({ task, summary }: { task: Task; summary: ObjectSummary }) {
  const { t } = useTranslation();
  const result = useResult(task, summary);
  const { state, change } = result;
  return (
    <>
      <BoxNotices result={result} />
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
