// Polygons as flat lists x, y, x, y, …; `parts` holds the point index at which each ring starts: first the outer ring, then holes.

import { boundsOf, boxContains } from './box.ts';
import { segmentDistance, segmentsCross, segmentsMeet } from './segment.ts';
import type { AnyPoint } from './point.ts';
import type { Box } from './box.ts';

export const SIMPLE: readonly number[] = [0];

/** Each ring as [first point, past the last point]. */
export function ringRanges(points: ArrayLike<number>, parts: readonly number[] = SIMPLE): [number, number][] {
  const count = points.length >> 1;
  const starts = parts.length > 0 ? parts : SIMPLE;
  return starts.map((start, i) => [start, starts[i + 1] ?? count]);
}

export const ringsOf = (points: readonly number[], parts: readonly number[] = SIMPLE): number[][] =>
  ringRanges(points, parts).map(([from, to]) => points.slice(2 * from, 2 * to));

/** Puts rings back into one flat list with its parts. */
export function joinRings(rings: readonly (readonly number[])[]): { points: number[]; parts: number[] } {
  const points: number[] = [];
  const parts: number[] = [];
  for (const ring of rings) {
    parts.push(points.length >> 1);
    for (const value of ring) points.push(value);
  }
  return { points, parts };
}

/**
 * How thick a ring of points `from` to before `to` is: the largest distance of a point from the line through the first
 * point and the one farthest from it. 0 where all lie on one line; unlike the area also right where edges cross.
 */
export function ringThickness(points: ArrayLike<number>, from: number, to: number): number {
  const at = (k: number): number => points[k] as number;
  const [ox, oy] = [at(2 * from), at(2 * from + 1)];
  let [far, length] = [from, 0];
  for (let i = from + 1; i < to; i++) {
    const away = Math.hypot(at(2 * i) - ox, at(2 * i + 1) - oy);
    if (away > length) [far, length] = [i, away];
  }
  if (length === 0) return 0;
  const [dx, dy] = [(at(2 * far) - ox) / length, (at(2 * far + 1) - oy) / length];
  let thickness = 0;
  for (let i = from + 1; i < to; i++) {
    thickness = Math.max(thickness, Math.abs(dx * (at(2 * i + 1) - oy) - dy * (at(2 * i) - ox)));
  }
  return thickness;
}

type RingMoments = { area: number; x: number; y: number };

/** Signed area (positive: clockwise on a screen) and first moments. Taken about the first point, or far rings lose digits. */
function ringMoments(points: ArrayLike<number>, from: number, to: number): RingMoments {
  const ox = points[2 * from] ?? 0;
  const oy = points[2 * from + 1] ?? 0;
  let [area, x, y] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const j = i + 1 < to ? i + 1 : from;
    const ax = (points[2 * i] as number) - ox;
    const ay = (points[2 * i + 1] as number) - oy;
    const bx = (points[2 * j] as number) - ox;
    const by = (points[2 * j + 1] as number) - oy;
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return { area: area / 2, x: x / 6 + (ox * area) / 2, y: y / 6 + (oy * area) / 2 };
}

export const ringArea = (points: ArrayLike<number>): number => ringMoments(points, 0, points.length >> 1).area;

/** Which rings are holes: those that lie in an odd number of others. Told by three of a ring's points, for rings may touch. */
export function ringHoles(points: ArrayLike<number>, parts: readonly number[] = SIMPLE): boolean[] {
  const ranges = ringRanges(points, parts);
  if (ranges.length < 2) return ranges.map(() => false);
  const rings = ranges.map(([from, to]) => Array.from({ length: 2 * (to - from) }, (_, i) => points[2 * from + i]!));
  const boxes = rings.map(boundsOf);
  return rings.map((ring, i) => {
    const count = ring.length / 2;
    const asked = [0, Math.floor(count / 3), Math.floor((2 * count) / 3)];
    const says = asked.filter((k) => {
      const p = { x: ring[2 * k]!, y: ring[2 * k + 1]! };
      const around = rings.filter((other, j) => j !== i && boxContains(boxes[j]!, p) && pointInPolygon(p, other));
      return around.length % 2 === 1;
    });
    return says.length > 1;
  });
}

/** The area of all pieces less that of their holes, whichever way they turn. */
export function polygonArea(points: ArrayLike<number>, parts: readonly number[] = SIMPLE): number {
  const holes = ringHoles(points, parts);
  return ringRanges(points, parts).reduce((sum, [from, to], i) => {
    const area = Math.abs(ringMoments(points, from, to).area);
    return holes[i] ? sum - area : sum + area;
  }, 0);
}

