/** Whose curves are shown, where a training has several stages: those that have begun can be chosen. */
import { recipes, type Task } from '@loupe/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import type { ChartView } from './chart-view.ts';
import { stagesOfTask } from './progress.ts';
import styles from './training.module.css';

export function StageChoice(props: { task: Task; stage: number; view: ChartView }) {
  const { task, stage, view } = props;
  const { t } = useTranslation();
  const text = useText();
  const now = task.stage?.index;
  if (now === undefined) return null;
  const options = stagesOfTask(task).map(({ recipe }, i) => {
    const { stageName } = recipes[recipe];
    return {
      value: i,
      disabled: i > now,
      label: t('tasks.stageN', { n: i + 1, name: stageName ? text(stageName) : recipe }),
    };
  });
  return (
    <Segmented<number>
      className={styles.stageChoice!}
      aria-label={t('tasks.curvesOf')}
      value={stage}
      options={options}
      // what is at work needs no word in the address, and goes on to the next stage by itself
      onChange={(chosen) => view.change({ stage: chosen === now ? null : chosen })}
    />
  );
}
