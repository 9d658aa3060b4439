/** One pre-annotation: what it is about, how far it is, and what can be done. */
import { RobotOutlined } from '@ant-design/icons';
import { isOpen, type Task } from '@loupe/contract';
import { ConfigProvider, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { taskSubject } from '../../../core/label-name.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { TaskButtons } from '../../tasks/api.ts';
import { endedWords } from './ended.ts';
import styles from './preannotation.module.css';

export function PreannotationRow({ task, more }: { task: Task; more?: ReactNode }) {
  const { t } = useTranslation();
  const text = useText();
  const locale = useLocale();
  const { done = 0, total = 0, etaSeconds = null } = task.progress ?? {};
  const share = total === 0 ? 0 : done / total;
  const subject = taskSubject(task);
  const isLearning = task.progress?.phase === 'learn';
  const isSimilar = 'similar' in task.params;
  const version = isSimilar
    ? ` · ${t('preannotation.similar.row')}`
    : task.versionNumber === null
      ? ''
      : ` · ${t('models.versionN', { n: task.versionNumber })}`;
  return (
    <div className={styles.row}>
      <RobotOutlined className={styles.icon!} aria-hidden="true" />
      <span className={`${styles.subject} ellipsis`} title={subject}>
        {subject}
        <span className="hint">
          {version} · #{task.id}
        </span>
      </span>
      <StatusTag state={task.state} />
      <span className={`${styles.progress} num`}>
        {isOpen(task.state) ? (
          <>
            {isLearning ? t('preannotation.similar.learning') : null}
            <Progress
              percent={100 * share}
              showInfo={false}
              size="small"
              className={styles.bar!}
              aria-label={isLearning ? t('preannotation.similar.learning') : subject}
            />
            {formatShare(share)}
            {etaSeconds ? ` · ${t('tasks.timeLeft', { time: formatDuration(etaSeconds, locale) })}` : null}
            {task.waitsFor && task.queuePosition !== null ? ` · ${t(`tasks.waits.${task.waitsFor}`)}` : null}
          </>
        ) : (
          task.progress && endedWords(task.progress, t)
        )}
      </span>
      <span className={styles.actions}>
        <ConfigProvider componentSize="small">
          <TaskButtons task={task} onDeleted={() => undefined} />
        </ConfigProvider>
        {more}
      </span>
      {task.causeText ? <p className={styles.cause}>{text(task.causeText)}</p> : null}
    </div>
  );
}
