/** Why a task failed, in words that say what to do, with the stage and the file. It stays until the task is gone. */
import { CloseCircleFilled } from '@ant-design/icons';
import type { Task } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import styles from './training.module.css';

const phases = ['prepare', 'train', 'validate', 'export', 'parity', 'certify', 'predict'] as const;

export function FailureCard({ task, actions }: { task: Task; actions?: ReactNode }) {
  const { t } = useTranslation();
  const text = useText();
  if (task.state !== 'failed') return null;
  const { cause, causeText } = task;
  const phase = phases.find((one) => one === cause?.stage);
  const facts = [
    ...(phase ? [t('tasks.atStage', { stage: t(`tasks.phases.${phase}`) })] : []),
    ...(cause?.file ? [t('tasks.atFile', { file: cause.file })] : []),
    ...(cause ? [t('tasks.causeCode', { code: cause.code })] : []),
  ];
  return (
    <section className={styles.failure} role="alert">
      <CloseCircleFilled className={styles.failureIcon} />
      <div className={styles.failureText}>
        <b>{t('tasks.failedTitle')}</b>
        <p>{causeText ? text(causeText) : t('tasks.failedUnknown')}</p>
        <p className="second">{facts.join(' · ')}</p>
      </div>
      {actions}
    </section>
  );
}
