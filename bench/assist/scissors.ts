/** Intelligent scissors (Mortensen and Barrett, SIGGRAPH 1995): the cheapest way along edges from each boundary point to the next. */
import { fillRings } from '@loupe/geometry';
import { windowOf } from '../../apps/web/src/canvas/outline/assist/window.ts';
import { CELLS, SIDE } from './grid.ts';
import { neighbour } from './flow.ts';
import type { Pixels } from '../../apps/web/src/canvas/outline/pixels.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points at like distances along an outline: what a careful hand sets. */
export function boundaryPoints(outline: readonly number[], count: number): Point[] {
  const at = (i: number): Point => ({
    x: outline[(2 * i) % outline.length]!,
    y: outline[(2 * i + 1) % outline.length]!,
  });
  const corners = outline.length / 2;
  const lengths = Array.from({ length: corners }, (_, i) => Math.hypot(at(i + 1).x - at(i).x, at(i + 1).y - at(i).y));
  const whole = lengths.reduce((a, b) => a + b, 0);
  return Array.from({ length: count }, (_, k) => {
    let left = (whole * k) / count;
    let i = 0;
    while (i < corners - 1 && left > lengths[i]!) left -= lengths[i++]!;
    const length = lengths[i]!;
    const share = length === 0 ? 0 : left / length;
    return { x: at(i).x + (at(i + 1).x - at(i).x) * share, y: at(i).y + (at(i + 1).y - at(i).y) * share };
  });
}

/** 0 on the strongest edge of the window, 1 where nothing changes. */
function costs(planes: Float32Array): Float64Array {
  const edge = new Float64Array(CELLS);
  let most = 1e-6;
  for (let i = SIDE + 1; i < CELLS - SIDE - 1; i++) {
    for (let c = 0; c < 3; c++) {
      const p = c * CELLS + i;
      edge[i] = Math.max(edge[i]!, Math.hypot(planes[p + 1]! - planes[p - 1]!, planes[p + SIDE]! - planes[p - SIDE]!));
    }
    most = Math.max(most, edge[i]!);
  }
  return edge.map((value) => 1 - value / most);
}

function cheapest(cost: Float64Array, from: number, to: number, sharpness: number): number[] {
  const away = new Float64Array(CELLS).fill(Infinity);
  const back = new Int32Array(CELLS).fill(-1);
  const buckets: number[][] = [[from]];
  away[from] = 0;
  for (let b = 0; b < buckets.length && buckets[b] !== undefined; b++) {
    for (let k = 0; k < (buckets[b]?.length ?? 0); k++) {
      const i = buckets[b]![k]!;
      if (Math.floor(away[i]!) !== b) continue;
      if (i === to) break;
      for (let d = 0; d < 8; d++) {
        const j = neighbour(i, d);
        if (j < 0) continue;
        const next = away[i]! + (1 + 30 * cost[j]! ** sharpness) * (d % 2 === 0 ? 1 : Math.SQRT2);
        if (next >= away[j]!) continue;
        away[j] = next;
        back[j] = i;
        const bucket = Math.floor(next);
        while (buckets.length <= bucket) buckets.push([]);
        buckets[bucket]!.push(j);
      }
    }
  }
  const way: number[] = [];
  for (let i = to; i >= 0; i = back[i]!) way.push(i);
  return way.toReversed();
}

export function scissors(pixels: Pixels, points: readonly Point[], sharpness = 1): Uint8Array {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(24, 1.6 * Math.max(x1 - x0, y1 - y0));
  const square = { x: (x0 + x1 - size) / 2, y: (y0 + y1 - size) / 2, size, side: SIDE };
  const cost = costs(windowOf(pixels, square).planes);
  const scale = SIDE / size;
  const cellOf = ({ x, y }: Point): number =>
    Math.min(SIDE - 1, Math.max(0, Math.floor((y - square.y) * scale))) * SIDE +
    Math.min(SIDE - 1, Math.max(0, Math.floor((x - square.x) * scale)));
  const ring = points.flatMap((point, k) =>
    cheapest(cost, cellOf(point), cellOf(points[(k + 1) % points.length]!), sharpness)
      .slice(0, -1)
      .flatMap((i) => [square.x + ((i % SIDE) + 0.5) / scale, square.y + (Math.floor(i / SIDE) + 0.5) / scale]),
  );
  return fillRings([ring], pixels.width, pixels.height);
}
