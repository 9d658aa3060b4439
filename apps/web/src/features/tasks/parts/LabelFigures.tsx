/** The figures of each label at the last validation, as a table or as curves over the epochs. */
import type { Task } from '@loupe/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LineChart, type ChartSeries, type LineChartProps } from '../../../ui/LineChart.tsx';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import type { ChartView } from './chart-view.ts';
import { isLearned, overEpochs, stepsPerEpoch, type Curves, type Points } from './progress.ts';
import styles from './training.module.css';

const highest = (points: Points): number => points.reduce((most, [, value]) => Math.max(most, value), 0);

function LabelTable({ task, curves }: { task: Task; curves: Curves }) {
  const { t } = useTranslation();
  const step = curves.get('epoch')?.at(-1)?.[0];
  return (
    <div className={styles.labelRoom}>
      <table className={styles.labels}>
        <thead>
          <tr>
            <th>{t('tasks.label')}</th>
            <th className={styles.number}>mAP50</th>
            <th className={styles.number}>{t('tasks.bestShort')}</th>
            <th aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {task.labels.map((label, i) => {
            if (!isLearned(task, label.name)) return null;
            const points = curves.get(`map50/${i}`) ?? [];
            const last = points.at(-1);
            const value = last && last[0] === step ? last[1] : undefined;
            return (
              <tr key={label.name}>
                <td>
                  <LabelTag name={label.name} color={label.color} />
                </td>
                <td className={styles.number}>
                  {value === undefined ? <span title={t('tasks.notInValidation')}>–</span> : <b>{value.toFixed(3)}</b>}
                </td>
                <td className={styles.number}>{points.length > 0 ? highest(points).toFixed(3) : '–'}</td>
                <td className={styles.bar} aria-hidden="true">
                  <i style={{ width: `${(value ?? 0) * 100}%` }} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function LabelFigures(props: {
  task: Task;
  curves: Curves;
  view: ChartView;
  /** What all curves of the page have in common. */
  chart: Omit<LineChartProps, 'series' | 'label'>;
}) {
  const { task, curves, view, chart } = props;
  const { t } = useTranslation();
  const epoch = curves.get('epoch')?.at(-1)?.[1];
  const perEpoch = stepsPerEpoch(curves, task);
  const series = task.labels.flatMap(({ name, color }, i): ChartSeries[] => {
    const points = curves.get(`map50/${i}`);
    return points ? [{ key: `map50/${i}`, name, color, points: overEpochs(points, perEpoch) }] : [];
  });
  const body =
    view.labels === 'curves' ? (
      <LineChart {...chart} series={series} label={t('tasks.byLabel')} yMin={0} yMax={1} />
    ) : (
      <LabelTable task={task} curves={curves} />
    );
  return (
    <Card
      title={epoch === undefined ? t('tasks.byLabel') : t('tasks.byLabelAt', { epoch })}
      extra={
        <Segmented<ChartView['labels']>
          size="small"
          value={view.labels}
          options={[
            { value: 'table', label: t('tasks.asTable') },
            { value: 'curves', label: t('tasks.asCurves') },
          ]}
          onChange={(labels) => view.change({ labels })}
        />
      }
    >
      {chart.isLoading ? null : epoch === undefined ? (
        <EmptyState small title={t('tasks.noFiguresTitle')} text={t('tasks.noFiguresText')} />
      ) : (
        body
      )}
    </Card>
  );
}
