/** The way of a training from its snapshot to its version, with where it is now. */
import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  MinusCircleOutlined,
  PauseCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { isReadyStage, type Task } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import {
  epochsOf,
  lookedAt,
  paramsOfStage,
  stagesOf,
  type StageName,
  type StageState,
  type TaskProgress,
} from './progress.ts';
import styles from './training.module.css';

const icons: { readonly [S in StageState]: ReactNode } = {
  done: <CheckCircleFilled />,
  now: <SyncOutlined />,
  paused: <PauseCircleOutlined />,
  failed: <CloseCircleFilled />,
  off: <MinusCircleOutlined />,
  waiting: <ClockCircleOutlined />,
};

const useNote = (task: Task, current: TaskProgress): ((stage: StageName, state: StageState) => string) => {
  const { t } = useTranslation();
  const { images, progress } = task;
  return (stage, state) => {
    if (stage === 'snapshot') return t('ui.counts.images', { count: images.train + images.val });
    if (stage === 'version') return task.versionNumber === null ? '' : String(task.versionNumber);
    const looked = state === 'now' ? lookedAt(task) : null;
    if (looked) return `${formatCount(looked.done)} / ${formatCount(looked.total)}`;
    if (stage !== 'train' || current.epoch === null || state === 'waiting') return '';
    const epochs = epochsOf(task);
    // where time decides, nobody asked for so many
    const epoch = epochs > 0 ? `${formatCount(current.epoch)} / ${formatCount(epochs)}` : '';
    if (state === 'now' && progress?.phase === 'validate')
      return [epoch, t('tasks.validating')].filter(Boolean).join(' · ');
    return epoch;
  };
};

export function Stages(props: { task: Task; current: TaskProgress; certified: boolean | null }) {
  const { task, current, certified } = props;
  const { t } = useTranslation();
  const noteOf = useNote(task, current);
  const isReady = isReadyStage(paramsOfStage(task));
  return (
    <ol className={styles.stages} aria-label={t('tasks.stagesLabel')}>
      {stagesOf(task, certified).map(({ name, state }) => (
        <li key={name} className={styles.stage} data-state={state}>
          {icons[state]}
          <b>{t(`tasks.stages.${name === 'train' && isReady ? 'readyMade' : name}`)}</b>
          <span className="num">{noteOf(name, state)}</span>
          <span className="sr-only">{t(`tasks.stageStates.${state}`)}</span>
        </li>
      ))}
    </ol>
  );
}
