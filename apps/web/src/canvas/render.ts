// Draws shapes on any 2D context: in batches of one look, with less detail where it cannot be seen, in slices.

import { boxHeight, boxWidth } from '@loupe/geometry';
import { hatch } from './hatch.ts';
import { shapeKinds } from './shapes/registry.ts';
import {
  BATCH,
  CHIP_TEXT,
  DETAIL,
  DOT_SIDE,
  HALO_MAX_SHAPES,
  NAME_MIN_SIDE,
  NAMES_MAX_SHAPES,
  style,
} from './style.ts';
import { paintReading, readingMark } from './render-reading.ts';
import { itemOf, reversedOf } from './shape-index.ts';
import type { ViewTransform } from '@loupe/geometry';
import type { Item } from './shape-index.ts';
import type { Look, Painter } from './painter.ts';
import type { EditorLabel, Shape } from './types.ts';

export type { Painter };

export type Detail = { readonly hasNames: boolean; readonly hasHalo: boolean };

/** What can still be told apart with so many shapes in sight. */
export const detailFor = (shapes: number, showNames: boolean): Detail => ({
  hasNames: showNames && shapes <= NAMES_MAX_SHAPES,
  hasHalo: shapes <= HALO_MAX_SHAPES,
});

export type Scene = {
  readonly items: readonly Item[];
  readonly labels: ReadonlyMap<number, EditorLabel>;
  readonly view: ViewTransform;
  readonly detail: Detail;
  /** Backing pixels for each CSS pixel, and CSS pixels from the canvas corner to the area's corner. */
  readonly pixelRatio: number;
  readonly margin: number;
};

export function lookOf(shape: Shape, labels: ReadonlyMap<number, EditorLabel>): Look {
  const label = shape.labelId === null ? undefined : labels.get(shape.labelId);
  return {
    color: label?.color ?? style.unlabelled,
    // Dashed is what no person has vouched for.
    isDashed: shape.source === 'model',
    fillAlpha: shape.ignore ? style.ignoreFillAlpha : style.fillAlpha,
    isHatched: shape.ignore,
  };
}

type Placing = Pick<Scene, 'view' | 'pixelRatio' | 'margin'>;

export function imageTransform(painter: Painter, { view, pixelRatio, margin }: Placing): void {
  const k = pixelRatio * view.scale;
  painter.setTransform(k, 0, 0, k, pixelRatio * (view.x + margin), pixelRatio * (view.y + margin));
}

export function screenTransform(painter: Painter, pixelRatio: number, margin = 0): void {
  painter.setTransform(pixelRatio, 0, 0, pixelRatio, pixelRatio * margin, pixelRatio * margin);
}

/** How many points to go forward between two that are drawn. */
function strideOf(points: number, side: number): number {
  const detail = DETAIL.find(({ below }) => side < below);
  return detail ? Math.max(1, Math.floor(points / detail.points)) : 1;
}

/** Adds an item to the path in image pixels. Outer rings turn one way and holes the other, so overlaps stay filled. */
export function tracePath(painter: Painter, item: Item, scale: number): void {
  const { box, outline } = item;
  const side = Math.max(boxWidth(box), boxHeight(box)) * scale;
  if (side < DOT_SIDE || shapeKinds[item.shape.kind].isBox) {
    painter.rect(box[0], box[1], boxWidth(box), boxHeight(box));
    return;
  }
  const { points, parts } = outline;
  const reversed = reversedOf(item);
  parts.forEach((from, ring) => {
    const to = parts[ring + 1] ?? points.length / 2;
    const stride = strideOf(to - from, side);
    const isReversed = reversed[ring] === true;
    for (let i = 0; i < to - from; i += stride) {
      const at = isReversed ? to - 1 - i : from + i;
      if (i === 0) painter.moveTo(points[2 * at] as number, points[2 * at + 1] as number);
      else painter.lineTo(points[2 * at] as number, points[2 * at + 1] as number);
    }
    painter.closePath();
  });
}

/** Items whose looks are told apart before there is a rest. */
const GROUPED = 1024;

type Group = { look: Look; z: number; key: string; items: Item[] };

/** Items of one look and height together, lower ones first; among equals always in the same order, or a repainted region would show. */
function* groupByLook(
  items: readonly Item[],
  labels: ReadonlyMap<number, EditorLabel>,
): Generator<void, Group[], void> {
  const groups = new Map<string, Group>();
  for (const [i, item] of items.entries()) {
    if (i % GROUPED === GROUPED - 1) yield;
    const look = lookOf(item.shape, labels);
    const key = `${item.shape.z}|${look.color}|${look.isDashed}|${look.isHatched}`;
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { look, z: item.shape.z, key, items: [item] });
  }
  return [...groups.values()].sort((a, b) => a.z - b.z || (a.key < b.key ? -1 : 1));
}

