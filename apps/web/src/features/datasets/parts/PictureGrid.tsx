/** A grid of thumbnails of any length: only the rows in sight are drawn. */
import type { Picture } from '@loupe/contract';
import { api, queryUrl } from '@loupe/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SceneLink } from '../../../core/scene.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import styles from './pictures.module.css';
import type { GridPictures } from './use-pictures.ts';

const cellWidth = 176;
const rowHeight = 178;

function PictureCell(props: { picture: Picture; selected: boolean; onToggle: (id: number, isRange: boolean) => void }) {
  const { picture, selected, onToggle } = props;
  const { t } = useTranslation();
  return (
    <article className={styles.cell} data-selected={selected}>
      <SceneLink screen="Annotate" search={{ folderId: picture.folderId, id: picture.id }} className={styles.open!}>
        <img
          className={styles.thumb}
          src={queryUrl(api.pictureThumb, { id: picture.id })}
          alt={t('datasets.openPicture', { name: picture.name })}
          loading="lazy"
          decoding="async"
        />
      </SceneLink>
      <Checkbox
        className={styles.check!}
        checked={selected}
        aria-label={t('datasets.selectPicture', { name: picture.name })}
        onChange={(e) => onToggle(picture.id, e.nativeEvent instanceof MouseEvent && e.nativeEvent.shiftKey)}
      />
      <span className={styles.state}>
        <StatusTag state={picture.state} />
      </span>
      <div className={styles.name} title={picture.name}>
        {picture.name}
      </div>
      <div className={`${styles.facts} num`}>
        {picture.width} × {picture.height}
        <span>{picture.shapes > 0 ? t('datasets.shapesOn', { count: picture.shapes }) : t('datasets.noShapes')}</span>
      </div>
    </article>
  );
}

const useColumnCount = () => {
  const node = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(0);
  useEffect(() => {
    const element = node.current!;
    const observer = new ResizeObserver(() => setColumns(Math.max(1, Math.floor(element.clientWidth / cellWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { node, columns };
};

export function PictureGrid(props: {
  pictures: GridPictures;
  selected: ReadonlySet<number>;
  onToggle: (id: number, isRange: boolean) => void;
}) {
  const { pictures, selected, onToggle } = props;
  const { node, columns } = useColumnCount();
  const rows = columns === 0 ? 0 : Math.ceil((pictures.total ?? 24) / columns);
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => node.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  });
  const items = virtual.getVirtualItems();
  const first = (items[0]?.index ?? 0) * columns;
  const last = Math.max(0, ((items.at(-1)?.index ?? 0) + 1) * columns - 1);
  const { see } = pictures;
  useEffect(() => see(first, last), [first, last, see]);
  return (
    <div ref={node} className={styles.scroll}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map((row) => (
          <div
            key={row.key}
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, 1fr)` }}
          >
            {Array.from({ length: columns }, (_, column) => {
              const index = row.index * columns + column;
              if (pictures.total !== undefined && index >= pictures.total) return null;
              const picture = pictures.at(index);
              return picture ? (
                <PictureCell
                  key={picture.id}
                  picture={picture}
                  selected={selected.has(picture.id)}
                  onToggle={onToggle}
                />
              ) : (
                <div key={`bone-${index}`} className={styles.bone} />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
