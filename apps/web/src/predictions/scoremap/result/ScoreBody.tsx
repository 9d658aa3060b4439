/** The result of a test whose images have one score each: thresholds, what follows from them, and the images. */
import type { ScoreSummary, ScoreTable, Task } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { scoreList } from '../list.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { Chart } from '../../shared/Chart.tsx';
import { lineOption } from '../../shared/chart-options.ts';
import { ImageStrip } from '../../shared/ImageStrip.tsx';
import { ListBar } from '../../shared/ListBar.tsx';
import { Notices } from '../../shared/Notices.tsx';
import { figure } from '../../shared/texts.ts';
import { useChosen } from '../../shared/use-chosen.ts';
import { useTable } from '../../shared/use-table.ts';
import { Figures } from './Figures.tsx';
import { Histogram } from './Histogram.tsx';
import { outcomeOf, rocCorners, rocPointAt, type Scored } from './logic.ts';
import { RulesBar } from './RulesBar.tsx';
import { ScoreImage } from './ScoreImage.tsx';
import styles from './scores.module.css';
import { useScores, type Scores } from './use-scores.ts';

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
                text: t('scores.rocAt', { value: formatThreshold(zone.ng) }),
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

function Result({ task, summary, table }: { task: Task; summary: ScoreSummary; table: ScoreTable }) {
  const { t } = useTranslation();
  const scores = useScores(task, summary, table);
  const { lists, prepared, state, change, zone } = scores;
  const rows = { imageIds: prepared.imageIds, list: lists.list };
  const chosen = useChosen({ taskId: task.id, rows, wanted: state.imageId, change });
  const imageAt = (place: number): Scored => prepared.images[place]!;
  const captionAt = (place: number) => {
    const image = imageAt(place);
    return scoreList.caption({ score: image.score, outcome: outcomeOf(image, zone) }, t);
  };
  const own = [...(summary.ng === 0 ? [t('scores.noNg')] : []), ...(summary.ok === 0 ? [t('scores.noOk')] : [])];
  return (
    <>
      <Notices summary={summary} own={own} />
      <RulesBar scores={scores} />
      <div className={styles.body}>
        <div className={styles.charts}>
          <Distribution scores={scores} />
          <div className={styles.pair}>
            <Roc scores={scores} />
            <Figures scores={scores} />
          </div>
        </div>
        <ScoreImage
          zone={zone}
          chosen={chosen}
          image={chosen.place === undefined ? undefined : imageAt(chosen.place)}
        />
      </div>
      <ListBar
        list={scoreList}
        counts={lists.counts}
        hasZone={zone.review !== null}
        show={state.show}
        sort={state.sort}
        onShow={(show) => change({ show, imageId: undefined })}
        onSort={(sort) => change({ sort }, { replace: true })}
      />
      <ImageStrip
        rows={rows}
        chosen={chosen}
        direction="row"
        nameAt={(place) => imageAt(place).name}
        captionAt={captionAt}
      />
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
