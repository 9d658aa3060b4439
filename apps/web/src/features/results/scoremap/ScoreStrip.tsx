/** The images of a list side by side, with score and what became of each; only those in sight are drawn. */
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { api, queryUrl } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumb } from '../../../ui/Thumb.tsx';
import { outcomeOf, type Outcome } from './logic.ts';
import styles from './scores.module.css';
import type { Scores } from './use-scores.ts';

const width = 124;

export const outcomeIcons: { readonly [O in Outcome]: ReactNode } = {
  right: <CheckCircleFilled />,
  missed: <CloseCircleFilled />,
  refused: <CloseCircleFilled />,
  review: <ExclamationCircleFilled />,
};

export function ScoreStrip({
  scores,
  index,
  onSelect,
}: {
  scores: Scores;
  index: number;
  onSelect: (i: number) => void;
}) {
  const { t } = useTranslation();
  const { prepared, zone } = scores;
  const { list } = scores.lists;
  const node = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: list.length,
    horizontal: true,
    getScrollElement: () => node.current,
    estimateSize: () => width,
    overscan: 4,
  });
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only when another image is chosen: scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  return (
    <nav ref={node} className={styles.strip} aria-label={t('tasks.imagesLabel')}>
      <div style={{ width: virtual.getTotalSize(), position: 'relative', height: '100%' }}>
        {virtual.getVirtualItems().map((item) => {
          const image = prepared.images[list[item.index]!]!;
          const outcome = outcomeOf(image, zone);
          return (
            <button
              key={image.imageId}
              type="button"
              className={`tile ${styles.thumb}`}
              style={{ transform: `translateX(${item.start}px)`, width: width - 8 }}
              aria-current={item.index === index}
              title={image.name}
              onClick={() => onSelect(item.index)}
            >
              <Thumb src={queryUrl(api.imageThumb, { id: image.imageId })} alt={image.name} />
              <span className={styles.thumbText}>
                <b className="num">{image.score.toFixed(2)}</b>
                <span className={styles.outcome} data-outcome={outcome}>
                  {outcomeIcons[outcome]} {t(`scores.outcomes.${outcome}`)}
                </span>
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