export function strokeAndFill(painter: Painter, look: Look, scale: number, hasHalo: boolean): void {
  painter.fillStyle = look.color;
  painter.globalAlpha = look.fillAlpha;
  painter.fill();
  painter.globalAlpha = 1;
  painter.lineJoin = 'round';
  painter.setLineDash(look.isDashed ? style.dash.map((length) => length / scale) : []);
  if (hasHalo) {
    painter.strokeStyle = style.haloColor;
    painter.lineWidth = style.halo / scale;
    painter.stroke();
  }
  painter.strokeStyle = look.color;
  painter.lineWidth = style.line / scale;
  painter.stroke();
}

function* paintReadings(painter: Painter, scene: Scene): Generator<void, void, void> {
  const { view, margin, pixelRatio } = scene;
  const screen = { ...view, x: view.x + margin, y: view.y + margin };
  screenTransform(painter, pixelRatio);
  for (const { shape } of scene.items) {
    const mark = readingMark(shape, screen);
    if (mark) paintReading(painter, mark, lookOf(shape, scene.labels).color);
  }
  yield;
}

/** Paints a scene and rests after each batch, so that the caller may stop or go on in the next frame. */
export function* paintScene(painter: Painter, scene: Scene): Generator<void, void, void> {
  const { scale } = scene.view;
  const { hasHalo, hasNames } = scene.detail;
  const groups = yield* groupByLook(scene.items, scene.labels);
  yield;
  for (const { look, items } of groups) {
    for (let from = 0; from < items.length; from += BATCH) {
      imageTransform(painter, scene);
      painter.beginPath();
      const batch = items.slice(from, from + BATCH);
      for (const item of batch) tracePath(painter, item, scale);
      strokeAndFill(painter, look, scale, hasHalo);
      if (look.isHatched) hatch(painter, batch, look, scene);
      yield;
    }
  }
  if (hasHalo) yield* paintReadings(painter, scene);
  if (!hasNames) return;
  for (const item of scene.items) if (hasNameRoom(item, scale)) paintName(painter, scene, item);
  yield;
}

/**
 * What a text reads would hide the line above it, which is as far away as a part of the line's own height. Below twice the
 * height of the chip the text itself can be read there, and what is typed stands in the list.
 */
export function hasNameRoom({ shape, box }: Item, scale: number): boolean {
  const [low, high] = [boxWidth(box) * scale, boxHeight(box) * scale].toSorted((a, b) => a - b) as [number, number];
  return high >= NAME_MIN_SIDE && (shape.text === null || low >= 2 * style.chipHeight);
}

/** Of a long text as many characters as a chip holds. */
function shortText(text: string): string {
  if (text.length <= CHIP_TEXT) return text;
  const start = text.slice(0, 2 * CHIP_TEXT + 2);
  // no pair of surrogates is cut in two
  const characters = [...start];
  return characters.length > CHIP_TEXT ? `${characters.slice(0, CHIP_TEXT - 1).join('')}…` : text;
}

/** What a shape reads, or else its label. */
export function nameOf(shape: Shape, labels: ReadonlyMap<number, EditorLabel>): string {
  const label = shape.labelId === null ? undefined : labels.get(shape.labelId);
  // of an accepted one the score is history
  const isSaid = shape.score !== null && shape.source === 'model';
  const words = [
    shape.text === null ? (label?.name ?? '') : shortText(shape.text),
    isSaid ? shape.score!.toFixed(2) : '',
  ];
  return words.filter(Boolean).join(' ');
}

/** The label's name on a chip of its colour, above the top left of the bounds. */
export function paintName(painter: Painter, scene: Placing & Pick<Scene, 'labels'>, item: Item): void {
  const text = nameOf(item.shape, scene.labels);
  if (text === '') return;
  screenTransform(painter, scene.pixelRatio, scene.margin);
  painter.font = style.chipFont;
  painter.textBaseline = 'middle';
  const x = Math.round(item.box[0] * scene.view.scale + scene.view.x);
  const y = Math.round(item.box[1] * scene.view.scale + scene.view.y) - style.chipHeight - 3;
  const width = painter.measureText(text).width + 2 * style.chipPadding;
  painter.fillStyle = lookOf(item.shape, scene.labels).color;
  painter.fillRect(x, y, width, style.chipHeight);
  painter.fillStyle = style.chipText;
  painter.fillText(text, x + style.chipPadding, y + style.chipHeight / 2 + 0.5);
}

/** All shapes at once, on a context of the caller's: for benchmarks and thumbnails. */
export function renderShapes(
  painter: Painter,
  shapes: readonly Shape[],
  labels: readonly EditorLabel[],
  view: ViewTransform,
  showNames = true,
): void {
  const scene: Scene = {
    items: shapes.map(itemOf),
    labels: new Map(labels.map((label) => [label.id, label])),
    view,
    detail: detailFor(shapes.length, showNames),
    pixelRatio: 1,
    margin: 0,
  };
  for (const _ of paintScene(painter, scene));
}
