/** Figures of each label at the thresholds of the moment; a row shows its images, a head sorts. */
import { DownloadOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText, saveText } from '../../../core/csv.ts';
import { formatCount } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { LabelTag } from '../../../ui/StatusTag.tsx';
import chart from '../../shared/chart.module.css';
import table from '../../shared/table.module.css';
import styles from './result.module.css';
import { figure } from '../../shared/texts.ts';
import type { Result } from './use-result.ts';

const columns = ['truths', 'ap50', 'ap50_95', 'precision', 'recall', 'f1', 'found', 'missed', 'false'] as const;
type Column = (typeof columns)[number];
type Row = { label: string; color: string; index: number } & Record<Column, number | null>;
const counted: ReadonlySet<Column> = new Set(['truths', 'found', 'missed', 'false']);

export const classRows = ({ summary, explorer }: Pick<Result, 'summary' | 'explorer'>): Row[] =>
  summary.classes.map(({ label, color, truths, ap50, ap50_95, locates }, index) => {
    // parts are no findings: they are only looked at
    const rates = locates ? undefined : explorer.answer?.perClass[index];
    return {
      label,
      color,
      index,
      truths,
      ap50,
      ap50_95,
      precision: rates?.precision ?? null,
      recall: rates?.recall ?? null,
      f1: rates?.f1 ?? null,
      found: rates?.tp ?? null,
      missed: rates?.fn ?? null,
      false: rates?.fp ?? null,
    };
  });

/** What has no value stands last, whichever way. */
export const sortRows = (rows: readonly Row[], by: Column | null, down: boolean): Row[] =>
  by === null
    ? [...rows]
    : rows.toSorted((a, b) => {
        const [x, y] = [a[by], b[by]];
        if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
        return down ? y - x : x - y;
      });

function ClassRow({ row, result }: { row: Row; result: Result }) {
  const { t } = useTranslation();
  const { state, change } = result;
  const text = (column: Column): string => {
    const value = row[column];
    return counted.has(column) && value !== null ? formatCount(value) : figure(value);
  };
  return (
    <tr
      aria-selected={state.label === row.index}
      title={row.truths === 0 ? t('results.noTruthsOfLabel') : undefined}
      onClick={() => change({ label: state.label === row.index ? undefined : row.index }, { replace: true })}
    >
      <td>
        <LabelTag name={row.label} color={row.color} />
      </td>
      {columns.map((column) => (
        <td key={column} className={table.number}>
          {text(column)}
        </td>
      ))}
    </tr>
  );
}

export function ClassTable({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { task } = result;
  const [sort, setSort] = useState<{ by: Column | null; down: boolean }>({ by: null, down: true });
  const rows = sortRows(classRows(result), sort.by, sort.down);
  const name = (column: Column): string =>
    column === 'ap50'
      ? 'AP50'
      : column === 'ap50_95'
        ? 'AP50–95'
        : column === 'f1'
          ? 'F1'
          : t(`results.columns.${column}`);
  const save = () =>
    saveText(
      `test-${task.id}-labels.csv`,
      csvText([
        [t('tasks.label'), ...columns.map(name)],
        ...rows.map((row) => [row.label, ...columns.map((c) => row[c])]),
      ]),
    );
  return (
    <Card
      title={t('tasks.byLabel')}
      extra={
        <button
          type="button"
          className={chart.save}
          aria-label={t('results.save', { name: t('tasks.byLabel') })}
          onClick={save}
        >
          <DownloadOutlined />
        </button>
      }
    >
      <div className={styles.classRoom}>
        <table className={`${table.table} ${styles.findings}`}>
          <thead>
            <tr>
              <th>{t('tasks.label')}</th>
              {columns.map((column) => (
                <th
                  key={column}
                  className={table.number}
                  aria-sort={sort.by === column ? (sort.down ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    className={styles.sort}
                    onClick={() => setSort({ by: column, down: sort.by === column ? !sort.down : true })}
                  >
                    {name(column)}
                    {sort.by === column ? (sort.down ? ' ↓' : ' ↑') : ''}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ClassRow key={row.index} row={row} result={result} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">{t('results.classHelp')}</p>
    </Card>
  );
}
