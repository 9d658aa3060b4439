/** One picture of the grid: thumbnail, state, name, facts; a link into the workbench and a box to select it. */
import { api, queryUrl, type Picture } from '@loupe/contract';
import { Checkbox } from 'antd';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThumbSize } from '../../../core/preferences.ts';
import { SceneLink } from '../../../core/scene.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import styles from './grid.module.css';

export function PictureCell(props: {
  picture: Picture;
  size: ThumbSize;
  selected: boolean;
  /** While some are selected, a click selects more instead of opening. */
  selecting: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { picture, size, selected, selecting, onToggle } = props;
  const { t } = useTranslation();
  const click = (e: MouseEvent) => {
    if (!selecting && !e.shiftKey && !e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    onToggle(e.shiftKey);
  };
  const facts = picture.shapes > 0 ? t('datasets.shapesOn', { count: picture.shapes }) : t('datasets.noShapes');
  return (
    <article className={styles.card} data-size={size} title={`${picture.name}\n${facts}`}>
      <div onClickCapture={click}>
        <SceneLink screen="Annotate" search={{ folderId: picture.folderId, id: picture.id }} className={styles.open!}>
          <img
            className={styles.thumb}
            src={queryUrl(api.pictureThumb, { id: picture.id })}
            alt={t('datasets.openPicture', { name: picture.name })}
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        </SceneLink>
      </div>
      <Checkbox
        className={styles.check!}
        checked={selected}
        aria-label={t('datasets.selectPicture', { name: picture.name })}
        onChange={(e) => onToggle(e.nativeEvent instanceof globalThis.MouseEvent && e.nativeEvent.shiftKey)}
      />
      <span className={styles.state}>
        <StatusTag state={picture.state} {...(size === 'small' ? { text: '' } : {})} />
      </span>
      <div className={styles.name}>{picture.name}</div>
      {size === 'small' ? null : (
        <div className={`${styles.facts} num`}>
          {picture.width} × {picture.height}
          <span>{facts}</span>
        </div>
      )}
    </article>
  );
}
