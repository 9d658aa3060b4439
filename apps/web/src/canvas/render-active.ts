// Draws what changes with every move of the hand: selection with handles, drafts, cross-hair guides.

import { boxHeight, boxWidth } from '@loupe/geometry';
import { hatch } from './hatch.ts';
import { paintReading, readingMark } from './render-reading.ts';
import { itemOf } from './shape-index.ts';
import { shapeKinds } from './shapes/registry.ts';
import { imageTransform, lookOf, paintName, screenTransform, strokeAndFill, tracePath } from './render.ts';
import { style } from './style.ts';
import type { AnyPoint, Box, ScreenPoint, Size } from '@loupe/geometry';
import type { Scene } from './render.ts';
import type { Painter } from './painter.ts';
import type { Frame } from './frame.ts';
import type { PromptClick } from './outline/prompt.ts';
import type { Draft } from './tools/tool.ts';
import type { Shape } from './types.ts';

type Stroke = NonNullable<Draft['stroke']>;

export type ActiveScene = Pick<Scene, 'labels' | 'view' | 'pixelRatio'> & {
  readonly showNames: boolean;
  readonly area: Size;
  /** Selected shapes as they are now, moved or reshaped by the draft. */
  readonly selected: readonly Shape[];
  /** Of what fills them, as of the resting shapes. */
  readonly opacity: number;
  readonly draft: Draft;
  /** Where the guides cross; null where no tool draws. */
  readonly guides: ScreenPoint | null;
  /** Where the point in the hand has snapped to. */
  readonly snap: AnyPoint | null;
  /** Around what is selected. */
  readonly frame: Frame | null;
  /** The round brush at the cursor, in screen pixels. */
  readonly brush: { readonly at: ScreenPoint; readonly radius: number } | null;
  /** A place that is pointed out. */
  readonly mark: Box | null;
  /** Around shapes that nobody has decided between. */
  readonly conflicts: readonly Box[];
  /** Of the label that new shapes get. */
  readonly drawColor: string;
  /** The one selected shape may be edited: it shows its handles. */
  readonly hasHandles: boolean;
};

function paintSelected(painter: Painter, scene: ActiveScene & { margin: 0 }, shape: Shape): void {
  const item = itemOf(shape);
  const { scale } = scene.view;
  imageTransform(painter, scene);
  painter.beginPath();
  tracePath(painter, item, scale);
  painter.setLineDash([]);
  painter.lineJoin = 'round';
  painter.strokeStyle = style.selection;
  painter.lineWidth = style.selectionCasing / scale;
  painter.stroke();
  const look = lookOf(shape, scene.labels);
  // the outline stays: one has to see what is in the hand
  const fillAlpha = (look.isHatched ? look.fillAlpha : style.fillAlphaSelected) * scene.opacity;
  strokeAndFill(painter, { ...look, fillAlpha }, scale, false);
  if (look.isHatched) hatch(painter, [item], look, scene, scene.opacity);
  paintStart(painter, scene, shape);
  if (scene.showNames) paintName(painter, scene, item);
}

function paintStart(painter: Painter, scene: ActiveScene, shape: Shape): void {
  const mark = readingMark(shape, scene.view);
  if (!mark) return;
  screenTransform(painter, scene.pixelRatio);
  paintReading(painter, mark, lookOf(shape, scene.labels).color);
}

function paintHandle(painter: Painter, at: AnyPoint, isMarked: boolean): void {
  painter.beginPath();
  painter.arc(at.x, at.y, style.handleRadius, 0, 2 * Math.PI);
  painter.fillStyle = isMarked ? style.selection : style.handleFill;
  painter.fill();
  painter.strokeStyle = style.selection;
  painter.lineWidth = 1.5;
  painter.stroke();
}

const onScreen = ({ view }: ActiveScene, p: AnyPoint): AnyPoint => ({
  x: p.x * view.scale + view.x,
  y: p.y * view.scale + view.y,
});

function paintHandles(painter: Painter, scene: ActiveScene, shape: Shape): void {
  screenTransform(painter, scene.pixelRatio);
  painter.setLineDash([]);
  const { vertex } = scene.draft;
  const { handles, reading } = shapeKinds[shape.kind];
  handles(shape).forEach((handle, i) => {
    const isStart = reading !== null && i === 0;
    paintHandle(painter, onScreen(scene, handle), isStart || (vertex?.id === shape.id && vertex.index === i));
  });
}

function paintLine(painter: Painter, scene: ActiveScene, line: readonly number[]): void {
  screenTransform(painter, scene.pixelRatio);
  const points = Array.from({ length: line.length / 2 }, (_, i) =>
    onScreen(scene, { x: line[2 * i] as number, y: line[2 * i + 1] as number }),
  );
  painter.beginPath();
  points.forEach((p, i) => (i === 0 ? painter.moveTo(p.x, p.y) : painter.lineTo(p.x, p.y)));
  const fillAlpha = scene.draft.isCut ? 0 : style.fillAlpha;
  const color = scene.draft.isCut ? style.selection : scene.drawColor;
  strokeAndFill(painter, { color, isDashed: false, isHatched: false, fillAlpha }, 1, true);
  points.slice(0, -1).forEach((p, i) => paintHandle(painter, p, i === 0 && scene.draft.closes));
}

