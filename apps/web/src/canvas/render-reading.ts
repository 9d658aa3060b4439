// Draws where the reading of a text starts: a dot on its first corner, and an arrow along its first edge.

import { shapeKinds } from './shapes/registry.ts';
import { READING_MIN_EDGE, style } from './style.ts';
import type { AnyPoint, ViewTransform } from '@loupe/geometry';
import type { Painter } from './painter.ts';
import type { Shape } from './types.ts';

type Mark = { readonly from: AnyPoint; readonly tip: AnyPoint; readonly along: AnyPoint };

/** In screen pixels; null where the kind has no reading direction, or the edge is too short on the screen. */
export function readingMark(shape: Shape, view: ViewTransform): Mark | null {
  const edge = shapeKinds[shape.kind].reading?.edge(shape);
  if (!edge) return null;
  const [from, to] = edge.map(({ x, y }) => ({ x: x * view.scale + view.x, y: y * view.scale + view.y })) as [
    AnyPoint,
    AnyPoint,
  ];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < READING_MIN_EDGE) return null;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const reach = Math.min(style.readingArrow, length * 0.7);
  return { from, tip: { x: from.x + along.x * reach, y: from.y + along.y * reach }, along };
}

function trace(painter: Painter, { from, tip, along }: Mark): void {
  const head = style.readingHead;
  const back = { x: tip.x - along.x * 1.6 * head, y: tip.y - along.y * 1.6 * head };
  painter.beginPath();
  painter.arc(from.x, from.y, style.readingDot, 0, 2 * Math.PI);
  painter.closePath();
  painter.moveTo(tip.x, tip.y);
  painter.lineTo(back.x - along.y * head, back.y + along.x * head);
  painter.lineTo(back.x + along.y * head, back.y - along.x * head);
  painter.closePath();
}

/** The painter's transform is that of the screen. */
export function paintReading(painter: Painter, mark: Mark, color: string): void {
  painter.setLineDash([]);
  painter.lineJoin = 'round';
  trace(painter, mark);
  painter.strokeStyle = style.haloColor;
  painter.lineWidth = 2;
  painter.stroke();
  painter.fillStyle = color;
  painter.fill();
}
