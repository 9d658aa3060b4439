/** Truth and reading one above the other, with the characters that differ marked. */
import { useTranslation } from 'react-i18next';
import { pairsOf, type TextRow } from './rows.ts';
import styles from './texts.module.css';

/** A space is seen only by a sign of its own. */
const visible = (character: string): string => (character.trim() === '' ? '␣' : character);

function Line({ row, side }: { row: TextRow; side: 0 | 1 }) {
  const { t } = useTranslation();
  const pairs = pairsOf(row);
  const plain = side === 0 ? row.truth : row.read;
  if (pairs) {
    return (
      <span className={styles.characters}>
        {pairs.map((pair, i) =>
          pair[0] === pair[1] ? (
            <span key={i}>{pair[side]}</span>
          ) : (
            // empty where the other text has a character more: a sign would look like one that was read
            <mark key={i} data-side={side === 0 ? 'truth' : 'read'} data-gap={pair[side] === '' ? 'true' : undefined}>
              {pair[side] === '' ? <span className="sr-only">{t('texts.gap')}</span> : visible(pair[side])}
            </mark>
          ),
        )}
      </span>
    );
  }
  const none = side === 0 && row.outcome !== 'false' ? t('texts.notTyped') : t('texts.nothing');
  return plain === null ? <i className={styles.none}>{none}</i> : <span className={styles.characters}>{plain}</span>;
}

export function Pairs({ row }: { row: TextRow }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.pairs}>
      <dt>{t('texts.truth')}</dt>
      <dd>
        <Line row={row} side={0} />
      </dd>
      <dt>{t('texts.read')}</dt>
      <dd>
        <Line row={row} side={1} />
      </dd>
    </dl>
  );
}