function paintGuides(painter: Painter, scene: ActiveScene, at: ScreenPoint): void {
  screenTransform(painter, scene.pixelRatio);
  painter.beginPath();
  painter.moveTo(at.x, 0);
  painter.lineTo(at.x, scene.area.height);
  painter.moveTo(0, at.y);
  painter.lineTo(scene.area.width, at.y);
  painter.lineWidth = 1;
  painter.setLineDash([]);
  painter.strokeStyle = style.guideGround;
  painter.stroke();
  painter.setLineDash([...style.guideDash]);
  painter.strokeStyle = style.guide;
  painter.stroke();
}

/** The way of a brush as wide as what it will cover; of an eraser, dark. */
function paintStroke(painter: Painter, scene: ActiveScene, { line, radius, erases }: Stroke): void {
  imageTransform(painter, { ...scene, margin: 0 });
  painter.setLineDash([]);
  painter.lineCap = 'round';
  painter.lineJoin = 'round';
  painter.lineWidth = 2 * radius;
  painter.strokeStyle = erases ? style.haloColor : scene.drawColor;
  painter.globalAlpha = style.strokeAlpha;
  painter.beginPath();
  for (let i = 0; i < line.length; i += 2) {
    if (i === 0) painter.moveTo(line[0]!, line[1]!);
    else painter.lineTo(line[i]!, line[i + 1]!);
  }
  // a line to where it is already makes the dot of a click
  if (line.length === 2) painter.lineTo(line[0]!, line[1]!);
  painter.stroke();
  painter.globalAlpha = 1;
  painter.lineCap = 'butt';
}

function paintBrush(painter: Painter, scene: ActiveScene, at: ScreenPoint, radius: number): void {
  screenTransform(painter, scene.pixelRatio);
  painter.setLineDash([]);
  painter.beginPath();
  painter.arc(at.x, at.y, Math.max(1, radius), 0, 2 * Math.PI);
  painter.lineWidth = 3;
  painter.strokeStyle = style.guideGround;
  painter.stroke();
  painter.lineWidth = 1;
  painter.strokeStyle = style.guide;
  painter.stroke();
}

function paintWay(painter: Painter, scene: ActiveScene, way: readonly number[]): void {
  imageTransform(painter, { ...scene, margin: 0 });
  painter.beginPath();
  for (let i = 0; i < way.length; i += 2) {
    if (i === 0) painter.moveTo(way[0]!, way[1]!);
    else painter.lineTo(way[i]!, way[i + 1]!);
  }
  const look = { color: scene.drawColor, isDashed: false, isHatched: false, fillAlpha: style.fillAlpha };
  strokeAndFill(painter, look, scene.view.scale, true);
}

/** What would be added in the colour of the label, what would be taken away dark. */
function paintRegion(painter: Painter, scene: ActiveScene, { rings, erases }: NonNullable<Draft['region']>): void {
  imageTransform(painter, { ...scene, margin: 0 });
  painter.beginPath();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      if (i === 0) painter.moveTo(ring[0]!, ring[1]!);
      else painter.lineTo(ring[i]!, ring[i + 1]!);
    }
    painter.closePath();
  }
  painter.fillStyle = erases ? style.haloColor : scene.drawColor;
  painter.globalAlpha = erases ? style.strokeAlpha : style.regionAlpha;
  painter.fill('evenodd');
  painter.globalAlpha = 1;
  paintOnAnyGround(painter, scene.drawColor, scene.view.scale);
}

/** Dashes of the label's colour on a light line with dark edges: whatever the image is like, one of the three is seen. */
function paintOnAnyGround(painter: Painter, color: string, scale: number): void {
  painter.lineJoin = 'round';
  painter.setLineDash([]);
  painter.strokeStyle = style.haloColor;
  painter.lineWidth = style.halo / scale;
  painter.stroke();
  painter.strokeStyle = style.guide;
  painter.lineWidth = style.line / scale;
  painter.stroke();
  painter.setLineDash(style.dash.map((length) => length / scale));
  painter.strokeStyle = color;
  painter.stroke();
}

/** A disk with a plus on the object, with a minus beside it: told apart without colours too. */
function paintPrompt(painter: Painter, scene: ActiveScene, { isObject, ...place }: PromptClick): void {
  screenTransform(painter, scene.pixelRatio);
  const { x, y } = onScreen(scene, place);
  const arm = style.promptRadius - 3;
  painter.setLineDash([]);
  painter.beginPath();
  painter.arc(x, y, style.promptRadius, 0, 2 * Math.PI);
  painter.fillStyle = isObject ? style.promptObject : style.promptGround;
  painter.fill();
  painter.strokeStyle = style.haloColor;
  painter.lineWidth = 1;
  painter.stroke();
  painter.beginPath();
  painter.strokeStyle = '#ffffff';
  painter.lineWidth = 1.5;
  painter.moveTo(x - arm, y);
  painter.lineTo(x + arm, y);
  if (isObject) {
    painter.moveTo(x, y - arm);
    painter.lineTo(x, y + arm);
  }
  painter.stroke();
}

