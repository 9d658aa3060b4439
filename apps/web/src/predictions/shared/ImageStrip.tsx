/** The images of a list, one below or beside the other, with what became of each; only those in sight are drawn. */
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, EyeOutlined } from '@ant-design/icons';
import { api, queryUrl } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Caption, Tone } from '../result-list.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import styles from './list.module.css';
import type { Chosen, Rows } from './use-chosen.ts';

/** Pixels from one thumbnail to the next. */
const pitch = { column: 134, row: 124 };

export const toneIcons: { readonly [T in Tone]: ReactNode } = {
  right: <CheckCircleFilled />,
  wrong: <CloseCircleFilled />,
  warn: <ExclamationCircleFilled />,
  look: <EyeOutlined />,
};

/** A number and its word stay on one line. */
function CaptionText({ text }: { text: string }) {
  const parts = text.split(' · ');
  return (
    <span className={styles.captionText}>
      {parts.length === 1
        ? text
        : parts.map((part, i) => (
            <Fragment key={part}>
              <span className={styles.captionPart}>{i < parts.length - 1 ? `${part} ·` : part}</span>{' '}
            </Fragment>
          ))}
    </span>
  );
}

export function ImageStrip(props: {
  rows: Rows;
  chosen: Pick<Chosen, 'index' | 'select'>;
  direction: 'column' | 'row';
  nameAt: (place: number) => string;
  captionAt: (place: number) => Caption;
}) {
  const { rows, chosen, direction, nameAt, captionAt } = props;
  const { index, select } = chosen;
  const { t } = useTranslation();
  const node = useRef<HTMLDivElement>(null);
  const isRow = direction === 'row';
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.list.length,
    horizontal: isRow,
    getScrollElement: () => node.current,
    estimateSize: () => pitch[direction],
    overscan: 4,
  });
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    // Only when another image is chosen: scrolling by hand stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  const length = virtual.getTotalSize();
  return (
    <nav
      ref={node}
      data-tour="images"
      className={styles.strip}
      data-direction={direction}
      aria-label={t('tasks.imagesLabel')}
    >
      <div className={styles.all} style={isRow ? { width: length } : { height: length }}>
        {virtual.getVirtualItems().map((item) => {
          const place = rows.list[item.index]!;
          const { tone, text, score } = captionAt(place);
          const imageId = rows.imageIds[place]!;
          const name = nameAt(place);
          const at = `${item.start}px`;
          return (
            <button
              key={imageId}
              type="button"
              className={`tile ${styles.thumb}`}
              style={
                isRow ? { transform: `translateX(${at})`, width: pitch.row - 8 } : { transform: `translateY(${at})` }
              }
              aria-current={item.index === index}
              title={name}
              onClick={() => select(item.index)}
            >
              <Thumb src={queryUrl(api.imageThumb, { id: imageId })} alt={name} />
              <span className={styles.thumbText}>
                {score === undefined ? null : <b className="num">{score}</b>}
                <span className={styles.caption} data-tone={tone} title={text}>
                  {toneIcons[tone]} <CaptionText text={text} />
                </span>
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
