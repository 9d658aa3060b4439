/**
 * `<HeatView src width height heat threshold shapes caption />`: an image under its heat map, with a slider for how much
 * of it shows, outlines of drawn defects, and the scale with the threshold on it.
 */
import type { Heat } from '@loupe/contract';
import { Checkbox, Slider } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../core/format.ts';
import { ImageView, type OverlayShape } from '../../ui/ImageView.tsx';
import { heatGradient } from './colours.ts';
import styles from './heat.module.css';
import { useHeat } from './use-heat.ts';

const key = 'loupe.heatOpacity';
const firstOpacity = 0.6;
/** Kept for the next image and the next visit. */
const useOpacity = (): [number, (to: number) => void] => {
  const [opacity, setOpacity] = useState(() => {
    const kept = Number(localStorage.getItem(key) ?? firstOpacity);
    return kept >= 0 && kept <= 1 ? kept : firstOpacity;
  });
  const set = (to: number) => {
    localStorage.setItem(key, String(to));
    setOpacity(to);
  };
  return [opacity, set];
};

function Scale({ threshold }: { threshold: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scale} aria-hidden="true">
      <span>1.0</span>
      <i style={{ background: heatGradient('to top') }}>
        <b style={{ bottom: `${threshold * 100}%` }} title={t('scores.threshold')} />
      </i>
      <span>0.0</span>
    </div>
  );
}

export function HeatView(props: {
  src: string;
  width: number;
  height: number;
  heat: Heat;
  threshold: number;
  /** Truth: outlines of defects. */
  shapes?: readonly OverlayShape[];
  caption?: ReactNode;
  /** Below the image, on the right. */
  steps?: ReactNode;
}) {
  const { src, width, height, heat, threshold, shapes = [], caption, steps } = props;
  const { t } = useTranslation();
  const [opacity, setOpacity] = useOpacity();
  const [outlines, setOutlines] = useState(true);
  const heatSrc = useHeat(heat);
  return (
    <div className={styles.room}>
      <div className={styles.view}>
        <ImageView
          // a new image starts fitted
          key={src}
          src={src}
          width={width}
          height={height}
          shapes={outlines ? shapes : []}
          heat={heatSrc && opacity > 0 ? { src: heatSrc, opacity } : null}
          zoomable
          margin={6}
          caption={caption}
        />
        <Scale threshold={threshold} />
      </div>
      <div className={styles.tools}>
        <span>{t('scores.opacity')}</span>
        <Slider
          className={styles.slider!}
          min={0}
          max={1}
          step={0.05}
          value={opacity}
          ariaLabelForHandle={t('scores.opacity')}
          tooltip={{ formatter: (v) => formatShare(v ?? 0) }}
          onChange={setOpacity}
        />
        <b className="num">{formatShare(opacity)}</b>
        {shapes.length > 0 ? (
          <Checkbox checked={outlines} onChange={(e) => setOutlines(e.target.checked)}>
            {t('scores.outlines')}
          </Checkbox>
        ) : null}
        {steps}
      </div>
    </div>
  );
}
