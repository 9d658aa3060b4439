/** The live curves of a training, over epochs, beside those of another one where wished. */
import type { Task } from '@loupe/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChart, type ChartSeries } from '../../../ui/LineChart.tsx';
import { Card } from '../../../ui/Page.tsx';
import { useChartView } from './chart-view.ts';
import { CurveTools, trainingName, useOtherTrainings } from './CurveTools.tsx';
import { LabelFigures } from './LabelFigures.tsx';
import { epochsOf, overEpochs, stepsPerEpoch, type Curves } from './standing.ts';
import styles from './training.module.css';
import { unread, useCurves } from './use-curves.ts';

const chartHeight = 250;
/** Charts of the page zoom and point together. */
const group = 'training';

type MakeSeries = (name: string, text: string, dashed?: boolean) => ChartSeries;

const makerOf =
  (task: Task, curves: Curves): MakeSeries =>
  (name, text, dashed = false) => ({
    key: name,
    name: text,
    points: overEpochs(curves.get(name), stepsPerEpoch(curves, task)),
    dashed,
  });

/** The same curve of the other training, behind this one. */
const besideOf =
  (other: Task | undefined, curves: Curves) =>
  (name: string, text: string): ChartSeries[] => {
    if (!other) return [];
    const made = makerOf(other, curves)(name, `${trainingName(other)} · ${text}`);
    return [{ ...made, key: `other ${name}`, muted: true }];
  };

export function CurveCards({ task, curves }: { task: Task; curves: Curves }) {
  const { t } = useTranslation();
  const view = useChartView();
  const others = useOtherTrainings(task);
  const other = others.find(({ id }) => id === view.compare);
  const otherCurves = useCurves(other);
  const { loss, quality } = useMemo(() => {
    const series = makerOf(task, curves);
    const beside = besideOf(other, otherCurves);
    return {
      loss: [
        series('loss', t('tasks.lossTrain')),
        ...(curves.has('val_loss') ? [series('val_loss', t('tasks.lossVal'), true)] : []),
        series('loss_box', t('tasks.lossBox'), true),
        series('loss_cls', t('tasks.lossClass'), true),
        ...beside('loss', t('tasks.lossTrain')),
      ],
      quality: [
        series('map50', 'mAP50'),
        series('map50_95', 'mAP50–95', true),
        series('precision', t('tasks.precision'), true),
        series('recall', t('tasks.recall'), true),
        ...beside('map50', 'mAP50'),
      ],
    };
  }, [task, curves, other, otherCurves, t]);
  const xMax = Math.max(epochsOf(task), other ? epochsOf(other) : 0) || 1;
  const common = {
    xName: t('tasks.epoch'),
    height: chartHeight,
    xMin: 0,
    xMax,
    smoothing: view.smooth,
    zoom: true,
    group,
    isLoading: curves === unread,
  };
  return (
    <section className={styles.curveRoom} aria-label={t('tasks.curves')}>
      <CurveTools task={task} others={others} curves={curves} view={view} />
      <div className={styles.curves}>
        <Card title={t('tasks.loss')}>
          <LineChart {...common} series={loss} label={t('tasks.loss')} yMin={0} log={view.log} />
        </Card>
        <Card title={t('tasks.quality')}>
          <LineChart {...common} series={quality} label={t('tasks.quality')} yMin={0} yMax={1} />
        </Card>
        <LabelFigures task={task} curves={curves} view={view} chart={common} />
      </div>
    </section>
  );
}
