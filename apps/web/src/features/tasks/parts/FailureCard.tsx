/** Why a task failed: title, cause, file, what to do, and the end of the log. It stays until the task is gone. */
import { CloseCircleFilled } from '@ant-design/icons';
import { guideOf, type Task } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import styles from './training.module.css';
import { useLines } from './use-lines.ts';

const phases = [
  'prepare',
  'train',
  'validate',
  'remember',
  'calibrate',
  'export',
  'probe',
  'parity',
  'certify',
  'predict',
] as const;
const tailLines = 4;

function LogTail({ task }: { task: Task }) {
  const { t } = useTranslation();
  const text = useText();
  const lines = useLines(task).filter((line) => line.text !== null);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{t('tasks.logTail')}</summary>
      <ol className={styles.failureLines}>
        {lines.slice(-tailLines).map((line) => (
          <li key={line.id}>{text(line.text!)}</li>
        ))}
      </ol>
    </details>
  );
}

export function FailureCard({ task, actions }: { task: Task; actions?: ReactNode }) {
  const { t } = useTranslation();
  const text = useText();
  if (task.state !== 'failed') return null;
  const { cause, causeText } = task;
  const guide = cause ? guideOf(cause.code) : null;
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
        <b>{guide ? text(guide.title) : t('tasks.failedTitle')}</b>
        <p>{causeText ? text(causeText) : t('tasks.failedUnknown')}</p>
        {guide ? (
          <p>
            <b>{t('tasks.whatToDo')}</b> {text(guide.hint)}
          </p>
        ) : null}
        <p className="second">{facts.join(' · ')}</p>
        <LogTail task={task} />
      </div>
      {actions}
    </section>
  );
}
