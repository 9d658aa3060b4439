// The layer of resting shapes. While the view moves it is only shifted and scaled; once it rests it is redrawn on a
// second canvas, in slices, and then takes its place. Edits repaint only the region that they touch.

import { boxUnion, boxesTouch, growBox, visibleBox } from '@loupe/geometry';
import { detailFor, paintScene, screenTransform } from './render.ts';
import type { Box, Size, ViewTransform } from '@loupe/geometry';
import type { Painter } from './painter.ts';
import type { Detail, Scene } from './render.ts';

/** One canvas of the layer. */
export type Surface = {
  readonly painter: Painter;
  readonly resize: (area: Size, pixelRatio: number) => void;
  /** Shifts and scales what has been drawn: CSS pixels of the screen. */
  readonly place: (x: number, y: number, scale: number) => void;
  readonly show: (isShown: boolean) => void;
};

export type Scheduler = {
  readonly frame: (run: () => void) => number;
  readonly cancelFrame: (id: number) => void;
  readonly later: (run: () => void, ms: number) => number;
  readonly cancelLater: (id: number) => void;
  readonly now: () => number;
};

/** CSS pixels drawn beyond each edge of the area, so that panning shows no bare margin at once. */
export const OVERSCAN = 192;
/** The view rests when it has not moved for this long. */
const SETTLE_MS = 90;
/** Drawing time in one frame. */
const SLICE_MS = 8;
/**
 * Batches that are drawn in one frame. A browser without a GPU writes down what it is told to draw and paints it after the
 * frame, which may take ten times as long as telling it. So where the next frame is late, less is drawn in it, and where it
 * is in time, more; but not where telling it took all its time, for the frame after that may come before it is painted.
 */
const PACE = { first: 16, least: 4, most: 1024, lateMs: 30, inTimeMs: 20 };
/** Names and outlines reach beyond a shape's bounds, in screen pixels. */
const CHIP_REACH = { side: 260, up: 24, line: 6 };
/** More shapes than this in a region: the whole layer is drawn in slices instead. */
const REGION_MAX = 3000;

export type SceneSource = (box: Box) => Pick<Scene, 'items' | 'labels'> & { readonly showNames: boolean };

type Job = { frame: number; view: ViewTransform; detail: Detail; dirty: Box | null };

export type StaticLayer = {
  front: Surface;
  back: Surface;
  readonly scheduler: Scheduler;
  readonly source: SceneSource;
  view: ViewTransform;
  /** The view that the front shows; null: nothing has been drawn. */
  drawn: ViewTransform | null;
  /** As when the whole was last drawn: a repainted region must not stand out. */
  detail: Detail;
  area: Size;
  pixelRatio: number;
  job: Job | null;
  timer: number | null;
  /** Batches a frame, as the last frames had it. */
  pace: number;
};

export function createStaticLayer(
  surfaces: readonly [Surface, Surface],
  scheduler: Scheduler,
  source: SceneSource,
): StaticLayer {
  const [front, back] = surfaces;
  back.show(false);
  return {
    front,
    back,
    scheduler,
    source,
    view: { scale: 1, x: 0, y: 0 },
    drawn: null,
    detail: { hasNames: true, hasHalo: true },
    area: { width: 1, height: 1 },
    pixelRatio: 1,
    job: null,
    timer: null,
    pace: PACE.first,
  };
}

const withMargin = (area: Size): Size => ({ width: area.width + 2 * OVERSCAN, height: area.height + 2 * OVERSCAN });

export function resizeStatic(layer: StaticLayer, area: Size, pixelRatio: number): void {
  stopJob(layer);
  layer.area = area;
  layer.pixelRatio = pixelRatio;
  layer.drawn = null;
  layer.front.resize(withMargin(area), pixelRatio);
  layer.back.resize(withMargin(area), pixelRatio);
}

function stopJob(layer: StaticLayer): void {
  if (layer.job) layer.scheduler.cancelFrame(layer.job.frame);
  if (layer.timer !== null) layer.scheduler.cancelLater(layer.timer);
  layer.job = null;
  layer.timer = null;
}

/** Puts the front where its image points now lie. */
function placeFront(layer: StaticLayer): void {
  const { drawn, view, front } = layer;
  if (!drawn) return;
  const ratio = view.scale / drawn.scale;
  front.place(view.x - (drawn.x + OVERSCAN) * ratio, view.y - (drawn.y + OVERSCAN) * ratio, ratio);
}

const isSameView = (a: ViewTransform, b: ViewTransform): boolean => a.scale === b.scale && a.x === b.x && a.y === b.y;

export function moveStatic(layer: StaticLayer, view: ViewTransform): void {
  if (isSameView(view, layer.view) && (layer.drawn || layer.job)) return;
  layer.view = view;
  // begun again with each move, the first drawing would never be seen while the hand moves
  if (!layer.drawn && layer.job) return;
  stopJob(layer);
  if (!layer.drawn) return redrawStatic(layer);
  placeFront(layer);
  redrawAtRest(layer);
}