/** The centre of gravity; of a polygon without area, the middle of its bounds. */
export function polygonCentroid(points: ArrayLike<number>, parts: readonly number[] = SIMPLE): AnyPoint {
  let [area, x, y] = [0, 0, 0];
  const holes = ringHoles(points, parts);
  ringRanges(points, parts).forEach(([from, to], i) => {
    const ring = ringMoments(points, from, to);
    const sign = Math.sign(ring.area) * (holes[i] ? -1 : 1);
    area += sign * ring.area;
    x += sign * ring.x;
    y += sign * ring.y;
  });
  const box = boundsOf(points);
  if (Math.abs(area) < 1e-12) return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 };
  return { x: x / area, y: y / area };
}

/** Even-odd rule over all rings, so a hole is outside. A point on the edge may fall either way. */
export function pointInPolygon(p: AnyPoint, points: ArrayLike<number>, parts: readonly number[] = SIMPLE): boolean {
  let inside = false;
  const count = points.length >> 1;
  for (let r = 0, rings = Math.max(parts.length, 1); r < rings; r++) {
    const from = parts[r] ?? 0;
    const to = parts[r + 1] ?? count;
    for (let i = from, j = to - 1; i < to; j = i++) {
      const yi = points[2 * i + 1] as number;
      const yj = points[2 * j + 1] as number;
      if (yi > p.y === yj > p.y) continue;
      const xi = points[2 * i] as number;
      const xj = points[2 * j] as number;
      if (p.x < ((xj - xi) * (p.y - yi)) / (yj - yi) + xi) inside = !inside;
    }
  }
  return inside;
}

export type NearestEdge = {
  distance: number;
  /** The edge runs from this point to the next of its ring. */ index: number;
};

/** The edge nearest to p over all rings; distance is infinite where there are no points. */
export function nearestEdge(p: AnyPoint, points: ArrayLike<number>, parts: readonly number[] = SIMPLE): NearestEdge {
  const best = { distance: Infinity, index: -1 };
  for (const [from, to] of ringRanges(points, parts)) {
    for (let i = from; i < to; i++) {
      const j = i + 1 < to ? i + 1 : from;
      const at = (k: number): number => points[k] as number;
      const away = segmentDistance(p, at(2 * i), at(2 * i + 1), at(2 * j), at(2 * j + 1));
      if (away < best.distance) {
        best.distance = away;
        best.index = i;
      }
    }
  }
  return best;
}

type Edge = { ring: number; i: number; last: number; box: Box; ends: [number, number, number, number] };

function edgesOf(points: ArrayLike<number>, parts: readonly number[]): Edge[] {
  const edges: Edge[] = [];
  ringRanges(points, parts).forEach(([from, to], ring) => {
    for (let i = from; i < to; i++) {
      const j = i + 1 < to ? i + 1 : from;
      const at = (k: number): number => points[k] as number;
      const ends: Edge['ends'] = [at(2 * i), at(2 * i + 1), at(2 * j), at(2 * j + 1)];
      edges.push({ ring, i: i - from, last: to - from - 1, box: boundsOf(ends), ends });
    }
  });
  return edges;
}

/** Neighbours share an end; they cross only where the one runs back over the other. */
function edgesCross(a: Edge, b: Edge): boolean {
  const follows = (p: Edge, q: Edge): boolean => p.ring === q.ring && (p.i === p.last ? 0 : p.i + 1) === q.i;
  const foldsBack = (p: Edge, q: Edge): boolean =>
    segmentDistance({ x: q.ends[2], y: q.ends[3] }, ...p.ends) === 0 ||
    segmentDistance({ x: p.ends[0], y: p.ends[1] }, ...q.ends) === 0;
  if (follows(a, b)) return follows(b, a) || foldsBack(a, b);
  if (follows(b, a)) return foldsBack(b, a);
  return segmentsMeet(...a.ends, ...b.ends);
}

/** Whether any two edges whose boxes meet are such. Sorted by x: near n log n for usual shapes. */
function hasEdges(
  points: ArrayLike<number>,
  parts: readonly number[],
  areSuch: (a: Edge, b: Edge) => boolean,
): boolean {
  const edges = edgesOf(points, parts).sort((a, b) => a.box[0] - b.box[0]);
  for (let i = 0; i < edges.length; i++) {
    const a = edges[i] as Edge;
    for (let j = i + 1; j < edges.length; j++) {
      const b = edges[j] as Edge;
      if (b.box[0] > a.box[2]) break;
      if (b.box[1] <= a.box[3] && a.box[1] <= b.box[3] && areSuch(a, b)) return true;
    }
  }
  return false;
}

/** Whether edges cross, touch or run over each other, rings among themselves included. */
export const isSelfIntersecting = (points: ArrayLike<number>, parts: readonly number[] = SIMPLE): boolean =>
  hasEdges(points, parts, edgesCross);

/** Whether two edges cross in the middle of both. Ends that touch, and edges that run along each other, do not. */
export const crossesItself = (points: ArrayLike<number>, parts: readonly number[] = SIMPLE): boolean =>
  hasEdges(points, parts, (a, b) => segmentsCross(...a.ends, ...b.ends));
