/** Tasks under way, with amount and time left where they are known. */
import type { Task } from '@loupe/contract';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { taskSubject } from '../../../core/label-name.ts';
import { formatDuration, formatPercent } from '../../../core/format.ts';
import { useLocale } from '../../../core/i18n.ts';
import { Card } from '../../../ui/Page.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { leftKey, progressOf, QueueButton, TaskLink, taskKindViews } from '../../tasks/api.ts';
import styles from './dashboard.module.css';

function Row({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress } = task;
  const { isCounted } = taskKindViews[task.kind];
  // of all stages, as its own page and the queue say it
  const share = progress && isCounted(task) ? progressOf(task, new Map()).share : null;
  const note =
    task.queuePosition !== null
      ? t('dashboard.position', { n: task.queuePosition })
      : task.state === 'running' && progress?.etaSeconds
        ? t(leftKey(task), { time: formatDuration(progress.etaSeconds, locale) })
        : '';
  return (
    <li className={styles.task}>
      <TaskLink task={task} text={taskSubject(task)} />
      <span className="second">{t(taskKindViews[task.kind].name)}</span>
      <StatusTag state={task.state} />
      {share === null ? (
        <span />
      ) : (
        <Progress
          percent={Math.round(share * 100)}
          format={formatPercent}
          size="small"
          aria-label={taskSubject(task)}
        />
      )}
      <span className="hint num">{note}</span>
    </li>
  );
}

/** The queue in its order, below what is no longer in it. */
const queueLast = (tasks: readonly Task[]): Task[] =>
  tasks.toSorted((one, other) => (one.queuePosition ?? 0) - (other.queuePosition ?? 0));

export function TaskRows({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation();
  return (
    <Card tour="queue" title={t('dashboard.tasks')} extra={<QueueButton />}>
      {tasks.length === 0 ? (
        <p className="second">{t('dashboard.tasksNone')}</p>
      ) : (
        <ul className={styles.tasks}>
          {queueLast(tasks).map((task) => (
            <Row key={task.id} task={task} />
          ))}
        </ul>
      )}
    </Card>
  );
}
