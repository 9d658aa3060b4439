/** A test that has no result yet: how far it is, or why it has none. */
import { isOpen, type Task } from '@loupe/contract';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../core/i18n.ts';
import { formatCount, formatShare } from '../../../core/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Card } from '../../../ui/Page.tsx';
import { useGoToModel } from '../../models/api.ts';
import { FailureCard } from './FailureCard.tsx';
import { LogCard } from './LogCard.tsx';
import { TimeLeft } from './ProgressCard.tsx';
import { progressOf } from '../kinds.ts';
import styles from './training.module.css';

export function TestWaiting({ task }: { task: Task }) {
  const { t } = useTranslation();
  const goToModel = useGoToModel();
  const { progress } = task;
  const { share } = progressOf(task, new Map());
  const toVersions = <Button onClick={() => goToModel(task.modelId, 'versions')}>{t('tasks.toVersions')}</Button>;
  return (
    <>
      <FailureCard task={task} actions={toVersions} />
      {isOpen(task.state) ? (
        <Card>
          <p className={styles.share}>
            <strong className="num">{formatShare(share)}</strong>
            <span className="second num">
              {progress
                ? t('tasks.predicted', { done: formatCount(progress.done), total: formatCount(progress.total) })
                : task.state === 'running'
                  ? t('tasks.starting')
                  : ''}
            </span>
          </p>
          <TimeLeft task={task} />
          <Progress percent={share * 100} showInfo={false} aria-label={t('tasks.progress')} />
        </Card>
      ) : null}
      {task.state === 'stopped' || task.state === 'canceled' ? (
        <section className="card">
          <EmptyState title={contractText('noResult')} text={t('tasks.noResultText')} actions={toVersions} />
        </section>
      ) : null}
      <LogCard task={task} />
    </>
  );
}
