/** The neighbours at the bottom: a strip of any length of which only what is in sight is drawn. */
import { CheckOutlined, ExclamationOutlined } from '@ant-design/icons';
import { api, queryUrl, type DatasetImage, type ReviewState } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewSigns } from '../../../ui/ReviewTag.tsx';
import { Thumb } from '../../../ui/Thumb.tsx';
import type { Strip } from './use-strip.ts';
import styles from './strip.module.css';
import { useWording } from '../../../core/wording.ts';

const frameWidth = 76;

/** Four forms, so that colour is not all: a tick, a struck circle, an exclamation mark where predictions wait, an open circle. */
function StateDot({ state }: { state: DatasetImage['state'] }) {
  return (
    <span className={styles.dot} data-state={state} aria-hidden="true">
      {state === 'annotated' ? <CheckOutlined /> : null}
      {state === 'preLabeled' ? <ExclamationOutlined /> : null}
    </span>
  );
}

interface FrameProps {
  image: DatasetImage;
  isShown: boolean;
  /** Null where images are not reviewed, or this one was not submitted. */
  review: ReviewState | null;
  onOpen: (id: number) => void;
}

function Frame({ image, isShown, review, onOpen }: FrameProps) {
  const { t } = useTranslation();
  const wording = useWording();
  const state = t(`ui.states.${image.state}`, wording);
  const said = review ? `${state}${t('ui.separator')}${t(`review.states.${review}`)}` : state;
  const text = t('annotation.openImage', { name: image.name, state: said });
  return (
    <button
      type="button"
      className={styles.frame}
      aria-current={isShown ? 'true' : undefined}
      aria-label={text}
      title={text}
      onClick={() => onOpen(image.id)}
    >
      <Thumb src={queryUrl(api.imageThumb, { id: image.id })} />
      <StateDot state={image.state} />
      {review ? (
        <span className={styles.review} data-review={review} aria-hidden="true">
          {reviewSigns[review].icon}
        </span>
      ) : null}
    </button>
  );
}

interface FilmStripProps {
  strip: Strip;
  shownId: number;
  isReviewed: boolean;
  onOpen: (id: number) => void;
}

export function FilmStrip({ strip, shownId, isReviewed, onOpen }: FilmStripProps) {
  const { t } = useTranslation();
  const node = useRef<HTMLElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: strip.total,
    horizontal: true,
    getScrollElement: () => node.current,
    estimateSize: () => frameWidth,
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { see, index } = strip;
  useEffect(() => see(first, last), [see, first, last]);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
    // Follows the shown image; scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  const turn = (event: WheelEvent) => {
    if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) node.current?.scrollBy({ left: event.deltaY });
  };
  return (
    <nav ref={node} data-tour="strip" className={styles.strip} aria-label={t('annotation.strip')} onWheel={turn}>
      <div style={{ width: virtual.getTotalSize(), height: '100%', position: 'relative' }}>
        {items.map((item) => {
          const image = strip.at(item.index);
          return (
            <div key={item.key} className={styles.slot} style={{ transform: `translateX(${item.start}px)` }}>
              {image ? (
                <Frame
                  key={image.id}
                  image={image}
                  isShown={image.id === shownId}
                  review={isReviewed ? image.review : null}
                  onOpen={onOpen}
                />
              ) : (
                <span className={styles.bone} />
              )}
            </div>
          );
        })}
      </div>
    </nav>
  );
}
