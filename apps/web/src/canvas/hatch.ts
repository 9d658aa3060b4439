// Hatching of regions to ignore, within the path that is being drawn.

import { boxHeight, boxWidth } from '@loupe/geometry';
import { HATCH_SIDE, style } from './style.ts';
import type { Box, ViewTransform } from '@loupe/geometry';
import type { Item } from './shape-index.ts';
import type { Look, Painter } from './painter.ts';

/** Screen pixels from the corner of the canvas beyond which nothing is in sight, before it and behind it. */
const SIGHT = [-512, 8192] as const;

/** Ends of the lines x + y = n · gap within a box, as x, y, x, y: neighbours have theirs in one row. */
export function hatchLines([x1, y1, x2, y2]: Box, gap: number): number[] {
  const lines: number[] = [];
  for (let n = Math.ceil((x1 + y1) / gap); n * gap <= x2 + y2; n++) {
    const sum = n * gap;
    const [left, right] = [Math.max(x1, sum - y2), Math.min(x2, sum - y1)];
    if (right > left) lines.push(left, sum - left, right, sum - right);
  }
  return lines;
}

const inSight = ([x1, y1, x2, y2]: Box, { scale, x, y }: ViewTransform): Box => [
  Math.max(x1, (SIGHT[0] - x) / scale),
  Math.max(y1, (SIGHT[0] - y) / scale),
  Math.min(x2, (SIGHT[1] - x) / scale),
  Math.min(y2, (SIGHT[1] - y) / scale),
];

/** Clips to the present path; that is gone afterwards. */
export function hatch(
  painter: Painter,
  items: readonly Item[],
  look: Look,
  { view }: { readonly view: ViewTransform },
  opacity = 1,
): void {
  const { scale } = view;
  painter.save();
  painter.clip();
  painter.beginPath();
  for (const { box } of items) {
    if (Math.max(boxWidth(box), boxHeight(box)) * scale < HATCH_SIDE) continue;
    const lines = hatchLines(inSight(box, view), style.hatchGap / scale);
    for (let i = 0; i < lines.length; i += 4) {
      painter.moveTo(lines[i]!, lines[i + 1]!);
      painter.lineTo(lines[i + 2]!, lines[i + 3]!);
    }
  }
  painter.setLineDash([]);
  painter.globalAlpha = style.hatchAlpha * opacity;
  painter.strokeStyle = look.color;
  painter.lineWidth = style.hatchLine / scale;
  painter.stroke();
  painter.restore();
}
