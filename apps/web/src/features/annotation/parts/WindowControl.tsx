/** Window and level of an image with 16 bits a channel: its histogram, both ends, and the two windows that are asked for most. */
import { fullWindow, type ImageLevels, type ImageWindow } from '@loupe/contract';
import { Button, Slider } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../core/store.ts';
import type { Desk } from './desk-types.ts';
import styles from './window.module.css';

/** Of so few grey levels a person should know before the training. */
const fewGreys = 32;
const same = (a: ImageWindow, b: ImageWindow): boolean => a.low === b.low && a.high === b.high;

/** How often each value is there, on a logarithmic scale: a few bright pixels matter as much as the dark ground. */
function Histogram({ levels, most }: { levels: ImageLevels; most: number }) {
  const { histogram, usedBits } = levels;
  const path = useMemo(() => {
    const top = Math.log1p(Math.max(...histogram));
    const points = histogram.map((count, i) => `${i},${(100 * (1 - Math.log1p(count) / top)).toFixed(1)}h1`);
    return `M0,100L${points.join('L')}L${histogram.length},100Z`;
  }, [histogram]);
  const width = (histogram.length * (most + 1)) / 2 ** usedBits;
  return (
    <svg className={styles.histogram} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}

export function WindowControl({ desk, levels }: { desk: Desk; levels: ImageLevels }) {
  const { t } = useTranslation();
  const view = useStore(desk.view);
  const kept = view.window ?? null;
  const shown = kept ?? levels.auto;
  const used = 2 ** levels.usedBits - 1;
  // the values of a 12-bit camera fill the slider, until a window goes beyond them
  const most = shown.high > used ? fullWindow.high : used;
  const set = (window: ImageWindow | null) => desk.setView({ ...view, window });
  const greys = (levels.max >> 8) + 1;
  return (
    <fieldset className={styles.window} aria-label={t('annotation.window')}>
      <div className={styles.head}>
        <span>{t('annotation.window')}</span>
        <Button size="small" type="text" aria-pressed={kept === null} onClick={() => set(null)}>
          {t('annotation.windowAuto')}
        </Button>
        <Button
          size="small"
          type="text"
          aria-pressed={same(shown, fullWindow)}
          title={t('annotation.windowFullTitle')}
          onClick={() => set(fullWindow)}
        >
          {t('annotation.windowFull')}
        </Button>
        <output className={`${styles.value} num`}>
          {shown.low} – {shown.high}
        </output>
      </div>
      <Histogram levels={levels} most={most} />
      <Slider
        range
        min={0}
        max={most}
        value={[shown.low, shown.high]}
        ariaLabelForHandle={[t('annotation.windowLow'), t('annotation.windowHigh')]}
        tooltip={{ open: false }}
        onChange={([low = 0, high = 0]) => {
          if (low < high) set({ low, high });
        }}
      />
      {greys <= fewGreys ? (
        <p className={styles.hint}>{t('annotation.windowFewGreys', { max: levels.max, count: greys })}</p>
      ) : null}
    </fieldset>
  );
}
