/** The result of a test whose images have one score each: thresholds, what follows from them, and the images. */
import type { ScoreSummary, ScoreTable, Task } from '@loupe/contract';
import { Alert, Select, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { asParagraph } from '../../../core/i18n.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { FilterChip } from '../../../ui/FilterChip.tsx';
import { Card } from '../../../ui/Page.tsx';
import { Chart } from '../shared/Chart.tsx';
import { lineOption } from '../shared/chart-options.ts';
import { figure } from '../shared/texts.ts';
import { useTable } from '../shared/use-table.ts';
import { Figures } from './Figures.tsx';
import { Histogram } from './Histogram.tsx';
import { listKinds, rocCorners, rocPointAt } from './logic.ts';
import { RulesBar } from './RulesBar.tsx';
import { ScoreImage } from './ScoreImage.tsx';
import { ScoreStrip } from './ScoreStrip.tsx';
import styles from './scores.module.css';
import { useScores, type Scores } from './use-scores.ts';

function Notices({ summary }: { summary: ScoreSummary }) {
  const { t } = useTranslation();
  const { images, planned, seen, deleted, ok, ng } = summary;
  const notices = [
    ...(images < planned ? [t('results.partial', { done: formatCount(images), total: formatCount(planned) })] : []),
    ...(seen > 0 ? [t('results.seen', { seen: formatCount(seen), of: formatCount(planned) })] : []),
    ...(ng === 0 ? [t('scores.noNg')] : []),
    ...(ok === 0 ? [t('scores.noOk')] : []),
    ...(deleted > 0 ? [t('results.deletedCount', { count: deleted })] : []),
  ];
  return notices.length === 0 ? null : <Alert type="warning" showIcon title={asParagraph(notices)} />;
}

function Distribution({ scores }: { scores: Scores }) {
  const { t } = useTranslation();
  const { prepared, zone, move, rest } = scores;
  return (
    <Card
      title={t('scores.distribution')}
      extra={
        <span className={styles.legend}>
          <i data-kind="ok" /> {t('scores.okImages', { count: prepared.ok.length })}
          <i data-kind="ng" /> {t('scores.ngImages', { count: prepared.ng.length })}
        </span>
      }
    >
      <Histogram prepared={prepared} zone={zone} onMove={move} onRest={rest} />
    </Card>
  );
}

function Roc({ scores }: { scores: Scores }) {
  const { t } = useTranslation();
  const { prepared, zone, summary, task } = scores;
  const corners = useMemo(() => rocCorners(prepared), [prepared]);
  const point = rocPointAt(prepared, zone);
  if (!point) {
    return (
      <Card title={t('scores.roc')}>
        <EmptyState small title={t('scores.noRocTitle')} text={t('scores.noRocText')} />
      </Card>
    );
  }
  return (
    <Chart
      title={t('scores.roc')}
      fileName={`test-${task.id}-roc`}
      height="clamp(134px, 36vh - 142px, 380px)"
      extra={
        <span className="num">
          AUROC <b>{figure(summary.imageAuroc)}</b>
        </span>
      }
      csv={() => [[t('scores.falseRejects'), t('scores.trueRejects')], ...corners]}
      option={(p) => ({
        ...lineOption(
          [{ name: t('scores.roc'), line: corners, bold: true }],
          {
            x: t('scores.falseRejects'),
            y: '',
            points: [
              {
                at: point,
                text: t('scores.rocAt', { value: zone.ng.toFixed(2) }),
                place: point[0] < 0.6 ? 'right' : 'left',
              },
            ],
          },
          p,
        ),
        legend: { show: false },
        grid: { left: 4, right: 14, top: 8, bottom: 22, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      })}
    />
  );
}

function Chips({ scores }: { scores: Scores }) {
  const { t } = useTranslation();
  const { state, change, zone, lists } = scores;
  const kinds = listKinds.filter((kind) => kind !== 'review' || zone.review !== null);
  return (
    <div className={styles.chips}>
      {kinds.map((kind) => (
        <FilterChip
          key={kind}
          name={t(`scores.lists.${kind}`)}
          count={lists.counts[kind]}
          isOn={state.show === kind}
          onClick={() => change({ show: kind === 'all' ? undefined : kind, imageId: undefined })}
        />
      ))}
      <Select
        size="small"
        value={state.sort}
        aria-label={t('results.sort')}
        options={[
          { value: 'worst', label: t('scores.worstFirst') },
          { value: 'name', label: t('results.byName') },
        ]}
        onChange={(sort) => change({ sort: sort === 'worst' ? undefined : sort }, { replace: true })}
      />
    </div>
  );
}

function Result({ task, summary, table }: { task: Task; summary: ScoreSummary; table: ScoreTable }) {
  const scores = useScores(task, summary, table);
  const { lists, prepared, state, change } = scores;
  const chosen = lists.list.findIndex((place) => prepared.images[place]!.imageId === state.imageId);
  const index = state.imageId > 0 ? chosen : 0;
  const select = (i: number) => {
    const image = prepared.images[lists.list[i] ?? -1];
    if (image) change({ imageId: image.imageId }, { replace: true });
  };
  return (
    <>
      <Notices summary={summary} />
      <RulesBar scores={scores} />
      <div className={styles.body}>
        <div className={styles.charts}>
          <Distribution scores={scores} />
          <div className={styles.pair}>
            <Roc scores={scores} />
            <Figures scores={scores} />
          </div>
        </div>
        <ScoreImage scores={scores} index={index} onStep={(by) => select(index < 0 ? 0 : index + by)} />
      </div>
      <Chips scores={scores} />
      <ScoreStrip scores={scores} index={index} onSelect={select} />
    </>
  );
}

export function ScoreBody({ task, summary }: { task: Task; summary: ScoreSummary }) {
  const { data, error, refetch } = useTable(task.id, summary.images);
  const table = useMemo(() => data && (JSON.parse(new TextDecoder().decode(data)) as ScoreTable), [data]);
  if (table) return <Result task={task} summary={summary} table={table} />;
  return (
    <section className="card" style={{ padding: 18 }}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  );
}
