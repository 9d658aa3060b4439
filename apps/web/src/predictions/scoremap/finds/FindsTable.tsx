/** Test defects by kind and size: how many were found of how many, with the bounds of that share. */
import type { ProbeCell } from '@loupe/contract';
import { clopperPearson } from '@loupe/metrics';
import { useTranslation } from 'react-i18next';
import { asSentence, formatShare } from '../../../core/format.ts';
import styles from './finds.module.css';

/** From red by yellow to green; the numbers say it too. */
const tint = (share: number): string => {
  const [from, to, along] = share < 0.5 ? ['bad', 'warn', 2 * share] : ['warn', 'ok', 2 * share - 1];
  return `color-mix(in oklab, var(--${to}-tint) ${Math.round(100 * along)}%, var(--${from}-tint))`;
};

function Cell({ cell }: { cell: ProbeCell | undefined }) {
  const { t } = useTranslation();
  if (!cell) return <td className={styles.empty}>–</td>;
  const { found, tried } = cell;
  const { low, high } = clopperPearson(found, tried);
  const bounds = { low: formatShare(low), high: formatShare(high) };
  return (
    <td style={{ background: tint(found / tried) }} title={t('scores.finds.cellHelp', { found, tried, ...bounds })}>
      <b>
        {found} / {tried}
      </b>
      <small>
        {Math.round(100 * low)}–{bounds.high}
      </small>
    </td>
  );
}

export function FindsTable({ cells }: { cells: readonly ProbeCell[] }) {
  const { t } = useTranslation();
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  const sizes = [...new Map(cells.map((cell) => [cell.share, cell.px]))].toSorted(([a], [b]) => a - b);
  return (
    <table className={`${styles.table} num`}>
      <thead>
        <tr>
          <th scope="col">{t('scores.finds.kind')}</th>
          {sizes.map(([share, px]) => (
            <th key={share} scope="col" title={t('scores.finds.sizeHelp', { px, share: formatShare(share, 1) })}>
              {px} px
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{asSentence(t(`scores.finds.kinds.${kind}`))}</th>
            {sizes.map(([share]) => (
              <Cell key={share} cell={cells.find((one) => one.kind === kind && one.share === share)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
