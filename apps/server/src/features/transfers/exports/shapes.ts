/** What the formats of an export ask of a shape: its rings, numbers in few digits, and what several of them cannot say. Pure. */
import type { ExportLossKind, Fate, Holds, ShapeKind } from '@loupe/contract';
import { ringHoles, ringsOf, rotatedRectOf } from '@loupe/geometry';

export interface ExportShape {
  labelId: number | null;
  kind: ShapeKind;
  /** x, y, x, y, … as they are stored: float32. */
  points: number[];
  parts: readonly number[];
  text: string | null;
  ignore: boolean;
  score: number | null;
}

export interface Rings {
  /** Rings that lie beside each other; a shape without holes that were cut off it has one. */
  outer: number[][];
  /** Rings that lie in one of them; what lies in a hole is outer again. */
  holes: number[][];
}

/** A polygon may hold holes, and pieces that something in front of it parts. */
export function ringsBySide({ points, parts }: Pick<ExportShape, 'points' | 'parts'>): Rings {
  const rings: Rings = { outer: [], holes: [] };
  const holes = ringHoles(points, parts);
  ringsOf(points, parts).forEach((ring, i) => (holes[i] ? rings.holes : rings.outer).push(ring));
  return rings;
}

/** The corners of a rectangle, clockwise; the points of everything else. */
export const cornersOf = ({ kind, points }: Pick<ExportShape, 'kind' | 'points'>): number[] => {
  if (kind !== 'rect') return points;
  const [x1, y1, x2, y2] = points as [number, number, number, number];
  return [x1, y1, x2, y1, x2, y2, x1, y2];
};

/** The shortest of a few spellings that reads back as the same float32. */
export function shortFloat(value: number): number {
  const short = Math.round(value * 100) / 100;
  return Math.fround(short) === value ? short : Number(value.toPrecision(9));
}

/** Far below what float32 tells apart. */
export const shortNumber = (value: number): number => Number(value.toFixed(6));

/** What a format says of a shape beside its place: text and score where it has them. */
export const attributesOf = ({ text, score }: ExportShape): { text?: string; score?: number } => ({
  ...(text === null ? {} : { text }),
  ...(score === null ? {} : { score }),
});

/** A rectangle at an angle as formats have it that turn an upright box around its middle, by degrees of a full turn. */
export function uprightBox(points: readonly number[]) {
  const { cx, cy, width, height, angle } = rotatedRectOf(points);
  const degrees = Number((((angle * 180) / Math.PI + 360) % 360).toFixed(7));
  return { x: cx - width / 2, y: cy - height / 2, width, height, degrees };
}

/** What polygons lose of an outline: four corners that are more than a polygon, and rings in others. */
export function outlineLosses(shape: ExportShape): ExportLossKind[] {
  const isTurned = shape.kind === 'rrect' || shape.kind === 'quad';
  const hasHoles = shape.parts.length > 1 && ringsBySide(shape).holes.length > 0;
  return [...(isTurned ? ['quadsToPolygons' as const] : []), ...(hasHoles ? ['holes' as const] : [])];
}

/** What a format that holds so much loses of a shape. A region to ignore that has no place is left out and loses nothing else. */
export const lossesBy =
  (holds: Holds) =>
  (shape: ExportShape): ExportLossKind[] => {
    if (shape.ignore && !holds.ignore) return ['ignored'];
    const own = holds[shape.kind === 'mask' ? 'polygon' : shape.kind];
    const isBox = own === 'polygonsToBoxes' || own === 'polygonsToRotated';
    const rings = shape.parts.length > 1 && !isBox ? ringsBySide(shape) : { outer: [], holes: [] };
    const fates: Fate[] = [
      own,
      rings.holes.length > 0 ? holds.holes : 'kept',
      rings.outer.length > 1 ? holds.pieces : 'kept',
      shape.text !== null && !holds.texts ? 'texts' : 'kept',
      shape.score !== null && !holds.scores ? 'scores' : 'kept',
    ];
    return [...new Set(fates)].filter((fate) => fate !== 'kept');
  };

/** What the format loses of the shape. What is left out whole has lost nothing else. */
export const lossesOf = (
  format: { lossesOf: (shape: ExportShape) => ExportLossKind[]; hasOneClass?: boolean },
  shape: ExportShape,
): ExportLossKind[] => (shape.labelId === null && !format.hasOneClass ? ['unlabelled'] : format.lossesOf(shape));

/** Losses of a shape that is left out whole. */
const leftOut: readonly ExportLossKind[] = ['unlabelled', 'ignored', 'untyped'];
export const isLeftOut = (lost: readonly ExportLossKind[]): boolean => lost.some((kind) => leftOut.includes(kind));

/** Whether the shape is in what the format writes. */
export const isKept = (...[format, shape]: Parameters<typeof lossesOf>): boolean => !isLeftOut(lossesOf(format, shape));

export type Losses = Partial<Record<ExportLossKind, number>>;

export function addLosses(to: Losses, kinds: readonly ExportLossKind[], count = 1): void {
  for (const kind of kinds) to[kind] = (to[kind] ?? 0) + count;
}

export function addCounts(to: Losses, more: Losses): void {
  for (const [kind, count] of Object.entries(more) as [ExportLossKind, number][])
    if (count > 0) addLosses(to, [kind], count);
}
