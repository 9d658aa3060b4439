/** Figures of two tests side by side, with the difference and whether it is for the better. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './compare.module.css';
import table from './table.module.css';
import { figure } from './texts.ts';

export interface FigureRow {
  key: string;
  name: ReactNode;
  own: number | null;
  other: number | null;
  /** Which way is good. */
  better: 'more' | 'less';
}

type Compared = Pick<FigureRow, 'own' | 'other' | 'better'>;
/** `inHundredths`: beside shares in per cent, in points of them. */
export function Difference({ own, other, better, inHundredths }: Compared & { inHundredths?: boolean }) {
  if (own === null || other === null) return <>–</>;
  const by = own - other;
  const tone = Math.abs(by) < 5e-4 ? 'same' : by > 0 === (better === 'more') ? 'better' : 'worse';
  return (
    <b className={styles.difference} data-tone={tone}>
      {by > 0 ? '+' : ''}
      {inHundredths ? (100 * by).toFixed(1) : by.toFixed(3)}
    </b>
  );
}

export function FigureTable({ rows, names }: { rows: readonly FigureRow[]; names: readonly [string, string] }) {
  const { t } = useTranslation();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>{t('tasks.figures')}</th>
          {names.map((name, i) => (
            <th key={i} className={table.number}>
              {name}
            </th>
          ))}
          <th className={table.number}>{t('results.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td className={table.number}>{figure(row.own)}</td>
            <td className={table.number}>{figure(row.other)}</td>
            <td className={table.number}>
              <Difference {...row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
