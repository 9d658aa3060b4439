// Masks as shapes: the other way round from raster.ts.

/** A step to the right, down, left, up, and the pixel ahead on the left hand of who stands at a corner. */
const steps = [
  { dx: 1, dy: 0, left: [0, -1], right: [0, 0] },
  { dx: 0, dy: 1, left: [0, 0], right: [-1, 0] },
  { dx: -1, dy: 0, left: [-1, 0], right: [-1, -1] },
  { dx: 0, dy: -1, left: [-1, -1], right: [0, -1] },
] as const;

type Inside = (x: number, y: number) => boolean;

/** The ring that begins with the upper edge of a pixel, which stays on the right hand. `passed` hears of each upper edge. */
function follow(inside: Inside, startX: number, startY: number, passed: (x: number, y: number) => void): number[] {
  const ring: number[] = [];
  let [x, y, towards] = [startX, startY, 0];
  do {
    const { dx, dy } = steps[towards]!;
    if (towards === 0) passed(x, y);
    x += dx;
    y += dy;
    const { left, right } = steps[towards]!;
    // what touches at a corner alone is one region
    const turn = inside(x + left[0], y + left[1]) ? 3 : inside(x + right[0], y + right[1]) ? 0 : 1;
    if (turn !== 0) ring.push(x, y);
    towards = (towards + turn) % 4;
  } while (x !== startX || y !== startY || towards !== 0);
  return ring;
}

/** A number for each region, 0 outside; pixels that touch at a side or a corner are of one region. */
function regionsOf(mask: Uint8Array, width: number, height: number): Int32Array {
  const numbers = new Int32Array(mask.length);
  const waiting: number[] = [];
  let count = 0;
  const take = (x: number, y: number) => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height || mask[at] === 0 || numbers[at] !== 0) return;
    numbers[at] = count;
    waiting.push(at);
  };
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0 || numbers[at] !== 0) continue;
    count++;
    numbers[at] = count;
    waiting.push(at);
    while (waiting.length > 0) {
      const one = waiting.pop()!;
      const [x, y] = [one % width, Math.floor(one / width)];
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) take(x + dx, y + dy);
    }
  }
  return numbers;
}

/**
 * The regions of a mask (not 0: within) of `width` × `height`, each as rings of [x, y, x, y, …] along the edges of pixels:
 * the outline first, clockwise as an image is seen, then its holes. Pixels that touch at a corner are of one region.
 * `fillRings` of all regions gives the mask back.
 */
export function traceMask(mask: Uint8Array, width: number, height: number): number[][][] {
  const inside: Inside = (x, y) => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] !== 0;
  const numbers = regionsOf(mask, width, height);
  const done = new Uint8Array(mask.length);
  const regions: number[][][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (mask[at] === 0 || done[at] === 1 || inside(x, y - 1)) continue;
      const ring = follow(inside, x, y, (px, py) => (done[py * width + px] = 1));
      // row by row, so the first ring of a region is its outline
      (regions[numbers[at]! - 1] ??= []).push(ring);
    }
  }
  return regions;
}
