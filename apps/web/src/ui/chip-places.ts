/** Where the texts of shapes stand, so that none covers another and all lie in the frame: pure arithmetic. */

export interface Chip {
  /** Left, top and bottom of its shape on the screen. */
  x: number;
  top: number;
  bottom: number;
  width: number;
}
export interface Place {
  x: number;
  y: number;
}

export const chipHeight = 20;
/** Rows that are tried below the first; a crowd that fills them all overlaps, as there is no room left. */
const tried = 12;

const overlap = (a: Place & { width: number }, b: Place & { width: number }): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < chipHeight;

/** Above its shape, else below it, else in the next free row; the first of the list choose first. */
export const placeChips = (chips: readonly Chip[], frame: { width: number; height: number }): Place[] => {
  const taken: (Place & { width: number })[] = [];
  return chips.map(({ x, top, bottom, width }) => {
    const left = Math.max(0, Math.min(x, frame.width - width));
    const inside = (y: number): number => Math.max(0, Math.min(y, frame.height - chipHeight));
    const first = inside(top - chipHeight);
    const rows = Array.from({ length: tried }, (_, i) => inside(first + (i + 1) * chipHeight));
    const places = [first, inside(bottom), ...rows].map((y) => ({ x: left, y, width }));
    const place = places.find((one) => taken.every((other) => !overlap(one, other))) ?? places[0]!;
    taken.push(place);
    return { x: place.x, y: place.y };
  });
};
