/** The confusion matrix; a cell shows its images. With many labels the largest confusions stand as a list. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../core/format.ts';
import { Card } from '../../../ui/Page.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './confusion.module.css';
import { cellText } from './search.ts';
import type { Result } from './use-result.ts';

/** Up to so many labels stand as a matrix. */
const inMatrix = 12;
const listed = 40;

interface Cell {
  truth: number;
  detected: number;
  count: number;
}

/** Everything off the diagonal, most frequent first. */
export const confusionsOf = (matrix: Float64Array, classCount: number): Cell[] => {
  const side = classCount + 1;
  const cells: Cell[] = [];
  matrix.forEach((count, i) => {
    const [truth, detected] = [Math.floor(i / side), i % side];
    if (count > 0 && truth !== detected) cells.push({ truth, detected, count });
  });
  return cells.sort((a, b) => b.count - a.count);
};

function CellButton(props: { result: Result; cell: Cell; most: number }) {
  const { result, cell, most } = props;
  const { truth, detected, count } = cell;
  const { state, change } = result;
  const isChosen = state.cell?.[0] === truth && state.cell[1] === detected;
  const tone = truth === detected ? 'hit' : 'wrong';
  return (
    <button
      type="button"
      className={styles.cell}
      data-tone={count === 0 ? 'none' : tone}
      aria-pressed={isChosen}
      disabled={count === 0 && !isChosen}
      style={{ '--share': most === 0 ? 0 : 0.25 + 0.75 * (count / most) } as React.CSSProperties}
      onClick={() =>
        change({
          cell: isChosen ? undefined : cellText([truth, detected]),
          show: undefined,
          label: undefined,
          imageId: undefined,
          view: state.view === 'images' ? undefined : 'images',
        })
      }
    >
      {formatCount(count)}
    </button>
  );
}

export function ConfusionTable({ result }: { result: Result }) {
  const { t } = useTranslation();
  const { summary, explorer } = result;
  const { answer } = explorer;
  const names = [...summary.classes.map(({ label }) => label), t('results.nothing')];
  const side = names.length;
  // parts are compared with nothing
  const places = names.map((_, c) => c).filter((c) => !summary.classes[c]?.locates);
  const cells = answer ? confusionsOf(answer.matrix, side - 1) : [];
  const mostHits = answer ? Math.max(0, ...names.map((_, c) => answer.matrix[c * side + c]!)) : 0;
  const mostWrong = cells[0]?.count ?? 0;
  const cellAt = (truth: number, detected: number) => (
    <CellButton
      result={result}
      cell={{ truth, detected, count: answer?.matrix[truth * side + detected] ?? 0 }}
      most={truth === detected ? mostHits : mostWrong}
    />
  );
  return (
    <Card title={t('results.confusion')} extra={t('results.confusionHelp')}>
      {side - 1 > inMatrix ? (
        <div className={styles.cells}>
          {cells.length === 0 ? <EmptyState small title={t('results.noConfusions')} /> : null}
          {cells.slice(0, listed).map((cell) => (
            <div key={cellText([cell.truth, cell.detected])} className={styles.cellRow}>
              <span className="ellipsis">
                {names[cell.truth]} → {names[cell.detected]}
              </span>
              <CellButton result={result} cell={cell} most={mostWrong} />
            </div>
          ))}
        </div>
      ) : (
        <div
          className={styles.matrix}
          style={{ gridTemplateColumns: `minmax(52px, 1.6fr) repeat(${places.length}, minmax(26px, 1fr))` }}
        >
          <span />
          {places.map((c) => (
            <span key={c} className={`${styles.column} ellipsis`} title={names[c]}>
              {names[c]}
            </span>
          ))}
          {places.map((truth) => (
            <Fragment key={truth}>
              <span className="ellipsis" title={names[truth]}>
                {names[truth]}
              </span>
              {places.map((detected) =>
                truth === side - 1 && detected === side - 1 ? (
                  <span key={detected} />
                ) : (
                  <Fragment key={detected}>{cellAt(truth, detected)}</Fragment>
                ),
              )}
            </Fragment>
          ))}
        </div>
      )}
    </Card>
  );
}
