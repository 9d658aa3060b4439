// Regions as sets of places: united, taken away from each other, cut by a line, and the strip that a brush leaves behind.
// Reckoned in whole numbers on the grid on which points lie (Clipper2), so that no result depends on rounding.

import { clampNumber, joinRings, ringArea, ringThickness, segmentDistance, simplifyLine } from '@loupe/geometry';
import { Clipper, ClipType, EndType, FillRule, JoinType, PolyTree64 } from 'clipper2-ts';
import { GRID } from './shape.ts';
import type { AnyPoint, Size } from '@loupe/geometry';
import type { Path64, Paths64, PolyPath64 } from 'clipper2-ts';

/** Rings of x, y, x, y, …, in image pixels; what lies in an odd number of them is inside. */
export type Region = readonly (readonly number[])[];

/** Image pixels by which the strip of a brush may differ from the way of the hand, and by which its arcs are cut. */
const STROKE_SLACK = 0.25;
/** What is smaller is a crumb that an operation leaves: px², px. */
const LEAST_AREA = 1;
const LEAST_THICKNESS = 0.5;
/** Steps of the grid to either side of a cut. It is closed again, so that both sides share one edge. */
const CUT_SIDE = 4;

const pathOf = (ring: readonly number[]): Path64 =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({
    x: Math.round(ring[2 * i]! * GRID),
    y: Math.round(ring[2 * i + 1]! * GRID),
  }));
const pathsOf = (region: Region): Paths64 => region.map(pathOf);
const ringOf = (path: Path64): number[] => path.flatMap(({ x, y }) => [x / GRID, y / GRID]);

/** A hole that small is filled, and a piece that small goes. */
const isCrumb = (ring: readonly number[]): boolean =>
  Math.abs(ringArea(ring)) < LEAST_AREA || ringThickness(ring, 0, ring.length / 2) < LEAST_THICKNESS;

/** Each piece with its holes, the largest first. */
export type Pieces = number[][][];

function piecesOf(tree: PolyTree64): Pieces {
  const pieces: Pieces = [];
  const take = (path: PolyPath64): void => {
    const outer = ringOf(path.poly ?? []);
    const holes: number[][] = [];
    for (let i = 0; i < path.count; i++) {
      const hole = path.child(i);
      holes.push(ringOf(hole.poly ?? []));
      // what lies in a hole is a piece of its own
      for (let k = 0; k < hole.count; k++) take(hole.child(k));
    }
    if (!isCrumb(outer)) pieces.push([outer, ...holes.filter((ring) => !isCrumb(ring))]);
  };
  for (let i = 0; i < tree.count; i++) take(tree.child(i));
  const areaOf = ([outer]: number[][]): number => Math.abs(ringArea(outer!));
  return pieces.sort((a, b) => areaOf(b) - areaOf(a));
}

function operate(type: ClipType, a: Paths64, b: Paths64, rule: FillRule = FillRule.EvenOdd): Pieces {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(type, a, b, tree, rule);
  return piecesOf(tree);
}

export const unite = (a: Region, b: Region): Pieces => operate(ClipType.Union, pathsOf(a), pathsOf(b));
export const subtract = (a: Region, b: Region): Pieces => operate(ClipType.Difference, pathsOf(a), pathsOf(b));

/** Without edges that cross; `nonZero`: what a line goes round is inside, also where it crosses itself. */
export const untangled = (region: Region, nonZero = false): Pieces =>
  operate(ClipType.Union, pathsOf(region), [], nonZero ? FillRule.NonZero : FillRule.EvenOdd);

export const inImage = (region: Region, { width, height }: Size): Pieces =>
  operate(ClipType.Intersection, pathsOf(region), [pathOf([0, 0, width, 0, width, height, 0, height])]);

/** What a round brush covers on its way. */
export function strokeRegion(line: readonly number[], radius: number): Region {
  const way = simplifyLine(line, Math.min(STROKE_SLACK, radius / 4));
  const tolerance = Math.min(STROKE_SLACK, radius / 4) * GRID;
  const [x, y] = way as [number, number];
  const isDot = way.every((value, i) => value === (i % 2 === 0 ? x : y));
  const path = pathOf(isDot ? [x, y] : way);
  return Clipper.inflatePaths([path], radius * GRID, JoinType.Round, EndType.Round, 2, tolerance).map(ringOf);
}

const distanceToLine = (p: AnyPoint, line: readonly number[]): { at: AnyPoint; away: number } => {
  let best = { at: p, away: Infinity };
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const away = segmentDistance(p, ax, ay, bx, by);
    if (away >= best.away) continue;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : clampNumber(((p.x - ax) * (bx - ax) + (p.y - ay) * (by - ay)) / length, 0, 1);
    best = { at: { x: ax + (bx - ax) * share, y: ay + (by - ay) * share }, away };
  }
  return best;
};

/** The pieces that a line leaves of a region; null where it does not go through from edge to edge. */
export function cut(region: Region, line: readonly number[]): Pieces | null {
  const before = untangled(region).length;
  const strip = Clipper.inflatePaths([pathOf(line)], CUT_SIDE, JoinType.Miter, EndType.Butt);
  const pieces = operate(ClipType.Difference, pathsOf(region), strip);
  if (pieces.length <= before) return null;
  const own = new Set(region.flatMap((ring) => pathOf(ring).map(({ x, y }) => `${x},${y}`)));
  const closed = (ring: readonly number[]): number[] =>
    pathOf(ring).flatMap((p) => {
      const place = { x: p.x / GRID, y: p.y / GRID };
      const near = own.has(`${p.x},${p.y}`) ? null : distanceToLine(place, line);
      const { x, y } = near && near.away <= (3 * CUT_SIDE) / GRID ? near.at : place;
      return [Math.round(x * GRID) / GRID, Math.round(y * GRID) / GRID];
    });
  return pieces.map((rings) => rings.map(closed));
}

/** Pieces as one shape has them. */
export const asOutline = (pieces: Pieces): { points: number[]; parts: number[] } => joinRings(pieces.flat());
