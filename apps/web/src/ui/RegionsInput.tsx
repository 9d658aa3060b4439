/**
 * `<RegionsInput id label most value image onChange />`: rectangles on an image, drawn and dragged with the pointer or
 * typed as four numbers in percent; both show the same. Without an image the numbers remain.
 */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  draggedRegion,
  hitRegion,
  isDrawable,
  regionBetween,
  withRegion,
  type Hit,
  type Point,
  type Region,
} from './regions.ts';
import styles from './RegionsInput.module.css';

export interface RegionImage {
  src: string;
  width: number;
  height: number;
  name: string;
}
type Typed = readonly (number | undefined)[];

export interface RegionsInputProps {
  id: string;
  label: string;
  most: number;
  value: readonly Typed[];
  image: RegionImage | null;
  isWrong: boolean;
  disabled: boolean;
  onChange: (value: readonly Typed[]) => void;
}

/** Screen pixels around a corner that still take it. */
const reachPx = 9;
const sides = ['left', 'top', 'right', 'bottom'] as const;
const first: Region = [25, 25, 75, 75];

interface Gesture {
  from: Point;
  /** What is dragged; null while a new one is drawn. */
  hit: Hit | null;
  before: readonly Typed[];
}

/** Draws and drags; the value follows the pointer. */
const useGesture = ({ most, value, disabled, onChange }: RegionsInputProps) => {
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [draft, setDraft] = useState<Region | null>(null);
  const placeOf = (e: PointerEvent<SVGSVGElement>): { at: Point; reach: Point } => {
    const { left, top, width, height } = e.currentTarget.getBoundingClientRect();
    return {
      at: { x: (100 * (e.clientX - left)) / width, y: (100 * (e.clientY - top)) / height },
      reach: { x: (100 * reachPx) / width, y: (100 * reachPx) / height },
    };
  };
  const drawable = value.filter(isDrawable);
  const begin = (e: PointerEvent<SVGSVGElement>) => {
    if (disabled || e.button !== 0) return;
    e.currentTarget.setPointerCapture(e.pointerId);
    const { at, reach } = placeOf(e);
    const found = drawable.length === value.length ? hitRegion(drawable, at, reach) : null;
    setGesture({ from: at, hit: found, before: value });
  };
  const move = (e: PointerEvent<SVGSVGElement>) => {
    if (!gesture) return;
    const { at } = placeOf(e);
    const { from, hit, before } = gesture;
    if (!hit) {
      setDraft(regionBetween(from, at));
      return;
    }
    const by = { x: at.x - from.x, y: at.y - from.y };
    onChange(before.map((one, i) => (i === hit.index ? draggedRegion(one as Region, hit.part, by) : one)));
  };
  const end = () => {
    if (draft) onChange(withRegion(drawable, draft, most));
    setGesture(null);
    setDraft(null);
  };
  return { draft, begin, move, end };
};

function Drawing(props: RegionsInputProps & { image: RegionImage }) {
  const { image, value } = props;
  const { t } = useTranslation();
  const { draft, begin, move, end } = useGesture(props);
  const shown = [...value.filter(isDrawable), ...(draft ? [draft] : [])];
  return (
    <div className={styles.image} style={{ aspectRatio: `${image.width} / ${image.height}` }}>
      <img src={image.src} alt={image.name} draggable={false} />
      <svg
        role="img"
        aria-label={t('ui.regionsDrawn', { count: value.length })}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {shown.map(([left, top, right, bottom], i) => (
          <rect
            // regions have no other name than their place
            key={i}
            x={left}
            y={top}
            width={right - left}
            height={bottom - top}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {shown.map(([left, top], i) => (
        <span key={i} className={styles.number} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
          {i + 1}
        </span>
      ))}
    </div>
  );
}

function Row(props: RegionsInputProps & { index: number }) {
  const { id, label, value, index, isWrong, disabled, onChange } = props;
  const { t } = useTranslation();
  const region = value[index]!;
  const set = (side: number, to: number | null) =>
    onChange(value.map((one, i) => (i === index ? one.map((old, j) => (j === side ? (to ?? undefined) : old)) : one)));
  return (
    <li className={styles.row}>
      <b className="num">{index + 1}</b>
      {sides.map((side, j) => (
        <InputNumber
          key={side}
          id={index === 0 && j === 0 ? id : `${id}-${index}-${side}`}
          aria-label={`${label} ${index + 1}: ${t(`ui.regionSides.${side}`)}`}
          prefix={<span className="hint">{t(`ui.regionSides.${side}`)}</span>}
          value={region[j] ?? null}
          min={0}
          max={100}
          step={0.1}
          controls={false}
          disabled={disabled}
          status={isWrong ? 'error' : ''}
          onChange={(to) => set(j, to)}
        />
      ))}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        disabled={disabled}
        aria-label={t('ui.regionRemove', { n: index + 1 })}
        onClick={() => onChange(value.filter((_, i) => i !== index))}
      />
    </li>
  );
}

export function RegionsInput(props: RegionsInputProps) {
  const { most, value, image, disabled, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.room}>
      {image ? <Drawing {...props} image={image} /> : null}
      <div className={styles.typed}>
        <p className="hint">{t(image ? (most === 1 ? 'ui.regionDrawOne' : 'ui.regionDraw') : 'ui.regionType')}</p>
        <ul className={styles.rows}>
          {value.map((_, index) => (
            <Row key={index} {...props} index={index} />
          ))}
        </ul>
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={disabled || value.length >= most}
          onClick={() => onChange([...value, first])}
        >
          {t('ui.regionAdd')}
        </Button>
        <span className="hint num">{t('ui.regionCount', { count: value.length, most })}</span>
      </div>
    </div>
  );
}