function redrawAtRest(layer: StaticLayer): void {
  layer.timer = layer.scheduler.later(() => redrawStatic(layer), SETTLE_MS);
}

function sceneIn(layer: StaticLayer, view: ViewTransform, box: Box, detail?: Detail): Scene {
  const { items, labels, showNames } = layer.source(box);
  const { pixelRatio } = layer;
  return { items, labels, view, pixelRatio, margin: OVERSCAN, detail: detail ?? detailFor(items.length, showNames) };
}

/** Redraws the whole layer: the first slice now, the others frame by frame. */
export function redrawStatic(layer: StaticLayer): void {
  stopJob(layer);
  const { view, back, scheduler } = layer;
  const { width, height } = withMargin(layer.area);
  screenTransform(back.painter, layer.pixelRatio);
  back.painter.clearRect(0, 0, width, height);
  const scene = sceneIn(layer, view, visibleBox(view, layer.area, OVERSCAN));
  const steps = paintScene(back.painter, scene);
  const job = { frame: 0, view, detail: scene.detail, dirty: null as Box | null };
  layer.job = job;
  let drawn: { readonly took: number; readonly ended: number } | null = null;
  const slice = (): void => {
    const begun = scheduler.now();
    if (drawn) layer.pace = paceAfter(layer.pace, drawn.took, begun - drawn.ended);
    for (let left = layer.pace; left > 0 && scheduler.now() < begun + SLICE_MS; left--) {
      if (steps.next().done) return finishJob(layer, job);
    }
    const ended = scheduler.now();
    drawn = { took: ended - begun, ended };
    job.frame = scheduler.frame(slice);
  };
  slice();
}

/** `took`: drawing in a frame. `waited`: from its end to the next frame. */
function paceAfter(pace: number, took: number, waited: number): number {
  if (waited > PACE.lateMs) return Math.max(PACE.least, Math.floor(pace / 2));
  const mayGrow = took < SLICE_MS && waited < PACE.inTimeMs;
  return mayGrow ? Math.min(PACE.most, Math.ceil(pace * 1.5)) : pace;
}

function finishJob(layer: StaticLayer, job: Job): void {
  layer.job = null;
  [layer.front, layer.back] = [layer.back, layer.front];
  layer.drawn = job.view;
  layer.detail = job.detail;
  // What was edited while it was being drawn.
  if (job.dirty) repaint(layer, job.dirty);
  placeFront(layer);
  layer.front.show(true);
  layer.back.show(false);
  if (!isSameView(job.view, layer.view)) redrawAtRest(layer);
}

/** Shapes in this box (image pixels) have changed. */
export function touchStatic(layer: StaticLayer, box: Box): void {
  if (layer.job) layer.job.dirty = layer.job.dirty ? boxUnion(layer.job.dirty, box) : box;
  if (layer.drawn) repaint(layer, box);
}

/** Clears a region of the front, outlines and names included, and draws what lies in it. */
function repaint(layer: StaticLayer, box: Box): void {
  const view = layer.drawn;
  if (!view) return;
  const { line } = CHIP_REACH;
  const { side, up } = layer.detail.hasNames ? CHIP_REACH : { side: line, up: line };
  const px = 1 / view.scale;
  const region: Box = [box[0] - line * px, box[1] - up * px, box[2] + side * px, box[3] + line * px];
  if (!boxesTouch(region, visibleBox(view, layer.area, OVERSCAN))) return;
  // Neighbours whose names or outlines reach into the region are drawn too.
  const around: Box = [region[0] - side * px, region[1] - line * px, region[2] + line * px, region[3] + up * px];
  const scene = sceneIn(layer, view, growBox(around, px), layer.detail);
  if (scene.items.length > REGION_MAX) return redrawStatic(layer);
  const { painter } = layer.front;
  painter.save();
  screenTransform(painter, layer.pixelRatio, OVERSCAN);
  // Whole pixels, or the seam of the cut shows.
  const x = Math.floor(region[0] * view.scale + view.x);
  const y = Math.floor(region[1] * view.scale + view.y);
  const width = Math.ceil(region[2] * view.scale + view.x) - x;
  const height = Math.ceil(region[3] * view.scale + view.y) - y;
  painter.beginPath();
  painter.rect(x, y, width, height);
  painter.clip();
  painter.clearRect(x, y, width, height);
  for (const _ of paintScene(painter, scene));
  painter.restore();
}

/** Another image: what was drawn for the one before must not stand on it, however long the drawing takes. */
export function clearStatic(layer: StaticLayer): void {
  stopJob(layer);
  layer.drawn = null;
  layer.front.show(false);
}

export function stopStatic(layer: StaticLayer): void {
  stopJob(layer);
}
