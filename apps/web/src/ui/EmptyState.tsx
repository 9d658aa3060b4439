/**
 * `<EmptyState title text actions steps>`: what the place is for, what to do next, and that step as a button. Never a
 * bare "no data". `<ErrorState error onRetry>`: what went wrong stays where it happened, with the next step.
 */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, requestIdOf } from '../core/errors.ts';
import { asSentence } from '../core/format.ts';
import { CopyId } from './CopyId.tsx';
import styles from './EmptyState.module.css';

function Art() {
  return (
    <svg width="136" height="84" viewBox="0 0 136 84" fill="none" aria-hidden="true">
      <rect x="2" y="20" width="60" height="50" rx="5" fill="var(--panel)" stroke="var(--border)" strokeWidth="1.5" />
      <rect x="18" y="11" width="66" height="56" rx="5" fill="var(--panel)" stroke="var(--border)" strokeWidth="1.5" />
      <rect
        x="36"
        y="2"
        width="70"
        height="60"
        rx="5"
        fill="var(--primary-tint)"
        stroke="var(--primary)"
        strokeWidth="2"
      />
      <path d="m42 52 16-20 12 12 9-9 18 17" stroke="var(--primary)" strokeWidth="1.8" strokeLinejoin="round" />
      <rect x="74" y="11" width="20" height="14" stroke="var(--warn)" strokeWidth="1.8" strokeDasharray="4 3" />
      <path d="m117 65 12 13" stroke="var(--text)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="106" cy="52" r="17" fill="var(--panel)" stroke="var(--text)" strokeWidth="3" />
      <path d="M106 44v16m-8-8h16" stroke="var(--primary)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}

export interface EmptyStateProps {
  /** In a word, above what it means here: that a list holds no data. */
  note?: string;
  title: string;
  text?: string;
  actions?: ReactNode;
  /** Up to three numbered steps. */
  steps?: readonly { title: string; text: string }[];
  /** Less room, no image: inside a card. */
  small?: boolean;
  children?: ReactNode;
}

export function EmptyState({ note, title, text, actions, steps, small, children }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-small={small ?? false}>
      {small ? null : <Art />}
      {note ? <p className={styles.note}>{asSentence(note)}</p> : null}
      <h2 className={styles.title}>{asSentence(title)}</h2>
      {text ? <p className={styles.text}>{asSentence(text)}</p> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {children}
      {steps ? (
        <ol className={styles.steps}>
          {steps.map((step, i) => (
            <li key={step.title} className={styles.step}>
              <strong className={styles.stepTitle}>
                <span className={styles.number}>{i + 1}</span>
                {step.title}
              </strong>
              <span className={styles.stepText}>{step.text}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        small
        title={t('ui.failedTitle')}
        text={errorText(error)}
        actions={
          <>
            <Button onClick={onRetry}>{t('shell.retry')}</Button>
            <CopyId id={requestIdOf(error)} />
          </>
        }
      />
    </div>
  );
}
