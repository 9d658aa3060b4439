// The order in which texts of an image are read.

import { boundsOf, boxHeight, boxWidth } from './box.ts';

/** Line by line from the top, and from the left in a line. Lines are told by how far they overlap in height. */
export function inReadingOrder<T>(texts: readonly T[], pointsOf: (one: T) => readonly number[]): T[] {
  const placed = texts
    .map((text) => ({ text, box: boundsOf(pointsOf(text)) }))
    .map((one) => ({ ...one, middle: (one.box[1] + one.box[3]) / 2, left: one.box[0] }))
    .sort((a, b) => a.middle - b.middle || a.left - b.left);
  const lines: (typeof placed)[] = [];
  let bottom = -Infinity;
  for (const one of placed) {
    const height = boxHeight(one.box);
    // wide and tall texts alike: what begins below the middle of the line is another line
    if (one.middle > bottom || lines.length === 0) {
      lines.push([]);
      bottom = one.middle + Math.min(height, Math.max(boxWidth(one.box), 1)) / 2;
    }
    lines.at(-1)!.push(one);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.left - b.left).map(({ text }) => text));
}
