/** What was done on the image, newest first. Pointing at a line shows the image as it was; any line can be gone back to. */
import { CloseOutlined, RollbackOutlined } from '@ant-design/icons';
import type { Label } from '@loupe/contract';
import { Button, Skeleton, Tooltip } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useStore } from '../../../core/store.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import type { Desk } from '../parts/desk-types.ts';
import panels from '../parts/panels.module.css';
import { entriesOf, type HistoryEntry } from './entries.ts';
import styles from './history.module.css';
import { useHistory } from './use-history.ts';
import { usePast, type Moment } from './use-past.ts';

interface LineProps {
  moment: Moment;
  words: string;
  count: number;
  color: string | undefined;
  hint: string;
  isNow: boolean;
  past: ReturnType<typeof usePast>;
  mayRestore: boolean;
}

function Line({ moment, words, count, color, hint, isNow, past, mayRestore }: LineProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <li className={styles.line}>
      <button
        type="button"
        className={styles.moment}
        aria-labelledby={id}
        onMouseEnter={() => past.point(moment)}
        onMouseLeave={past.leave}
        onFocus={() => past.point(moment)}
        onBlur={past.leave}
      >
        <i className={styles.swatch} style={{ background: color ?? 'transparent' }} />
        <span id={id} className={styles.words}>
          <span>
            {words}
            {count > 1 ? <b className="num"> ×{count}</b> : null}
          </span>
          <span className={styles.hint}>{hint}</span>
        </span>
      </button>
      {mayRestore && !isNow ? (
        <Tooltip title={t('history.restoreTip')} placement="left">
          <Button
            size="small"
            type="text"
            className={styles.restore!}
            icon={<RollbackOutlined />}
            aria-label={`${t('history.restore')}: ${words}, ${hint}`}
            onClick={() => past.restore(moment)}
          />
        </Tooltip>
      ) : null}
    </li>
  );
}

/** "Label changed: scratch → dent". */
function useWords(labels: readonly Label[]) {
  const { t } = useTranslation();
  const names = useMemo(() => new Map(labels.map(({ id, name }) => [id, name])), [labels]);
  const nameOf = (id: number | null) =>
    id === null ? t('annotation.noLabel') : (names.get(id) ?? t('history.goneLabel'));
  return ({ what, labelId, fromLabelId, remark }: HistoryEntry): string => {
    const done = t(`history.what.${what}`);
    const named = (label: string): string => t('history.named', { done, label });
    if (what === 'relabelled') return named(`${nameOf(fromLabelId)} → ${nameOf(labelId)}`);
    if (remark !== null) return named(remark);
    return labelId === null ? done : named(nameOf(labelId));
  };
}

export function HistoryPanel({ desk, imageId }: { desk: Desk; imageId: number }) {
  const { t } = useTranslation();
  const labels = useStore(desk.labels);
  const mayAnnotate = useStore(desk.mayAnnotate);
  const history = useHistory(imageId);
  const past = usePast(desk, imageId);
  const wordsOf = useWords(labels);
  const entries = useMemo(() => entriesOf(history.data?.pages.flatMap(({ changes }) => changes) ?? []), [history.data]);
  const colorOf = ({ labelId }: HistoryEntry) => labels.find(({ id }) => id === labelId)?.color;
  const line = { past, mayRestore: mayAnnotate };
  return (
    <section className={`${panels.section} ${panels.fill}`} aria-label={t('history.title')} data-testid="history">
      <h2 className={panels.title}>
        {t('history.title')}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('history.close')}
          title={t('history.close')}
          onClick={() => desk.historyOpen.set(false)}
        />
      </h2>
      {history.error && entries.length === 0 ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.isPending ? <Skeleton active /> : null}
      {history.isSuccess && entries.length === 0 ? (
        <EmptyState title={t('history.noneTitle')} text={t('history.noneText')} />
      ) : null}
      <ol className={styles.list}>
        {entries.map((entry, i) => (
          <Line
            key={entry.seq}
            moment={entry}
            words={wordsOf(entry)}
            count={entry.count}
            color={colorOf(entry)}
            hint={`${entry.actor ?? t('history.nobody')} · ${formatDateTime(entry.at)}`}
            isNow={i === 0}
            {...line}
          />
        ))}
        {entries.length > 0 && !history.hasNextPage ? (
          <Line
            moment={{ seq: 0, at: null }}
            words={t('history.first')}
            count={1}
            color={undefined}
            hint={t('history.firstHint')}
            isNow={false}
            {...line}
          />
        ) : null}
      </ol>
      {history.hasNextPage ? (
        <Button size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('history.more')}
        </Button>
      ) : null}
    </section>
  );
}
