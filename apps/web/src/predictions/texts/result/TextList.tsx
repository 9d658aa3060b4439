/** The texts of a test one below the other: crop, truth and reading; only those in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatScore } from '../../../core/format.ts';
import { ToneTag } from '../../../ui/StatusTag.tsx';
import { UprightCrop } from '../../../ui/UprightCrop.tsx';
import { makeImageRegions, type ImageRegions } from './image-regions.ts';
import { Pairs } from './Pairs.tsx';
import type { TextOutcomeName, TextRow } from './rows.ts';
import styles from './texts.module.css';

const rowHeight = 76;
/** A long line is seen whole; the image beside the list shows the chosen one large. */
const room = { width: 214, low: 16, high: 60 };

export const tones: { readonly [O in TextOutcomeName]: 'ok' | 'bad' | 'warn' | 'quiet' } = {
  misread: 'bad',
  missed: 'bad',
  false: 'bad',
  untyped: 'warn',
  right: 'ok',
};

function Crop({ row, imageId, regions }: { row: TextRow; imageId: number; regions: ImageRegions }) {
  const { t } = useTranslation();
  const load = useCallback((quad: readonly number[]) => regions.region(imageId, quad), [regions, imageId]);
  return (
    <UprightCrop
      quad={row.quad}
      room={room}
      load={load}
      label={t('texts.crop', { text: row.truth ?? row.read ?? '' })}
      none={t('texts.noCrop')}
    />
  );
}

export function TextList(props: {
  rows: readonly TextRow[];
  imageOf: (row: TextRow) => { id: number; name: string };
  chosen: number;
  onChoose: (index: number) => void;
}) {
  const { rows, imageOf, chosen, onChoose } = props;
  const { t } = useTranslation();
  const node = useRef<HTMLUListElement>(null);
  const [regions] = useState(makeImageRegions);
  useEffect(() => () => regions.close(), [regions]);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => node.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  });
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: 'auto' });
    // Only when another text is chosen: scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  return (
    <ul ref={node} className={styles.list} aria-label={t('texts.resultTexts')}>
      <li aria-hidden="true" style={{ height: virtual.getTotalSize() }} />
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index]!;
        const image = imageOf(row);
        return (
          <li key={item.key} className={styles.slot} style={{ transform: `translateY(${item.start}px)` }}>
            <button
              type="button"
              className={styles.row}
              aria-current={item.index === chosen}
              onClick={() => onChoose(item.index)}
            >
              <Crop row={row} imageId={image.id} regions={regions} />
              <Pairs row={row} />
              <span className={styles.facts}>
                <ToneTag tone={tones[row.outcome]}>{t(`texts.lists.${row.outcome}`)}</ToneTag>
                {row.score === null ? null : (
                  <span className="num" title={t(row.read === null ? 'texts.boxScore' : 'texts.readingScore')}>
                    {formatScore(row.score)}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
