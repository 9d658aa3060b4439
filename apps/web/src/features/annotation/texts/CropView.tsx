/** The text of a shape, enlarged and turned upright: what one types from. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from '../parts/desk-types.ts';
import styles from './texts.module.css';
import { turnUpright, uprightSize, widened, type Region } from './upright.ts';

/** In CSS pixels; a text longer than the panel is wide can be scrolled. */
const room = { width: 270, low: 40, high: 96 };

function paint(canvas: HTMLCanvasElement, region: Region, quad: readonly number[]): void {
  const { width, height } = uprightSize(quad, room);
  const ratio = window.devicePixelRatio || 1;
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const upright = turnUpright(region, quad, size);
  [canvas.width, canvas.height] = [size.width, size.height];
  canvas.style.width = `${width}px`;
  const image = canvas.getContext('2d')?.createImageData(size.width, size.height);
  image?.data.set(upright.data);
  if (image) canvas.getContext('2d')?.putImageData(image, 0, 0);
}

export function CropView({ desk, quad }: { desk: Pick<Desk, 'region' | 'phase'>; quad: readonly number[] }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const phase = useStore(desk.phase);
  const hasPixels = phase.kind === 'ready' && phase.pixels === 'ready';
  const [isUnread, setUnread] = useState(false);
  const isMissing = isUnread || !hasPixels;
  const corners = quad.join();
  useEffect(() => {
    const wide = widened(corners.split(',').map(Number));
    if (!hasPixels) return;
    let isOver = false;
    void desk.region(wide).then((region) => {
      if (isOver) return;
      setUnread(region === null);
      if (region && canvas.current) paint(canvas.current, region, wide);
    });
    return () => {
      isOver = true;
    };
  }, [desk, corners, hasPixels]);
  return (
    <div className={styles.crop}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <canvas ref={canvas} role="img" aria-label={t('typing.crop')} hidden={isMissing} />
      {isMissing ? <span className={styles.noCrop}>{t('typing.noCrop')}</span> : null}
    </div>
  );
}
