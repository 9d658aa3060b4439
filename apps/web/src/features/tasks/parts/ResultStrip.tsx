/** The pictures of a test as a column of thumbnails with what is wrong on each; only those in sight are drawn. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { api, queryUrl, type TestPicture } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './result.module.css';
import type { TestPictures } from './use-test-pictures.ts';

const rowHeight = 118;

export const useCountText = (): ((picture: TestPicture) => string) => {
  const { t } = useTranslation();
  return ({ tp, fp, fn }) => {
    const wrong = [
      ...(fn > 0 ? [t('tasks.missedCount', { count: fn })] : []),
      ...(fp > 0 ? [t('tasks.falseCount', { count: fp })] : []),
    ];
    return wrong.length > 0 ? wrong.join(' · ') : t('tasks.rightCount', { count: tp });
  };
};

export function ResultStrip(props: {
  pictures: TestPictures;
  selected: number | undefined;
  onSelect: (imageId: number) => void;
}) {
  const { pictures, selected, onSelect } = props;
  const { t } = useTranslation();
  const countText = useCountText();
  const node = useRef<HTMLDivElement>(null);
  const { list } = pictures;
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => node.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { see } = pictures;
  useEffect(() => see(last));
  const index = list.findIndex((p) => p.imageId === selected);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only when another picture is chosen: scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  return (
    <nav ref={node} className={styles.strip} aria-label={t('tasks.picturesLabel')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map((item) => {
          const picture = list[item.index]!;
          const isWrong = picture.fp + picture.fn > 0;
          return (
            <button
              key={picture.imageId}
              type="button"
              className={styles.thumb}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-current={picture.imageId === selected}
              title={picture.name}
              onClick={() => onSelect(picture.imageId)}
            >
              <img src={queryUrl(api.pictureThumb, { id: picture.imageId })} alt={picture.name} loading="lazy" />
              <span className={styles.thumbText} data-wrong={isWrong}>
                {isWrong ? <CloseCircleFilled /> : <CheckCircleFilled />}
                <span className="ellipsis">{countText(picture)}</span>
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
