/** A text of the image turned upright and enlarged: which pixels of it are needed, and where each goes. Pure. */
import { boundsOf, clampNumber, quadMap, quadSize, type Size } from '@loupe/geometry';

export interface Pixels extends Size {
  /** RGBA, row by row. */
  data: Uint8ClampedArray;
}

/** A part of the image, perhaps smaller than it lies on it. */
export interface Region {
  pixels: Pixels;
  /** Where its first pixel lies on the image, and how many pixels of it one image pixel is. */
  left: number;
  top: number;
  scale: number;
}

/** Around a text as a share of its height, so that one sees whether the corners cut it. */
const margin = 0.12;

/** The corners with a margin around them. */
export function widened(quad: readonly number[]): number[] {
  const at = quadMap(quad);
  const { width, height } = quadSize(quad);
  if (width === 0 || height === 0) return [...quad];
  const [u, v] = [(margin * height) / width, margin];
  return [at(-u, -v), at(1 + u, -v), at(1 + u, 1 + v), at(-u, 1 + v)].flatMap(({ x, y }) => [x, y]);
}

/** Whole pixels of the image around the corners. */
export function regionAround(quad: readonly number[], image: Size): { left: number; top: number } & Size {
  const [x1, y1, x2, y2] = boundsOf(quad);
  const left = clampNumber(Math.floor(x1), 0, image.width);
  const top = clampNumber(Math.floor(y1), 0, image.height);
  return {
    left,
    top,
    width: clampNumber(Math.ceil(x2), 0, image.width) - left,
    height: clampNumber(Math.ceil(y2), 0, image.height) - top,
  };
}

/** Size of the upright text that fits in, whole: as wide as there is room, `high` high at most. */
export function uprightSize(quad: readonly number[], room: { width: number; high: number }): Size {
  const { width, height } = quadSize(quad);
  const ratio = width / Math.max(height, 1e-6);
  const high = Math.min(room.width / Math.max(ratio, 1e-6), room.high);
  return { width: Math.max(1, Math.round(high * ratio)), height: Math.max(1, Math.round(high)) };
}

/** The text upright, of this size; what lies beside the image stays clear. */
export function turnUpright({ pixels, left, top, scale }: Region, quad: readonly number[], size: Size): Pixels {
  const data = new Uint8ClampedArray(4 * size.width * size.height);
  const at = quadMap(quad);
  for (let row = 0; row < size.height; row++) {
    for (let column = 0; column < size.width; column++) {
      const { x, y } = at((column + 0.5) / size.width, (row + 0.5) / size.height);
      sample(pixels, (x - left) * scale - 0.5, (y - top) * scale - 0.5, data, 4 * (row * size.width + column));
    }
  }
  return { ...size, data };
}

/** Between the four pixels around a place. */
function sample({ data, width, height }: Pixels, x: number, y: number, into: Uint8ClampedArray, offset: number): void {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const pixel = (column: number, row: number): number =>
    4 * (clampNumber(row, 0, height - 1) * width + clampNumber(column, 0, width - 1));
  const corners = [pixel(x0, y0), pixel(x0 + 1, y0), pixel(x0, y0 + 1), pixel(x0 + 1, y0 + 1)] as const;
  const shares = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
  for (let channel = 0; channel < 4; channel++) {
    into[offset + channel] = corners.reduce((sum, from, i) => sum + data[from + channel]! * shares[i]!, 0);
  }
}

/** Longer side of what is read of an image; more is not seen. */
const mostPixels = 1400;

export interface RegionPlace extends Size {
  left: number;
  top: number;
  scale: number;
}

/** What is around a text, drawn by `draw` on a canvas of its own; null where nothing of it lies on the image. */
export function readRegion(
  image: Size,
  quad: readonly number[],
  draw: (painter: CanvasRenderingContext2D, place: RegionPlace) => void,
): Region | null {
  const place = regionAround(quad, image);
  if (place.width < 1 || place.height < 1) return null;
  const scale = Math.min(1, mostPixels / Math.max(place.width, place.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(place.width * scale));
  canvas.height = Math.max(1, Math.round(place.height * scale));
  const painter = canvas.getContext('2d', { willReadFrequently: true });
  if (!painter) return null;
  draw(painter, { ...place, scale });
  return { pixels: painter.getImageData(0, 0, canvas.width, canvas.height), left: place.left, top: place.top, scale };
}

type Source = CanvasImageSource & Size;

/** Of pixels that may be fewer than the image has. */
export const drawWhole =
  (source: Source, image: Size) =>
  (painter: CanvasRenderingContext2D, { left, top, width, height }: RegionPlace): void => {
    const [kx, ky] = [source.width / image.width, source.height / image.height];
    const { canvas } = painter;
    painter.drawImage(source, left * kx, top * ky, width * kx, height * ky, 0, 0, canvas.width, canvas.height);
  };
