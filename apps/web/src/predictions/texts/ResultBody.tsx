/** The result of a test of texts: its figures, and each text with its crop, what is there and what was read; wrong first. */
import type { Task, TextSummary, TextTable } from '@loupe/contract';
import { Skeleton } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../core/query.ts';
import { useUrlState } from '../../core/search.ts';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { ListBar } from '../shared/ListBar.tsx';
import { Notices } from '../shared/Notices.tsx';
import { useTable } from '../shared/use-table.ts';
import { ByLength, Confusions, Figures } from './result/Figures.tsx';
import { countRows, listRows, textRows } from './result/rows.ts';
import { textList, TextSearch } from './result/search.ts';
import { TextImage } from './result/TextImage.tsx';
import { TextList } from './result/TextList.tsx';
import styles from './result/texts.module.css';
import { ignoresCase } from './result/use-other-test.tsx';

/** Arrows go through the texts, but where they move something else. */
function useArrows(onStep: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest('input, textarea, [role=combobox]');
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
      if (isTaken || by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      onStep(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function Texts({ task, summary, table }: { task: Task; summary: TextSummary; table: TextTable }) {
  const { t } = useTranslation();
  const [{ show, sort, text }, change] = useUrlState(TextSearch);
  const ignoreCase = ignoresCase(summary);
  const rows = useMemo(() => textRows(table, ignoreCase), [table, ignoreCase]);
  const counts = useMemo(() => countRows(rows), [rows]);
  const list = useMemo(() => listRows(rows, show, sort), [rows, show, sort]);
  const chosen = Math.min(text, list.length - 1);
  const choose = (to: number) => {
    if (to >= 0 && to < list.length) change({ text: to || undefined }, { replace: true });
  };
  useArrows((by) => choose(chosen + by));
  const row = list[chosen];
  return (
    <>
      <ListBar
        list={textList}
        counts={counts}
        hasZone={false}
        show={show}
        sort={sort}
        onShow={(to) => change({ show: to, text: undefined })}
        onSort={(to) => change({ sort: to, text: undefined }, { replace: true })}
      />
      {row ? (
        <div className={styles.body}>
          <TextList
            rows={list}
            imageOf={({ image }) => ({ id: table.images[image]!.imageId, name: table.images[image]!.name })}
            chosen={chosen}
            onChoose={choose}
          />
          <TextImage taskId={task.id} table={table} row={row} />
        </div>
      ) : (
        <section className="card">
          <EmptyState small title={t('texts.noneTitle')} text={t('texts.noneText')} />
        </section>
      )}
    </>
  );
}

/** With or without regard to case, as the person has chosen; else as the version compares. */
function useCase(taskId: number, byVersion: TextSummary) {
  const [search, change] = useUrlState(TextSearch);
  const ignoreCase = search.case === '' ? ignoresCase(byVersion) : search.case === 'ignore';
  const isOther = ignoreCase !== ignoresCase(byVersion);
  const asked = { taskId, thresholds: { ignoreCase } };
  const { data } = useApi('testSummary', asked, { enabled: isOther });
  return {
    summary: isOther && data?.type === 'texts' ? data : byVersion,
    choose: (to: boolean) => change({ case: to ? 'ignore' : 'heed', text: undefined }, { replace: true }),
  };
}

export function TextBody({ task, summary: byVersion }: { task: Task; summary: TextSummary }) {
  const { t } = useTranslation();
  const { summary, choose } = useCase(task.id, byVersion);
  const { data, error, refetch } = useTable(task.id, summary.images);
  const table = useMemo(() => data && (JSON.parse(new TextDecoder().decode(data)) as TextTable), [data]);
  const own = [
    ...(summary.truths === 0 ? [t('texts.noTruths')] : []),
    ...(table && table.leftOut > 0 ? [t('texts.leftOut', { count: table.leftOut })] : []),
  ];
  return (
    <>
      <Notices summary={summary} own={own} />
      <Figures task={task} summary={summary} onIgnoreCase={choose} />
      {summary.typed > 0 ? (
        <div className={styles.charts}>
          <ByLength groups={summary.byLength} />
          <Confusions confusions={summary.confusions} />
        </div>
      ) : null}
      {table ? (
        <Texts task={task} summary={summary} table={table} />
      ) : (
        <section className="card" style={{ padding: 18 }}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 10 }} />
          )}
        </section>
      )}
    </>
  );
}
