/** The live curves of a training, over epochs, and the figures of each label at the last validation. */
import type { Task } from '@loupe/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LineChart, type ChartSeries } from '../../../ui/LineChart.tsx';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import { epochsOf, overEpochs, stepsPerEpoch, type Curves } from './standing.ts';
import styles from './training.module.css';

const chartHeight = 250;

export function LabelFigures({ task, curves }: { task: Task; curves: Curves }) {
  const { t } = useTranslation();
  const epoch = curves.get('epoch')?.at(-1)?.[1];
  const step = curves.get('epoch')?.at(-1)?.[0];
  return (
    <Card
      title={epoch === undefined ? t('tasks.byLabel') : t('tasks.byLabelAt', { epoch })}
      extra={t('tasks.valPictures', { count: task.pictures.val })}
    >
      {epoch === undefined ? (
        <EmptyState small title={t('tasks.noFiguresTitle')} text={t('tasks.noFiguresText')} />
      ) : (
        <div className={styles.labelRoom}>
          <table className={styles.labels}>
            <thead>
              <tr>
                <th>{t('tasks.label')}</th>
                <th className={styles.number}>mAP50</th>
                <th aria-hidden="true" />
              </tr>
            </thead>
            <tbody>
              {task.labels.map((label, i) => {
                const last = curves.get(`map50/${i}`)?.at(-1);
                const value = last && last[0] === step ? last[1] : undefined;
                return (
                  <tr key={label.name}>
                    <td>
                      <LabelTag name={label.name} color={label.color} />
                    </td>
                    <td className={styles.number}>
                      {value === undefined ? (
                        <span title={t('tasks.notInValidation')}>–</span>
                      ) : (
                        <b>{value.toFixed(3)}</b>
                      )}
                    </td>
                    <td className={styles.bar} aria-hidden="true">
                      <i style={{ width: `${(value ?? 0) * 100}%` }} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

export function CurveCards({ task, curves }: { task: Task; curves: Curves }) {
  const { t } = useTranslation();
  const perEpoch = stepsPerEpoch(curves, task);
  const xMax = epochsOf(task) || 1;
  const { loss, quality } = useMemo(() => {
    const series = (name: string, text: string, dashed = false): ChartSeries => ({
      key: name,
      name: text,
      points: overEpochs(curves.get(name), perEpoch),
      dashed,
    });
    return {
      loss: [
        series('loss', t('tasks.lossAll')),
        series('loss_box', t('tasks.lossBox'), true),
        series('loss_cls', t('tasks.lossClass'), true),
      ],
      quality: [series('map50', 'mAP50'), series('map50_95', 'mAP50–95', true)],
    };
  }, [curves, perEpoch, t]);
  return (
    <div className={styles.curves}>
      <Card title={t('tasks.loss')}>
        <LineChart
          series={loss}
          label={t('tasks.loss')}
          xName={t('tasks.epoch')}
          height={chartHeight}
          xMin={0}
          xMax={xMax}
          yMin={0}
        />
      </Card>
      <Card title={t('tasks.quality')}>
        <LineChart
          series={quality}
          label={t('tasks.quality')}
          xName={t('tasks.epoch')}
          height={chartHeight}
          xMin={0}
          xMax={xMax}
          yMin={0}
          yMax={1}
        />
      </Card>
      <LabelFigures task={task} curves={curves} />
    </div>
  );
}
