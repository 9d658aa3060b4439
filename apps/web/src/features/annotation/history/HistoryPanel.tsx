/** What was done on the image, newest first. Pointing at a line shows the image as it was; any line can be gone back to. */
import { CloseOutlined } from '@ant-design/icons';
import type { Label } from '@loupe/contract';
import { Button, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../core/format.ts';
import { useStore } from '../../../core/store.ts';
import { useEscape } from '../../../ui/escape.ts';
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx';
import type { Desk } from '../parts/desk-types.ts';
import panels from '../parts/panels.module.css';
import { entriesOf, type HistoryEntry, type LabelOf } from './entries.ts';
import styles from './history.module.css';
import { Entry, Line, type LineOf } from './HistoryLine.tsx';
import { useHistory } from './use-history.ts';
import { usePast } from './use-past.ts';

/** "Label changed: scratch → dent". */
function useWords(labels: readonly Label[]) {
  const { t } = useTranslation();
  const names = useMemo(() => new Map(labels.map(({ id, name }) => [id, name])), [labels]);
  const nameOf = (id: LabelOf) => {
    if (id === 'several') return t('history.several');
    return id === null ? t('annotation.noLabel') : (names.get(id) ?? t('history.goneLabel'));
  };
  return ({ what, labelId, fromLabelId, remark }: HistoryEntry): string => {
    const done = t(`history.what.${what}`);
    const named = (label: string): string => t('history.named', { done, label });
    if (what === 'relabelled') return named(`${nameOf(fromLabelId)} → ${nameOf(labelId)}`);
    if (remark !== null) return named(remark);
    return labelId === null || labelId === 'several' ? done : named(nameOf(labelId));
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
  // a shape that is half drawn is given up first
  useEscape(
    true,
    () => {
      desk.historyOpen.set(false);
      desk.focus();
    },
    () => desk.editor()?.status().isDrawing !== true,
  );
  const common = { past, mayRestore: mayAnnotate };
  const lineOf: LineOf = (entry, isNow) => ({
    moment: entry,
    words: wordsOf(entry),
    color: labels.find(({ id }) => id === entry.labelId)?.color,
    hint: `${entry.actor ?? t('history.nobody')} · ${formatDateTime(entry.at)}`,
    isNow,
    ...common,
  });
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
          // newer ones may join it: the oldest of them stays what it is
          <li key={entry.steps.at(-1)!.seq}>
            <Entry entry={entry} lineOf={lineOf} isNewest={i === 0} />
          </li>
        ))}
        {entries.length > 0 && !history.hasNextPage ? (
          <li>
            <Line
              moment={{ seq: 0, at: null }}
              words={t('history.first')}
              color={undefined}
              hint={t('history.firstHint')}
              isNow={false}
              {...common}
            />
          </li>
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
