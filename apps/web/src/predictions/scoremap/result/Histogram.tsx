/**
 * Scores of OK against NG images, with the thresholds as handles on them: drag, or focus one and use the arrow keys
 * (with shift in larger steps).
 */
// A handle is a line over the plot: an input cannot be drawn that way.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatThreshold } from '../../../core/format.ts';
import { histogram, zoneFrom, type Prepared, type Zone } from './logic.ts';
import styles from './histogram.module.css';

const steps = 50;
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
const fine = 0.001;
const coarse = 0.02;
const places = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000;

/** A round number at or above the highest bar, for the axis. */
const topOf = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((k) => k * unit).find((value) => value >= most) ?? most;
};

function Bars({ counts, top, kind }: { counts: readonly number[]; top: number; kind: 'ok' | 'ng' }) {
  return (
    <div className={styles.bars} data-kind={kind} aria-hidden="true">
      {counts.map((count, i) => (
        <i
          // a step has no other name than its place
          key={i}
          style={{ height: `${(100 * count) / top}%` }}
          title={count > 0 ? `${(i / steps).toFixed(2)} – ${((i + 1) / steps).toFixed(2)}: ${count}` : ''}
        />
      ))}
    </div>
  );
}

const stepOf = (e: KeyboardEvent): number | null => {
  const size = e.shiftKey ? coarse : e.key.startsWith('Page') ? 0.1 : 0.005;
  if (['ArrowRight', 'ArrowUp', 'PageUp'].includes(e.key)) return size;
  if (['ArrowLeft', 'ArrowDown', 'PageDown'].includes(e.key)) return -size;
  return e.key === 'Home' ? -1 : e.key === 'End' ? 1 : null;
};

interface HandleProps {
  kind: 'ng' | 'review';
  value: number;
  label: string;
  onMove: (to: number) => void;
  onRest: (to: number) => void;
}

function Handle({ kind, value, label, onMove, onRest }: HandleProps) {
  const held = useRef<number | null>(null);
  const at = (e: PointerEvent<HTMLDivElement>): number => {
    const { left, width } = e.currentTarget.parentElement!.getBoundingClientRect();
    return places((e.clientX - left) / width);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={value}
      aria-valuetext={formatThreshold(value)}
      className={styles.handle}
      data-kind={kind}
      style={{ left: `${value * 100}%` }}
      onPointerDown={(e) => {
        if (e.button !== 0) return;
        e.currentTarget.setPointerCapture(e.pointerId);
        held.current = value;
      }}
      onPointerMove={(e) => {
        if (held.current === null) return;
        const to = at(e);
        if (Math.abs(to - held.current) < fine) return;
        held.current = to;
        onMove(to);
      }}
      onPointerUp={() => {
        if (held.current !== null && held.current !== value) onRest(held.current);
        else if (held.current !== null) onRest(value);
        held.current = null;
      }}
      onKeyDown={(e) => {
        const by = stepOf(e);
        if (by === null) return;
        e.preventDefault();
        onRest(places(value + by));
      }}
    >
      <b className="num">{formatThreshold(value)}</b>
    </div>
  );
}

export function Histogram(props: {
  prepared: Prepared;
  zone: Zone;
  onMove: (to: Zone) => void;
  onRest: (to: Zone) => void;
}) {
  const { prepared, zone, onMove, onRest } = props;
  const { t } = useTranslation();
  const [ok, ng] = [histogram(prepared.ok, steps), histogram(prepared.ng, steps)];
  const top = topOf(Math.max(1, ...ok, ...ng));
  const { review } = zone;
  // a handle pushes the other one along, rather than stopping at it
  const withNg = (to: number) => zoneFrom(to, review);
  const withReview = (to: number): Zone => ({ ng: Math.max(to, zone.ng), review: to });
  return (
    <figure className={styles.figure} aria-label={t('scores.distribution')}>
      <div className={styles.plot}>
        {[1, 0.5, 0].map((share) => (
          <span key={share} className={styles.line} style={{ bottom: `${share * 100}%` }}>
            <em className="num">{Math.round(top * share)}</em>
          </span>
        ))}
        {review === null ? null : (
          <div
            className={styles.grey}
            style={{ left: `${review * 100}%`, width: `${(zone.ng - review) * 100}%` }}
            aria-hidden="true"
          />
        )}
        <Bars counts={ok} top={top} kind="ok" />
        <Bars counts={ng} top={top} kind="ng" />
        {review === null ? null : (
          <Handle
            kind="review"
            value={review}
            label={t('results.reviewFrom')}
            onMove={(to) => onMove(withReview(to))}
            onRest={(to) => onRest(withReview(to))}
          />
        )}
        <Handle
          kind="ng"
          value={zone.ng}
          label={t('scores.threshold')}
          onMove={(to) => onMove(withNg(to))}
          onRest={(to) => onRest(withNg(to))}
        />
      </div>
      <div className={`${styles.ticks} num`} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ left: `${tick * 100}%` }}>
            {tick.toFixed(1)}
          </span>
        ))}
      </div>
    </figure>
  );
}
