// Shapes as masks.

/** The part of a row whose middles of pixels lie within: pixels `from` to before `to` of row `y`. */
type Span = (y: number, from: number, to: number) => void;

/**
 * The spans of a region given as rings of [x, y, x, y, …] in a grid of `width` × `height`, row by row and from left to
 * right (even-odd: a ring in a ring is a hole). A region too small to hold any middle takes the pixel it lies in.
 */
export function scanRings(rings: readonly ArrayLike<number>[], width: number, height: number, span: Span): void {
  const rows = new Map<number, number[]>();
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [x0, y0, x1, y1] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      const last = Math.min(height, Math.ceil(Math.max(y0, y1) - 0.5));
      for (let y = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5)); y < last; y++) {
        const x = x0 + ((y + 0.5 - y0) / (y1 - y0)) * (x1 - x0);
        const crossings = rows.get(y);
        if (crossings) crossings.push(x);
        else rows.set(y, [x]);
      }
    }
  }
  let filled = 0;
  for (const y of [...rows.keys()].sort((a, b) => a - b)) {
    const crossings = rows.get(y)!.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]! - 0.5));
      const to = Math.min(width, Math.ceil(crossings[i + 1]! - 0.5));
      if (to <= from) continue;
      span(y, from, to);
      filled += to - from;
    }
  }
  const ring = rings[0];
  if (filled > 0 || !ring || ring.length < 2) return;
  const [x, y] = [Math.floor(ring[0]!), Math.floor(ring[1]!)];
  if (x >= 0 && y >= 0 && x < width && y < height) span(y, x, x + 1);
}

/** Fills a region as `scanRings` sees it into a mask of `width` × `height`, 1 where it is. */
export function fillRings(rings: readonly ArrayLike<number>[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  scanRings(rings, width, height, (y, from, to) => mask.fill(1, y * width + from, y * width + to));
  return mask;
}
