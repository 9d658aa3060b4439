/** Tasks under way, with amount and time left where they are known. */
import type { Task } from '@loupe/contract';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { Card } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import styles from './dashboard.module.css';

function Row({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress } = task;
  const share = progress && progress.total > 0 ? progress.done / progress.total : null;
  const note =
    task.queuePosition !== null
      ? t('dashboard.position', { n: task.queuePosition })
      : progress?.etaSeconds
        ? t('dashboard.left', { time: formatDuration(progress.etaSeconds, locale) })
        : '';
  return (
    <li className={styles.task}>
      <SceneLink screen={task.kind === 'train' ? 'TrainingInfo' : 'Result'} search={{ id: task.id }}>
        {task.modelName}
      </SceneLink>
      <span className="second">{t(task.kind === 'train' ? 'dashboard.train' : 'dashboard.test')}</span>
      <StatusTag state={task.state} />
      {share === null ? (
        <span />
      ) : (
        <Progress percent={Math.round(share * 100)} size="small" aria-label={task.modelName} />
      )}
      <span className="hint num">{note}</span>
    </li>
  );
}

export function TaskRows({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.tasks')}>
      {tasks.length === 0 ? (
        <p className="second">{t('dashboard.tasksNone')}</p>
      ) : (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <Row key={task.id} task={task} />
          ))}
        </ul>
      )}
    </Card>
  );
}
