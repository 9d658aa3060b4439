/** Shapes as the pixels that they cover, and where two of an image meet. Pure. */
import { boundsOf, clampNumber, fillRings, ringsOf, type PixelWindow } from '@loupe/geometry';
import { cornersOf, type ExportShape } from './shapes.ts';

interface Size {
  width: number;
  height: number;
}

/** The pixels that may be covered: at least one, for a shape that lies between the middles of all. */
function windowOf({ points }: ExportShape, { width, height }: Size): PixelWindow {
  const [x1, y1, x2, y2] = boundsOf(points);
  const x = clampNumber(Math.floor(x1), 0, width - 1);
  const y = clampNumber(Math.floor(y1), 0, height - 1);
  return {
    x,
    y,
    width: clampNumber(Math.ceil(x2), x + 1, width) - x,
    height: clampNumber(Math.ceil(y2), y + 1, height) - y,
  };
}

/** One byte for each pixel of the window, by the even-odd rule. */
export function fillShape(shape: ExportShape, size: Size): { window: PixelWindow; filled: Uint8Array } {
  const window = windowOf(shape, size);
  const rings = ringsOf(cornersOf(shape), shape.parts);
  const moved = rings.map((ring) => ring.map((value, i) => value - (i % 2 === 0 ? window.x : window.y)));
  return { window, filled: fillRings(moved, window.width, window.height) };
}

/** Calls with each covered pixel of the image. */
export function eachPixel(
  { window, filled }: ReturnType<typeof fillShape>,
  width: number,
  take: (at: number) => void,
): void {
  for (let i = 0; i < filled.length; i++) {
    if (filled[i] === 0) continue;
    take((window.y + Math.floor(i / window.width)) * width + window.x + (i % window.width));
  }
}

export interface Meetings {
  /** Shapes of which one of another label covers a part. */
  covered: number;
  /** Shapes that touch or overlap one of the same label: as regions they are one. */
  merged: number;
}

const none = 0xffff;
/** Pixels of an image that are looked at one by one; of a larger one the boxes of its shapes say whether they meet. */
const mostPixels = 64 * 1024 ** 2;
/** Pixels that touch at a side or a corner are of one region. */
const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const));

const near = (a: PixelWindow, b: PixelWindow): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** Counts shapes of an image, lower ones first, that get in each other's way where each pixel belongs to one of them. */
export function meetingsOf(shapes: readonly ExportShape[], size: Size): Meetings {
  const { width, height } = size;
  const windows = shapes.map((shape) => windowOf(shape, size));
  const isSame = (i: number, k: number) => shapes[i]!.labelId === shapes[k]!.labelId;
  const others = windows.map((own, i) => windows.flatMap((one, k) => (k !== i && near(own, one) ? [k] : [])));
  const [covered, merged] = [new Set<number>(), new Set<number>()];
  const meet = (below: number, above: number) => {
    if (isSame(below, above)) merged.add(below).add(above);
    else covered.add(below);
  };
  if (width * height > mostPixels) {
    others.forEach((list, i) => list.filter((k) => k < i).forEach((k) => meet(k, i)));
    return { covered: covered.size, merged: merged.size };
  }
  // of which shape a pixel is; made only where two come near each other
  let owner: Uint16Array | undefined;
  for (const [i, shape] of shapes.entries()) {
    if (others[i]!.length === 0) continue;
    const owners = (owner ??= new Uint16Array(width * height).fill(none));
    eachPixel(fillShape(shape, size), width, (at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      for (const [dx, dy] of around) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const other = owners[at + dx + dy * width]!;
        if (other === none || other === i) continue;
        if (isSame(other, i) || (dx === 0 && dy === 0)) meet(other, i);
      }
      owners[at] = i;
    });
  }
  return { covered: covered.size, merged: merged.size };
}
