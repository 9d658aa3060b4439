/**
 * One picture of the grid: thumbnail, state, name, facts; a link into the workbench and a box to select it. Hundreds of
 * them pass by in one scroll, so link and box are the browser's own.
 */
import { api, queryUrl, type Picture } from '@loupe/contract';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThumbSize } from '../../../core/preferences.ts';
import { useGo, usePathOf, type SceneSearch } from '../../../core/scene.tsx';
import { stringifySearch } from '../../../core/search.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { Thumb } from '../../../ui/Thumb.tsx';
import styles from './grid.module.css';
import { PartTag } from './PartTag.tsx';

export function PictureCell(props: {
  picture: Picture;
  size: ThumbSize;
  /** Goes along into the workbench. */
  listed: SceneSearch;
  selected: boolean;
  /** While some are selected, a click selects more instead of opening. */
  selecting: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { picture, size, listed, selected, selecting, onToggle } = props;
  const { t } = useTranslation();
  const go = useGo();
  const place = { ...listed, folderId: picture.folderId, id: picture.id };
  const click = (e: MouseEvent) => {
    e.preventDefault();
    if (selecting || e.shiftKey || e.ctrlKey || e.metaKey) onToggle(e.shiftKey);
    else go('Annotate', place);
  };
  const press = (e: KeyboardEvent) => {
    if (e.key === 'Enter') go('Annotate', place);
  };
  const pixels = `${picture.width} × ${picture.height}`;
  const shapes = picture.shapes > 0 ? t('datasets.shapesOn', { count: picture.shapes }) : t('datasets.noShapes');
  const isSmall = size === 'small';
  return (
    <article
      className={styles.card}
      data-size={size}
      title={[
        picture.name,
        pixels,
        picture.part ? t(`datasets.parts.${picture.part}`) : t(`ui.states.${picture.state}`),
        shapes,
      ].join('\n')}
    >
      <a
        href={`${usePathOf()('Annotate')}${stringifySearch(place)}`}
        className={styles.open}
        onClick={click}
        onKeyDown={press}
      >
        <Thumb
          src={queryUrl(api.pictureThumb, { id: picture.id })}
          alt={t('datasets.openPicture', { name: picture.name })}
          broken={t('datasets.thumbBroken')}
        />
      </a>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={selected}
          aria-label={t('datasets.selectPicture', { name: picture.name })}
          onChange={(e) => onToggle(e.nativeEvent instanceof globalThis.MouseEvent && e.nativeEvent.shiftKey)}
        />
      </label>
      {isSmall ? (
        <span className={styles.state}>
          {picture.part ? <PartTag part={picture.part} bare /> : <StatusTag state={picture.state} text="" />}
        </span>
      ) : null}
      <div className={styles.name}>{picture.name}</div>
      {isSmall ? null : (
        <div className={`${styles.facts} num`}>
          {picture.part ? <PartTag part={picture.part} plain /> : <StatusTag state={picture.state} plain />}
          <span>{picture.shapes > 0 ? shapes : pixels}</span>
        </div>
      )}
    </article>
  );
}
