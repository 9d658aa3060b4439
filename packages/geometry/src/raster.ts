// Shapes as masks.

/**
 * Fills a region given as rings of [x, y, x, y, …] into a mask of `width` × `height`, 1 where the middle of a pixel lies
 * within (even-odd: a ring in a ring is a hole). Coordinates are pixels of the mask. A region too small to hold any
 * middle takes the pixel it lies in.
 */
export function fillRings(rings: readonly (readonly number[])[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  let filled = 0;
  for (let y = 0; y < height; y++) {
    const crossings: number[] = [];
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [x0, y0, x1, y1] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
        const middle = y + 0.5;
        if (y0 > middle === y1 > middle) continue;
        crossings.push(x0 + ((middle - y0) / (y1 - y0)) * (x1 - x0));
      }
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]! - 0.5));
      const to = Math.min(width, Math.ceil(crossings[i + 1]! - 0.5));
      if (to <= from) continue;
      mask.fill(1, y * width + from, y * width + to);
      filled += to - from;
    }
  }
  const ring = rings[0];
  if (filled === 0 && ring && ring.length >= 2) {
    const [x, y] = [Math.floor(ring[0]!), Math.floor(ring[1]!)];
    if (x >= 0 && y >= 0 && x < width && y < height) mask[y * width + x] = 1;
  }
  return mask;
}
