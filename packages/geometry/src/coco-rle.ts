// Run lengths as COCO has them: column by column, beginning with a run outside; as numbers, or packed into a text.

/** A mask of COCO: the lengths of its runs, which together are width × height. */
export interface CocoMask {
  width: number;
  height: number;
  counts: number[];
}

/** The runs of a packed text; undefined where it ends within a number or has other characters. */
export function cocoCounts(text: string): number[] | undefined {
  const counts: number[] = [];
  for (let at = 0; at < text.length;) {
    let [value, shift, more] = [0, 0, true];
    while (more) {
      const five = text.charCodeAt(at++) - 48;
      // of a length that no image has
      if (!(five >= 0 && five < 64) || shift > 30) return undefined;
      value |= (five & 0x1f) << shift;
      shift += 5;
      more = (five & 0x20) !== 0;
      if (!more && (five & 0x10) !== 0 && shift < 32) value |= -1 << shift;
    }
    if (counts.length > 2) value += counts[counts.length - 2]!;
    counts.push(value);
  }
  return counts;
}

/** The runs packed as pycocotools packs them. */
export function cocoText(counts: readonly number[]): string {
  let text = '';
  for (let i = 0; i < counts.length; i++) {
    let value = counts[i]! - (i > 2 ? counts[i - 2]! : 0);
    for (let more = true; more;) {
      let five = value & 0x1f;
      value >>= 5;
      more = (five & 0x10) !== 0 ? value !== -1 : value !== 0;
      if (more) five |= 0x20;
      text += String.fromCharCode(five + 48);
    }
  }
  return text;
}

/** Whether the runs are lengths and fill the image. */
export function isCocoMask({ width, height, counts }: CocoMask): boolean {
  let sum = 0;
  for (const count of counts) {
    if (!Number.isInteger(count) || count < 0) return false;
    sum += count;
  }
  return sum === width * height;
}

/** A part of an image, one byte a pixel. */
export interface PixelWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Calls with each run within, cut at the ends of columns. */
function eachRun({ height, counts }: CocoMask, take: (x: number, from: number, to: number) => void): void {
  let at = 0;
  for (let i = 0; i < counts.length; i++) {
    const end = at + counts[i]!;
    for (; i % 2 === 1 && at < end;) {
      const x = Math.floor(at / height);
      const to = Math.min(end, (x + 1) * height);
      take(x, at - x * height, to - x * height);
      at = to;
    }
    at = end;
  }
}

/** The smallest window with all that the mask covers; undefined where it covers nothing. */
export function cocoWindow(mask: CocoMask): PixelWindow | undefined {
  let [x1, y1, x2, y2] = [Infinity, Infinity, 0, 0];
  eachRun(mask, (x, from, to) => {
    x1 = Math.min(x1, x);
    x2 = Math.max(x2, x + 1);
    y1 = Math.min(y1, from);
    y2 = Math.max(y2, to);
  });
  return x2 > 0 ? { x: x1, y: y1, width: x2 - x1, height: y2 - y1 } : undefined;
}

/** What the mask covers of the window, row by row. */
export function fillCoco(mask: CocoMask, window: PixelWindow): Uint8Array {
  const filled = new Uint8Array(window.width * window.height);
  eachRun(mask, (x, from, to) => {
    for (let y = from; y < to; y++) filled[(y - window.y) * window.width + x - window.x] = 1;
  });
  return filled;
}

/** The mask of an image of `width` × `height` that covers what is filled of the window, which lies in it. */
export function cocoMask(filled: Uint8Array, window: PixelWindow, width: number, height: number): CocoMask {
  const counts: number[] = [];
  let [end, isIn] = [0, 0];
  const turn = (at: number) => {
    counts.push(at - end);
    [end, isIn] = [at, 1 - isIn];
  };
  for (let column = 0; column < window.width; column++) {
    const start = (window.x + column) * height + window.y;
    // what lies above the window is outside
    if (isIn === 1 && window.y > 0) turn(start - window.y);
    for (let row = 0; row < window.height; row++) if (filled[row * window.width + column]! !== isIn) turn(start + row);
    if (isIn === 1 && window.y + window.height < height) turn(start + window.height);
  }
  const behind = (window.x + window.width) * height;
  if (isIn === 1 && behind < width * height) turn(behind);
  counts.push(width * height - end);
  return { width, height, counts };
}
