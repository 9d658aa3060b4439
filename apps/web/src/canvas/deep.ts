// An image with 16 bits a channel: tiles that keep all of them, painted through a window when they are shown.

import { tileSide, windowTable } from '@loupe/contract';
import type { ImageLevels, TileLevel } from '@loupe/contract';
import type { Size } from '@loupe/geometry';
import { createTiledImage } from './tiles.ts';
import type { DeepPixels } from './deep-png.ts';
import type { DeepView, TiledImage, TilePlace } from './tiles.ts';

type DeepTile = DeepPixels & {
  canvas: HTMLCanvasElement | null;
  /** Through which it is painted. */
  table: Uint8Array | null;
  readonly close: () => void;
};

const noPixels = (): void => undefined;
const asTile = (pixels: DeepPixels): DeepTile => ({ ...pixels, canvas: null, table: null, close: noPixels });

/** What the window shows of the samples, as bytes of red, green, blue and an opaque alpha. */
export function windowed({ width, height, channels, samples }: DeepPixels, table: Uint8Array) {
  const bytes = new Uint8ClampedArray(4 * width * height);
  const step = channels === 1 ? 0 : 1;
  for (let from = 0, to = 0; to < bytes.length; from += channels, to += 4) {
    bytes[to] = table[samples[from]!]!;
    bytes[to + 1] = table[samples[from + step]!]!;
    bytes[to + 2] = table[samples[from + 2 * step]!]!;
    bytes[to + 3] = 255;
  }
  return bytes;
}

function paint(tile: DeepTile, table: Uint8Array): HTMLCanvasElement {
  const { width, height } = tile;
  const canvas = (tile.canvas ??= Object.assign(document.createElement('canvas'), { width, height }));
  if (tile.table === table) return canvas;
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  context?.putImageData(new ImageData(windowed(tile, table), width, height), 0, 0);
  tile.table = table;
  return canvas;
}

export type LoadDeepTile = (place: TilePlace, signal: AbortSignal) => Promise<DeepPixels>;

export function createDeepImage(
  size: Size,
  pyramid: readonly TileLevel[],
  base: DeepPixels,
  levels: ImageLevels,
  load: LoadDeepTile,
): TiledImage {
  let table = windowTable(levels.auto);
  const held = createTiledImage(
    size,
    pyramid,
    asTile(base),
    async (place, signal) => asTile(await load(place, signal)),
    (tile) => paint(tile, table),
  );
  const deep: DeepView = {
    levels,
    setWindow: (window) => {
      table = windowTable(window ?? levels.auto);
    },
    valuesAt: (x, y) => {
      const tile = held.tileAt({ level: 0, column: Math.floor(x / tileSide), row: Math.floor(y / tileSide) });
      if (!tile) return null;
      const from = ((y % tileSide) * tile.width + (x % tileSide)) * tile.channels;
      return [...tile.samples.subarray(from, from + tile.channels)];
    },
  };
  return Object.assign(held, { deep });
}
