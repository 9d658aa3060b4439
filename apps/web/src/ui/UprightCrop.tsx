/** A text of an image, enlarged and turned upright: what one reads it from. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { turnUpright, uprightSize, widened, type Region } from './upright.ts';
import styles from './UprightCrop.module.css';

/** CSS pixels: a crop fits in as a whole. */
export interface CropRoom {
  /** Left out: as wide as the place it stands in, which a scrollbar may narrow at any time. */
  width?: number;
  /** How high its place is at least. */
  low: number;
  high: number;
}

type Fit = { width: number; high: number };

function paint(canvas: HTMLCanvasElement, region: Region, quad: readonly number[], room: Fit): void {
  const { width, height } = uprightSize(quad, room);
  const ratio = window.devicePixelRatio || 1;
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const upright = turnUpright(region, quad, size);
  [canvas.width, canvas.height] = [size.width, size.height];
  canvas.style.width = `${width}px`;
  const painter = canvas.getContext('2d');
  const image = painter?.createImageData(size.width, size.height);
  image?.data.set(upright.data);
  if (image) painter?.putImageData(image, 0, 0);
}

/** How wide an element is, while it is not known otherwise; 0: not laid out yet. */
function useWidth(known: number | undefined) {
  const node = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(known ?? 0);
  useLayoutEffect(() => {
    const element = node.current;
    if (known !== undefined || !element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [known]);
  return { node, width: known ?? width };
}

/** `load`: pixels around the corners, null where they cannot be had; undefined: not yet. */
export function UprightCrop(props: {
  quad: readonly number[];
  room: CropRoom;
  load: ((quad: readonly number[]) => Promise<Region | null>) | undefined;
  label: string;
  /** What is said where there is nothing to be seen. */
  none: string;
}) {
  const { quad, room, load, label, none } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isUnread, setUnread] = useState(false);
  const isMissing = isUnread || !load;
  const corners = quad.join();
  const { low, high } = room;
  const { node, width } = useWidth(room.width);
  useEffect(() => {
    if (!load || width === 0) return;
    const wide = widened(corners.split(',').map(Number));
    let isOver = false;
    void load(wide).then((region) => {
      if (isOver) return;
      setUnread(region === null);
      if (region && canvas.current) paint(canvas.current, region, wide, { width, high });
    });
    return () => {
      isOver = true;
    };
  }, [load, corners, width, high]);
  return (
    <div ref={node} className={styles.crop} style={{ minHeight: low }}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <canvas ref={canvas} role="img" aria-label={label} hidden={isMissing} />
      {isMissing ? <span className={styles.none}>{none}</span> : null}
    </div>
  );
}
