// A large image as tiles: only those in sight are fetched, at the size that the screen can show, and few are kept.

import { clampNumber } from '@loupe/geometry';
import { tileSide, type ImageLevels, type ImageWindow, type TileLevel } from '@loupe/contract';
import type { Size, ViewTransform } from '@loupe/geometry';

export type TilePlace = { readonly level: number; readonly column: number; readonly row: number };

/** Fetches and decodes one tile; heeds the signal. */
export type LoadTile<T = ImageBitmap> = (place: TilePlace, signal: AbortSignal) => Promise<T>;

/** Of an image with 16 bits a channel: what is shown as black and as white, and what its values are. */
export type DeepView = {
  readonly levels: ImageLevels;
  /** Null: the automatic one. Seen with the next painting. */
  readonly setWindow: (window: ImageWindow | null) => void;
  /** The values of a pixel; null where its tile is not there. */
  readonly valuesAt: (x: number, y: number) => readonly number[] | null;
};

export type TilePixels = ImageBitmap | HTMLCanvasElement;

export type TiledImage = {
  readonly width: number;
  readonly height: number;
  readonly levels: readonly TileLevel[];
  /** All of it in one piece, small: it stands in until a tile is there. */
  readonly base: TilePixels;
  /** The tile where it is held. */
  readonly held: (place: TilePlace) => TilePixels | undefined;
  /** The tiles in sight, nearest to the middle first: missing ones are fetched, others are no longer waited for. */
  readonly want: (places: readonly TilePlace[]) => void;
  /** Called when a wanted tile has come. */
  onTile: () => void;
  readonly close: () => void;
  /** Where it has 16 bits a channel. */
  readonly deep?: DeepView;
};

/** With the tiles as they were loaded. */
export type HeldTiles<T> = TiledImage & { readonly tileAt: (place: TilePlace) => T | undefined };

/** Tiles of 1 MB each that one image may hold. */
const HELD_MAX = 160;
const FETCHES_MAX = 6;

export const isTiledImage = (image: object): image is TiledImage => 'levels' in image;
export const deepOf = (image: object): DeepView | undefined => (isTiledImage(image) ? image.deep : undefined);

const keyOf = ({ level, column, row }: TilePlace): string => `${level}/${column}/${row}`;

/** The level with at least one pixel for each pixel of the screen; the whole image where the view is larger. */
export function levelFor(levels: readonly TileLevel[], screenScale: number): number {
  return clampNumber(Math.floor(Math.log2(1 / screenScale)), 0, levels.length - 1);
}

/** Levels whose tiles are drawn, coarse ones first; but for the wanted one, those that are finer than what lies below them all. */
export const drawnLevels = ({ levels, base }: Pick<TiledImage, 'levels' | 'base'>, wanted: number): number[] =>
  levels
    .map((_, level) => level)
    .filter((level) => level === wanted || (level > wanted && levels[level]!.width > base.width))
    .toReversed();

/** Tiles of a level that lie in the area, nearest to its middle first. */
export function visibleTiles(image: TiledImage, level: number, view: ViewTransform, area: Size): TilePlace[] {
  const { columns, rows } = image.levels[level]!;
  const side = tileSide * 2 ** level * view.scale;
  const from = (offset: number, count: number): number => clampNumber(Math.floor((0 - offset) / side), 0, count);
  const to = (offset: number, length: number, count: number): number =>
    clampNumber(Math.ceil((length - offset) / side), 0, count);
  const places: TilePlace[] = [];
  for (let row = from(view.y, rows); row < to(view.y, area.height, rows); row++) {
    for (let column = from(view.x, columns); column < to(view.x, area.width, columns); column++) {
      places.push({ level, column, row });
    }
  }
  const middle = { x: (area.width / 2 - view.x) / side - 0.5, y: (area.height / 2 - view.y) / side - 0.5 };
  const distance = ({ column, row }: TilePlace): number => (column - middle.x) ** 2 + (row - middle.y) ** 2;
  return places.sort((a, b) => distance(a) - distance(b));
}

/** `show`: a tile as it is drawn. */
export function createTiledImage<T extends { close: () => void }>(
  size: Size,
  levels: readonly TileLevel[],
  base: T,
  load: LoadTile<T>,
  show: (tile: T) => TilePixels,
): HeldTiles<T> {
  /** In the order of their last use. */
  const tiles = new Map<string, T>();
  const fetches = new Map<string, AbortController>();
  const failed = new Set<string>();
  let wanted: readonly TilePlace[] = [];
  let isClosed = false;

  const keep = (key: string, tile: T): void => {
    tiles.set(key, tile);
    for (const [oldKey, old] of tiles) {
      if (tiles.size <= HELD_MAX) return;
      old.close();
      tiles.delete(oldKey);
    }
  };

  const fetchOne = async (place: TilePlace): Promise<void> => {
    const key = keyOf(place);
    const abort = new AbortController();
    fetches.set(key, abort);
    try {
      const tile = await load(place, abort.signal);
      if (isClosed) return tile.close();
      keep(key, tile);
      image.onTile();
    } catch {
      // what was called off is fetched again when it is wanted again; what failed, with the next image
      if (!abort.signal.aborted) failed.add(key);
    } finally {
      fetches.delete(key);
      fetchMore();
    }
  };

  const fetchMore = (): void => {
    for (const place of wanted) {
      if (isClosed || fetches.size >= FETCHES_MAX) return;
      const key = keyOf(place);
      if (!tiles.has(key) && !fetches.has(key) && !failed.has(key)) void fetchOne(place);
    }
  };

  const image: HeldTiles<T> = {
    width: size.width,
    height: size.height,
    levels,
    get base() {
      return show(base);
    },
    tileAt: (place) => tiles.get(keyOf(place)),
    held: (place) => {
      const key = keyOf(place);
      const tile = tiles.get(key);
      if (!tile) return undefined;
      tiles.delete(key);
      tiles.set(key, tile);
      return show(tile);
    },
    want: (places) => {
      wanted = places;
      const keys = new Set(places.map(keyOf));
      for (const [key, abort] of fetches) if (!keys.has(key)) abort.abort();
      fetchMore();
    },
    onTile: () => undefined,
    close: () => {
      isClosed = true;
      for (const abort of fetches.values()) abort.abort();
      for (const tile of tiles.values()) tile.close();
      tiles.clear();
      base.close();
    },
  };
  return image;
}
