/**
 * `<ImageView src width height shapes legend caption zoomable />`: an image with shapes over it. Truth is a solid
 * line, prediction a dashed one (`dashed`); lines and texts keep their size when the image is zoomed. Wheel zooms at
 * the cursor, dragging pans, double click fits. Texts stand beside small objects; one without room waits for the cursor.
 */
import { LoadingOutlined } from '@ant-design/icons';
import type { ShapeKind } from '@loupe/contract';
import { useCallback, useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../core/i18n.ts';
import styles from './ImageView.module.css';
import { ImageChips, shapeAt, usePlaced } from './ImageChips.tsx';
import { fitBox, pathOf, toScreen, zoomAt, type Size, type ViewBox } from './view-box.ts';

export interface OverlayShape {
  key: string;
  /** Colour of the label. */
  color: string;
  kind: ShapeKind;
  /** Image pixels, x, y, x, y…; a rect has two corners. */
  points: readonly number[];
  parts?: readonly number[];
  /** Text at the shape: label, or label and score. */
  text?: string;
  /** A prediction. */
  dashed?: boolean;
  /** Its text stands on the label's colour: something to look at (missed, false). */
  strong?: boolean;
  /** Its text stands beside it or waits for the cursor: on a page full of texts others would lie over what is to be read. */
  near?: boolean;
  /** A part that was looked at: it stands back behind what was found in it. */
  thin?: boolean;
  /** Only its line: what lies below stays as it is. */
  bare?: boolean;
  /** `bad` is edged in red, `faint` stands back. */
  tone?: 'bad' | 'faint';
}

export interface ImageViewProps {
  src: string;
  /** The same image made small, which stands in until the whole one is there. */
  preview?: string;
  /** Size of the image in pixels, as the shapes mean it. */
  width: number;
  height: number;
  shapes?: readonly OverlayShape[];
  /** An image of the same aspect over this one: a heat map. */
  heat?: { src: string; opacity: number } | null;
  /** Explains solid and dashed lines on the image. */
  legend?: boolean;
  caption?: ReactNode;
  zoomable?: boolean;
  /** Margin around the fitted image, screen pixels. */
  margin?: number;
  className?: string;
}

/** Kept free above a fitted image, so that its caption covers none of it. */
const captionHeight = 38;

const useFrame = () => {
  const node = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<Size | null>(null);
  useEffect(() => {
    const element = node.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setFrame({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { node, frame };
};

function Shape({ shape, box }: { shape: OverlayShape; box: ViewBox }) {
  const points = toScreen(shape.points, box);
  const d = pathOf(shape.kind, points, shape.parts ?? [0]);
  if (shape.thin) {
    const dash = shape.dashed ? { strokeDasharray: '6 4' } : {};
    return <path d={d} fill="none" stroke={shape.color} strokeWidth={1} strokeOpacity={0.9} {...dash} />;
  }
  const edge = shape.tone === 'bad' ? { stroke: '#ff3b47', strokeWidth: 6 } : { stroke: '#04100e', strokeWidth: 3.6 };
  return (
    <g opacity={shape.tone === 'faint' ? 0.6 : 1}>
      <path
        d={d}
        fill={shape.color}
        fillOpacity={shape.bare ? 0 : 0.17}
        fillRule="evenodd"
        strokeOpacity={0.8}
        {...edge}
      />
      <path
        d={d}
        fill="none"
        stroke={shape.color}
        strokeWidth={2}
        strokeLinejoin="round"
        {...(shape.dashed ? { strokeDasharray: '6 4' } : {})}
      />
    </g>
  );
}

function Legend() {
  const { t } = useTranslation();
  return (
    <div className={styles.legend}>
      <span>
        <svg width="22" height="2" aria-hidden="true">
          <path d="M0 1h22" stroke="currentColor" strokeWidth="2" />
        </svg>
        {t('ui.truth')}
      </span>
      <span>
        <svg width="22" height="2" aria-hidden="true">
          <path d="M0 1h22" stroke="currentColor" strokeWidth="2" strokeDasharray="5 3" />
        </svg>
        {t('ui.prediction')}
      </span>
    </div>
  );
}

/** Zoom and pan in one frame; an image of another size, or another frame, starts fitted. */
const useZoom = (
  image: Size,
  frame: Size | null,
  { margin, top }: { margin: number; top: number },
  zoomable: boolean,
) => {
  const [moved, setMoved] = useState<{ box: ViewBox; of: string } | null>(null);
  const of = `${image.width}x${image.height}@${frame?.width}x${frame?.height}`;
  const fit = frame ? fitBox(image, frame, margin, top) : null;
  const box = moved && moved.of === of ? moved.box : fit;
  const move = useCallback((next: ViewBox) => setMoved({ box: next, of }), [of]);
  const onWheel = useCallback(
    (e: WheelEvent) => {
      if (!zoomable || !box || !fit) return;
      e.preventDefault();
      const rect = (e.currentTarget as HTMLElement).getBoundingClientRect();
      move(zoomAt(box, 1.0015 ** -e.deltaY, e.clientX - rect.left, e.clientY - rect.top, fit.scale));
    },
    [zoomable, box, fit, move],
  );
  return { box, move, onWheel, fitAgain: () => setMoved(null) };
};

/** An image as it lies in the frame; whatever its own size, it covers the same place. */
function Laid(props: {
  src: string;
  box: ViewBox;
  size: Size;
  opacity?: number;
  pixels?: boolean;
  onLoad?: () => void;
  onError?: () => void;
}) {
  const { src, box, size, opacity = 1, pixels = false, onLoad, onError } = props;
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      className={styles.image}
      data-pixels={pixels}
      style={{
        width: size.width * box.scale,
        height: size.height * box.scale,
        transform: `translate(${box.x}px, ${box.y}px)`,
        opacity,
      }}
      onLoad={onLoad}
      onError={onError}
    />
  );
}

/** The image, and until it is there what stands in for it and the word that it comes. */
function Shown({ src, preview, box, size }: { src: string; preview?: string | undefined; box: ViewBox; size: Size }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  return (
    <>
      {preview && state === 'loading' ? <Laid src={preview} box={box} size={size} /> : null}
      <Laid
        src={src}
        box={box}
        size={size}
        pixels={box.scale >= 4}
        onLoad={() => setState('ready')}
        onError={() => setState('failed')}
      />
      {state === 'loading' ? (
        <output className={styles.loading}>
          <LoadingOutlined spin /> {contractText('loading')}
        </output>
      ) : null}
      {state === 'failed' ? <p className={styles.failed}>{t('ui.imageFailed')}</p> : null}
    </>
  );
}

/** Where in the frame. */
const placeOf = (e: PointerEvent<HTMLElement>): [x: number, y: number] => {
  const rect = e.currentTarget.getBoundingClientRect();
  return [e.clientX - rect.left, e.clientY - rect.top];
};

export function ImageView(props: ImageViewProps) {
  const {
    src,
    preview,
    width,
    height,
    shapes = [],
    heat = null,
    legend,
    caption,
    zoomable = false,
    margin = 0,
    className,
  } = props;
  const size = { width, height };
  const { node, frame } = useFrame();
  const top = legend || caption ? captionHeight : 0;
  const { box, move, onWheel, fitAgain } = useZoom(size, frame, { margin, top }, zoomable);
  const placed = usePlaced(shapes, box, frame, top);
  const [pointed, setPointed] = useState<string | null>(null);
  const grab = useRef<{ x: number; y: number; box: ViewBox } | null>(null);
  useEffect(() => {
    // React's wheel listener is passive; the page must not scroll while the image zooms.
    const element = node.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [node, onWheel]);
  return (
    <div
      ref={node}
      className={`${styles.frame} ${className ?? ''}`}
      data-zoomable={zoomable}
      onDoubleClick={zoomable ? fitAgain : undefined}
      onPointerDown={(e) => {
        if (!zoomable || !box || e.button !== 0) return;
        e.currentTarget.setPointerCapture(e.pointerId);
        grab.current = { x: e.clientX, y: e.clientY, box };
      }}
      onPointerMove={(e) => {
        const from = grab.current;
        if (from) move({ ...from.box, x: from.box.x + e.clientX - from.x, y: from.box.y + e.clientY - from.y });
        else setPointed(shapeAt(shapes, placed.bounds, ...placeOf(e)));
      }}
      onPointerLeave={() => setPointed(null)}
      onPointerUp={() => {
        grab.current = null;
      }}
    >
      {/* of each image its own: the one before is not left under the shapes of this one */}
      {box ? <Shown key={src} src={src} preview={preview} box={box} size={size} /> : null}
      {box && heat ? <Laid src={heat.src} box={box} size={size} opacity={heat.opacity} /> : null}
      {box && frame ? (
        <svg className={styles.overlay} width={frame.width} height={frame.height} aria-hidden="true">
          {shapes.map((shape) => (
            <Shape key={shape.key} shape={shape} box={box} />
          ))}
          <ImageChips shapes={shapes} placed={placed} pointed={pointed} frame={frame} />
        </svg>
      ) : null}
      {legend || caption ? (
        <div className={styles.caption}>
          {legend ? <Legend /> : null}
          {caption ? (
            <div className={styles.words} title={typeof caption === 'string' ? caption : undefined}>
              {caption}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
