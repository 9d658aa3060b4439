// Which shapes lie in a box: a static tree over what was loaded, and a short list beside it for what was edited since.
// An image of many shapes must not hold the page up: what is needed of each is computed when it is first asked for, and the
// tree is built by the second search. The first one, for the fitted image, finds nearly all of them anyway.

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
  area: number | undefined;
  reversed: readonly boolean[] | undefined;
};

/** Edited shapes beside the tree after which it is rebuilt. */
const MAX_EDITED = 2000;

export type ShapeIndex = {
  /** What was loaded and nobody has asked for yet. */
  due: readonly Shape[];
  tree: Flatbush | null;
  /** Nobody has searched since it was filled. */
  isFresh: boolean;
  /** By place in the tree; null once edited or deleted. */
  placed: (Item | null)[];
  places: Map<string, number> | null;
  edited: Map<string, Item>;
};

export const createIndex = (): ShapeIndex => ({
  due: [],
  tree: null,
  isFresh: true,
  placed: [],
  places: null,
  edited: new Map(),
});

/** Area and reversed rings wait until somebody asks for them; as getters they would cost more than they save. */
export const itemOf = (shape: Shape): Item => ({
  shape,
  outline: outlineOf(shape),
  box: shapeBounds(shape),
  area: undefined,
  reversed: undefined,
});

export const areaOf = (item: Item): number => (item.area ??= polygonArea(item.outline.points, item.outline.parts));

/** Per ring: drawn from its end, so that outer rings turn one way and holes the other. */
export const reversedOf = (item: Item): readonly boolean[] => (item.reversed ??= reversedRings(item.outline));

function reversedRings({ points, parts }: Outline): boolean[] {
  const holes = ringHoles(points, parts);
  return ringsOf(points, parts).map((ring, i) => ringArea(ring) < 0 !== holes[i]);
}

export function loadIndex(index: ShapeIndex, shapes: readonly Shape[]): void {
  build(index, []);
  index.due = shapes;
}

/** Not with the task that loads them: together both would be felt. */
function fill(index: ShapeIndex): void {
  if (index.due.length === 0) return;
  index.placed = index.due.map(itemOf);
  index.due = [];
}

function build(index: ShapeIndex, items: Item[]): void {
  index.due = [];
  index.placed = items;
  index.places = null;
  index.edited = new Map();
  index.tree = null;
  index.isFresh = true;
}

function plant(index: ShapeIndex): void {
  const items = index.placed.filter((item) => item !== null);
  if (items.length === 0) return;
  index.placed = items;
  index.places = null;
  index.tree = new Flatbush(items.length);
  for (const { box } of items) index.tree.add(...box);
  index.tree.finish();
}

function placesOf(index: ShapeIndex): Map<string, number> {
  if (index.places) return index.places;
  index.places = new Map();
  for (const [place, item] of index.placed.entries()) if (item) index.places.set(item.shape.id, place);
  return index.places;
}

export function updateIndex(index: ShapeIndex, id: string, shape: Shape | null): void {
  fill(index);
  const places = placesOf(index);
  const place = places.get(id);
  if (place !== undefined) {
    index.placed[place] = null;
    places.delete(id);
  }
  if (shape) index.edited.set(id, itemOf(shape));
  else index.edited.delete(id);
  if (index.edited.size > MAX_EDITED) build(index, [...allItems(index)]);
}

export function* allItems(index: ShapeIndex): Generator<Item> {
  fill(index);
  for (const item of index.placed) if (item) yield item;
  yield* index.edited.values();
}

/** Items whose bounds touch the box, in no order that means anything. */
export function searchIndex(index: ShapeIndex, box: Box): Item[] {
  const found: Item[] = [];
  fill(index);
  if (!index.tree && !index.isFresh) plant(index);
  index.isFresh = false;
  if (index.tree) {
    for (const place of index.tree.search(...box)) {
      const item = index.placed[place];
      if (item) found.push(item);
    }
  } else for (const item of index.placed) if (item && boxesTouch(item.box, box)) found.push(item);
  for (const item of index.edited.values()) if (boxesTouch(item.box, box)) found.push(item);
  return found;
}
