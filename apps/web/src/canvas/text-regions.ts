// Texts that become one, and pieces of a text: what their corners are, and what they say.

import { cutText, limits } from '@loupe/contract';
import { clampNumber, isConvexQuad, readingQuad, type Size } from '@loupe/geometry';
import { withPoints } from './shape.ts';
import { clockwise } from './shapes/quad.ts';
import type { Edit } from './model.ts';
import type { Shape } from './types.ts';

type Vector = readonly [x: number, y: number];

/** Unit vector from the start of a line to its end. */
function directionOf({ kind, points }: Shape): Vector {
  const [x0, y0, x1, y1] = (kind === 'quad' ? points : readingQuad(points)) as [number, number, number, number];
  const length = Math.hypot(x1 - x0, y1 - y0);
  return length === 0 ? [1, 0] : [(x1 - x0) / length, (y1 - y0) / length];
}

/** How far something reaches along a line, and across it downwards. */
interface Reach {
  along: readonly [from: number, to: number];
  across: readonly [from: number, to: number];
}

function reachOf(points: readonly number[], [ux, uy]: Vector): Reach {
  const at = Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!] as const);
  const along = at.map(([x, y]) => x * ux + y * uy);
  const across = at.map(([x, y]) => y * ux - x * uy);
  return {
    along: [Math.min(...along), Math.max(...along)],
    across: [Math.min(...across), Math.max(...across)],
  };
}

const middle = ([from, to]: readonly [number, number]): number => (from + to) / 2;

/** Line by line, and from the start in a line: what has its middle above the lower edge of the line's first is of that line. */
function inOrder(shapes: readonly Shape[], direction: Vector): Shape[] {
  const placed = shapes
    .map((shape) => ({ shape, reach: reachOf(shape.points, direction) }))
    .toSorted((a, b) => middle(a.reach.across) - middle(b.reach.across));
  const lines: (typeof placed)[] = [];
  let end = -Infinity;
  for (const one of placed) {
    if (lines.length === 0 || middle(one.reach.across) > end) {
      lines.push([]);
      end = one.reach.across[1];
    }
    lines.at(-1)!.push(one);
  }
  return lines.flatMap((line) =>
    line.toSorted((a, b) => a.reach.along[0] - b.reach.along[0]).map(({ shape }) => shape),
  );
}

/** As one reads them, with spaces between; not typed where one of them is not: half a text would look like all of it. */
function joinedText(ordered: readonly Shape[]): string | null {
  const texts = ordered.flatMap(({ text }) => text ?? []);
  return texts.length < ordered.length ? null : cutText(texts.join(' '), limits.shapeText);
}

/** All of them as one quadrilateral around them that is read as the first one is. Null: no such lies on the image. */
export function unitedTexts(shapes: readonly Shape[], image: Size): Edit[] | null {
  const [first, ...others] = shapes;
  if (!first || others.length === 0) return [];
  const direction = directionOf(first);
  const [ux, uy] = direction;
  const { along, across } = reachOf(
    shapes.flatMap(({ points }) => points),
    direction,
  );
  const corner = (a: number, b: number): number[] => [
    clampNumber(a * ux - b * uy, 0, image.width),
    clampNumber(a * uy + b * ux, 0, image.height),
  ];
  const points = [
    ...corner(along[0], across[0]),
    ...corner(along[1], across[0]),
    ...corner(along[1], across[1]),
    ...corner(along[0], across[1]),
  ];
  if (!isConvexQuad(points)) return null;
  const united = withPoints({ ...first, kind: 'quad' }, points, [0]);
  const shape = { ...united, text: first.ignore ? null : joinedText(inOrder(shapes, direction)) };
  return [{ id: first.id, shape }, ...others.map(({ id }) => ({ id, shape: null }))];
}

/**
 * A piece of a text that was cut. What it says nobody has typed: each piece says a part. One with four corners stays a
 * quadrilateral, and begins where a text in the direction of the whole does.
 */
export function pieceOfText(piece: Shape, whole: Shape): Shape {
  const untyped = { ...piece, text: null };
  if (whole.kind !== 'quad' || piece.points.length !== 8 || !isConvexQuad(piece.points)) return untyped;
  const [ux, uy] = directionOf(whole);
  const points = clockwise(piece.points);
  const lean = [0, 2, 4, 6].map((at) => {
    const [dx, dy] = [points[(at + 2) % 8]! - points[at]!, points[(at + 3) % 8]! - points[at + 1]!];
    return (dx * ux + dy * uy) / Math.hypot(dx, dy);
  });
  const start = 2 * lean.indexOf(Math.max(...lean));
  return withPoints({ ...untyped, kind: 'quad' }, [...points.slice(start), ...points.slice(0, start)], [0]);
}
