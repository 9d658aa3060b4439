// Which shapes lie in a box: a static tree over what was loaded, and a short list beside it for what was edited since.

import Flatbush from 'flatbush';
import { boxesTouch, polygonArea, ringArea, ringHoles, ringsOf } from '@loupe/geometry';
import type { Box } from '@loupe/geometry';
import { shapeBounds } from './shape.ts';
import { outlineOf } from './shapes/registry.ts';
import type { Outline } from './shape.ts';
import type { Shape } from './types.ts';

/** A shape with what drawing and hitting need again and again. */
export type Item = {
  readonly shape: Shape;
  readonly outline: Outline;
  readonly box: Box;
  readonly area: number;
  /** Per ring: drawn from its end, so that outer rings turn one way and holes the other. */
  readonly reversed: readonly boolean[];
};

/** Edited shapes beside the tree after which it is rebuilt. */
const MAX_EDITED = 2000;

export type ShapeIndex = {
  tree: Flatbush | null;
  /** By place in the tree; null once edited or deleted. */
  placed: (Item | null)[];
  places: Map<string, number>;
  edited: Map<string, Item>;
};

export const createIndex = (): ShapeIndex => ({ tree: null, placed: [], places: new Map(), edited: new Map() });

export function itemOf(shape: Shape): Item {
  const outline = outlineOf(shape);
  const holes = ringHoles(outline.points, outline.parts);
  const reversed = ringsOf(outline.points, outline.parts).map((ring, i) => ringArea(ring) < 0 !== holes[i]);
  return { shape, outline, box: shapeBounds(shape), area: polygonArea(outline.points, outline.parts), reversed };
}

export function loadIndex(index: ShapeIndex, shapes: Iterable<Shape>): void {
  build(index, Array.from(shapes, itemOf));
}

function build(index: ShapeIndex, items: Item[]): void {
  index.placed = items;
  index.places = new Map(items.map((item, i) => [item.shape.id, i]));
  index.edited = new Map();
  index.tree = null;
  if (items.length === 0) return;
  index.tree = new Flatbush(items.length);
  for (const { box } of items) index.tree.add(...box);
  index.tree.finish();
}

export function updateIndex(index: ShapeIndex, id: string, shape: Shape | null): void {
  const place = index.places.get(id);
  if (place !== undefined) {
    index.placed[place] = null;
    index.places.delete(id);
  }
  if (shape) index.edited.set(id, itemOf(shape));
  else index.edited.delete(id);
  if (index.edited.size > MAX_EDITED) build(index, [...allItems(index)]);
}

export function* allItems(index: ShapeIndex): Generator<Item> {
  for (const item of index.placed) if (item) yield item;
  yield* index.edited.values();
}

/** Items whose bounds touch the box, in no order that means anything. */
export function searchIndex(index: ShapeIndex, box: Box): Item[] {
  const found: Item[] = [];
  for (const place of index.tree?.search(...box) ?? []) {
    const item = index.placed[place];
    if (item) found.push(item);
  }
  for (const item of index.edited.values()) if (boxesTouch(item.box, box)) found.push(item);
  return found;
}