function paintSnap(painter: Painter, scene: ActiveScene, at: AnyPoint): void {
  screenTransform(painter, scene.pixelRatio);
  const { x, y } = onScreen(scene, at);
  painter.setLineDash([]);
  painter.beginPath();
  painter.rect(x - 6, y - 6, 12, 12);
  painter.strokeStyle = style.haloColor;
  painter.lineWidth = 4;
  painter.stroke();
  painter.strokeStyle = style.selection;
  painter.lineWidth = 2;
  painter.stroke();
}

/** The knob on its stem; around several shapes also the box and its corners. */
function paintFrame(painter: Painter, scene: ActiveScene, { box, stem, knob, corners }: Frame): void {
  if (corners.length > 0) {
    imageTransform(painter, { ...scene, margin: 0 });
    painter.beginPath();
    painter.rect(box[0], box[1], boxWidth(box), boxHeight(box));
    const look = { color: style.selection, isDashed: true, isHatched: false, fillAlpha: 0 };
    strokeAndFill(painter, look, scene.view.scale, false);
  }
  screenTransform(painter, scene.pixelRatio);
  painter.setLineDash([]);
  const [from, to] = [onScreen(scene, stem), onScreen(scene, knob)];
  painter.beginPath();
  painter.moveTo(from.x, from.y);
  painter.lineTo(to.x, to.y);
  painter.strokeStyle = style.selection;
  painter.lineWidth = 1.5;
  painter.stroke();
  for (const at of [knob, ...corners]) paintHandle(painter, onScreen(scene, at), at === knob);
}

function paintMarquee(painter: Painter, scene: ActiveScene, box: Box): void {
  imageTransform(painter, { ...scene, margin: 0 });
  painter.beginPath();
  painter.rect(box[0], box[1], boxWidth(box), boxHeight(box));
  strokeAndFill(
    painter,
    { color: style.selection, isDashed: true, isHatched: false, fillAlpha: 0.1 },
    scene.view.scale,
    false,
  );
}

/** The four corners of a frame around the place: seen at any scale, and nothing of the place is covered. */
function paintMark(painter: Painter, scene: ActiveScene, box: Box, color: string = style.mark): void {
  screenTransform(painter, scene.pixelRatio);
  const from = onScreen(scene, { x: box[0], y: box[1] });
  const to = onScreen(scene, { x: box[2], y: box[3] });
  const { markGap: gap, markArm: arm } = style;
  painter.beginPath();
  for (const [x, dx] of [
    [from.x - gap, arm],
    [to.x + gap, -arm],
  ] as const) {
    for (const [y, dy] of [
      [from.y - gap, arm],
      [to.y + gap, -arm],
    ] as const) {
      painter.moveTo(x + dx, y);
      painter.lineTo(x, y);
      painter.lineTo(x, y + dy);
    }
  }
  painter.setLineDash([]);
  painter.lineWidth = style.markLine + 3;
  painter.strokeStyle = style.haloColor;
  painter.stroke();
  painter.lineWidth = style.markLine;
  painter.strokeStyle = color;
  painter.stroke();
}

export function paintActive(painter: Painter, scene: ActiveScene): void {
  const { draft } = scene;
  screenTransform(painter, scene.pixelRatio);
  painter.clearRect(0, 0, scene.area.width, scene.area.height);
  for (const box of scene.conflicts) paintMark(painter, scene, box, style.conflict);
  if (scene.mark) paintMark(painter, scene, scene.mark);
  if (scene.guides) paintGuides(painter, scene, scene.guides);
  for (const shape of scene.selected) paintSelected(painter, { ...scene, margin: 0 }, shape);
  const drawnNow = draft.shapes.filter((shape) => shape.id === '');
  for (const shape of drawnNow) {
    imageTransform(painter, { ...scene, margin: 0 });
    painter.beginPath();
    tracePath(painter, itemOf(shape), scene.view.scale);
    strokeAndFill(painter, lookOf(shape, scene.labels), scene.view.scale, true);
    paintStart(painter, scene, shape);
  }
  if (draft.line) paintLine(painter, scene, draft.line);
  if (draft.way) paintWay(painter, scene, draft.way);
  if (draft.region) paintRegion(painter, scene, draft.region);
  if (draft.stroke) paintStroke(painter, scene, draft.stroke);
  if (draft.marquee) paintMarquee(painter, scene, draft.marquee);
  for (const mark of draft.marks) paintPrompt(painter, scene, mark);
  if (scene.frame) paintFrame(painter, scene, scene.frame);
  if (scene.snap) paintSnap(painter, scene, scene.snap);
  if (scene.brush) paintBrush(painter, scene, scene.brush.at, scene.brush.radius);
  const [only, ...more] = scene.selected;
  if (only && more.length === 0 && scene.hasHandles) paintHandles(painter, scene, only);
}
