/** The whole image small, with what of it is in sight: pressed or dragged, it moves the view. Only while it does not all fit. */
import { api, queryUrl } from '@loupe/contract';
import { clampNumber } from '@loupe/geometry';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import styles from './minimap.module.css';

/** CSS pixels of its longer side. */
const side = 168;

export function Minimap({ desk }: { desk: Pick<Desk, 'image' | 'cursor' | 'mode' | 'minimapOpen' | 'editor'> }) {
  const { t } = useTranslation();
  const image = useStore(desk.image)?.image;
  const { sight } = useStore(desk.cursor);
  const isOpen = useStore(desk.minimapOpen);
  if (!image || !isOpen) return null;
  const { id, width, height } = image;
  const isWhole = sight[0] <= 0 && sight[1] <= 0 && sight[2] >= width && sight[3] >= height;
  if (isWhole) return null;
  const scale = side / Math.max(width, height);
  const [left, top] = [clampNumber(sight[0], 0, width), clampNumber(sight[1], 0, height)];
  const [right, bottom] = [clampNumber(sight[2], 0, width), clampNumber(sight[3], 0, height)];
  const go = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    desk.editor()?.centreOn((event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
  };
  return (
    <figure
      aria-label={t('annotation.minimap')}
      title={`${t('annotation.minimap')} (F9)`}
      className={styles.map}
      style={{ width: width * scale, height: height * scale }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <img src={queryUrl(api.imageThumb, { id })} alt="" draggable={false} />
      <i
        style={{
          left: left * scale,
          top: top * scale,
          width: Math.max(3, (right - left) * scale),
          height: Math.max(3, (bottom - top) * scale),
        }}
      />
    </figure>
  );
}
