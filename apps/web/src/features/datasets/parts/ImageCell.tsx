/**
 * One image of the grid: thumbnail, state, name, facts; a link into the workbench and a box to select it. Hundreds of
 * them pass by in one scroll, so link and box are the browser's own.
 */
import { api, queryUrl, type DatasetImage, type ReviewState } from '@loupe/contract';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThumbSize } from '../../../core/preferences.ts';
import { useGo, usePathOf, type SceneSearch } from '../../../core/scene.tsx';
import { stringifySearch } from '../../../core/search.ts';
import { useWording } from '../../../core/wording.ts';
import { ReviewTag } from '../../../ui/ReviewTag.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { Thumb } from '../../../ui/Thumb.tsx';
import styles from './grid.module.css';
import { PartTag } from './PartTag.tsx';

/** In so little room the last word on the image is all that is shown. */
function Sign({ image: { part, state }, review }: { image: DatasetImage; review: ReviewState | null }) {
  if (part) return <PartTag part={part} bare />;
  return review ? <ReviewTag state={review} bare /> : <StatusTag state={state} text="" />;
}

export function ImageCell(props: {
  image: DatasetImage;
  size: ThumbSize;
  /** Null where images are not reviewed, or this one was not submitted. */
  review: ReviewState | null;
  /** Goes along into the workbench. */
  listed: SceneSearch;
  selected: boolean;
  /** While some are selected, a click selects more instead of opening. */
  selecting: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { image, size, review, listed, selected, selecting, onToggle } = props;
  const { t } = useTranslation();
  const go = useGo();
  const place = { ...listed, folderId: image.folderId, id: image.id };
  const click = (e: MouseEvent) => {
    e.preventDefault();
    if (selecting || e.shiftKey || e.ctrlKey || e.metaKey) onToggle(e.shiftKey);
    else go('Annotate', place);
  };
  const press = (e: KeyboardEvent) => {
    if (e.key === 'Enter') go('Annotate', place);
  };
  const href = `${usePathOf()('Annotate')}${stringifySearch(place)}`;
  const wording = useWording();
  const pixels = `${image.width} × ${image.height}`;
  const [some, none] = wording.context
    ? (['datasets.textsOn', 'datasets.noTexts'] as const)
    : (['datasets.shapesOn', 'datasets.noShapes'] as const);
  const shapes = image.shapes > 0 ? t(some, { count: image.shapes }) : t(none);
  const isSmall = size === 'small';
  return (
    <article
      className={styles.card}
      data-size={size}
      title={[
        image.name,
        pixels,
        image.part ? t(`datasets.parts.${image.part}`) : t(`ui.states.${image.state}`, wording),
        shapes,
        ...(review ? [t(`review.states.${review}`)] : []),
      ].join('\n')}
    >
      <a href={href} className={styles.open} onClick={click} onKeyDown={press}>
        <Thumb
          src={queryUrl(api.imageThumb, { id: image.id })}
          alt={t('datasets.openImage', { name: image.name })}
          broken={t('datasets.thumbBroken')}
        />
      </a>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={selected}
          aria-label={t('datasets.selectImage', { name: image.name })}
          onChange={(e) => onToggle(e.nativeEvent instanceof globalThis.MouseEvent && e.nativeEvent.shiftKey)}
        />
      </label>
      {isSmall ? (
        <span className={styles.state}>
          <Sign image={image} review={review} />
        </span>
      ) : null}
      {/* a second way for the mouse; the keyboard has the one at the thumbnail */}
      <a href={href} tabIndex={-1} aria-hidden="true" className={styles.name} onClick={click}>
        {image.name}
      </a>
      {isSmall ? null : (
        <div className={`${styles.facts} num`}>
          {image.part ? <PartTag part={image.part} plain /> : <StatusTag state={image.state} plain />}
          {review ? <ReviewTag state={review} plain /> : <span>{image.shapes > 0 ? shapes : pixels}</span>}
        </div>
      )}
    </article>
  );
}
