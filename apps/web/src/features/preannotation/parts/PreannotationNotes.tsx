/** Pre-annotations and searches of a data set in a narrow panel: those at work, and what became of them while one looks. */
import { CloseOutlined, QuestionOutlined } from '@ant-design/icons';
import { isOpen, type Task } from '@loupe/contract';
import { Button, ConfigProvider, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../../core/format.ts';
import { useLocale, useText } from '../../../core/i18n.ts';
import { taskSubject } from '../../../core/label-name.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { TaskButtons } from '../../tasks/api.ts';
import { endedWords } from './ended.ts';
import styles from './notes.module.css';
import { usePreannotations, type SetPlace } from './use-preannotations.ts';

/** What it is, without its subject: the data set is the one that one works in. */
function Title({ task }: { task: Task }) {
  const { t } = useTranslation();
  const isSimilar = 'similar' in task.params;
  const version = task.versionNumber === null ? '' : ` · ${t('models.versionN', { n: task.versionNumber })}`;
  return (
    <div className={styles.title}>
      <span className="ellipsis" title={taskSubject(task)}>
        {isSimilar ? t('preannotation.similar.row') : `${t('preannotation.open')}${version}`}
      </span>
      <StatusTag state={task.state} plain />
    </div>
  );
}

function HowFar({ task }: { task: Task }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { done = 0, total = 0, etaSeconds = null, phase = null } = task.progress ?? {};
  const isLearning = phase === 'learn';
  const share = total === 0 ? 0 : done / total;
  const left = etaSeconds ? t('tasks.timeLeft', { time: formatDuration(etaSeconds, locale) }) : null;
  const counted = task.progress && total > 0 ? endedWords(task.progress, t) : null;
  if (!isOpen(task.state)) return counted === null ? null : <p className={`${styles.words} num`}>{counted}</p>;
  const words = [
    // images are counted once they are searched; learning looks at some of them several times
    isLearning ? t('preannotation.similar.learning') : counted,
    left,
    task.waitsFor && task.queuePosition !== null ? t(`tasks.waits.${task.waitsFor}`) : null,
  ];
  return (
    <>
      <div className={styles.bar}>
        <Progress percent={100 * share} showInfo={false} size="small" aria-label={taskSubject(task)} />
        <span className="num">{formatShare(share)}</span>
      </div>
      <p className={`${styles.words} num`}>{words.filter(Boolean).join(' · ')}</p>
    </>
  );
}

function Note({ task, onNext, onSeen }: { task: Task; onNext: (() => void) | null; onSeen: () => void }) {
  const { t } = useTranslation();
  const text = useText();
  const hasEnded = !isOpen(task.state);
  return (
    <section className={styles.note} aria-label={taskSubject(task)} aria-live="polite" data-testid="preannotation-note">
      <Title task={task} />
      <HowFar task={task} />
      {task.causeText ? <p className={styles.cause}>{text(task.causeText)}</p> : null}
      <div className={styles.buttons}>
        {hasEnded && onNext && task.progress && task.progress.done > 0 ? (
          <Button icon={<QuestionOutlined />} onClick={onNext}>
            {t('preannotation.toNext')}
          </Button>
        ) : null}
        {task.state === 'completed' ? null : <TaskButtons task={task} onDeleted={onSeen} />}
        {hasEnded ? (
          <Button
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('preannotation.seen')}
            title={t('preannotation.seen')}
            onClick={onSeen}
          />
        ) : null}
      </div>
    </section>
  );
}

/** Those that are at work, and, until somebody puts them away, those that were or have come while one looks. */
function useNotes(place: SetPlace | null): { notes: Task[]; putAway: (id: number) => void } {
  const { tasks, isPending } = usePreannotations(place);
  const [old, setOld] = useState<ReadonlySet<number> | null>(null);
  // what is not at work when the first list is there is of no interest; a short one may be over before the next list
  if (old === null && place && !isPending) setOld(new Set(tasks.flatMap(({ id, state }) => (isOpen(state) ? [] : id))));
  const notes = tasks.filter(({ id, state }) => isOpen(state) || (old !== null && !old.has(id)));
  return { notes, putAway: (id) => setOld(new Set([...(old ?? []), id])) };
}

/** `onNext`: to the next image with something to decide on; null: the set has no order of them. */
export function PreannotationNotes({
  place,
  onNext,
}: {
  place: SetPlace | null;
  onNext: (() => void) | null;
}): ReactNode {
  const { notes, putAway } = useNotes(place);
  return (
    <ConfigProvider componentSize="small">
      {notes.map((task) => (
        <Note key={task.id} task={task} onNext={onNext} onSeen={() => putAway(task.id)} />
      ))}
    </ConfigProvider>
  );
}
