/**
 * Where the texts of shapes stand: beside their shape, so that none covers another, nor a small object, and all lie in
 * the frame. What finds no such place stands away with a leader, or waits until its shape is pointed at. Pure arithmetic.
 */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Chip extends Rect {
  /** Of the text; the rest is where its shape lies on the screen. */
  width: number;
  /** Shown in any case, if need be over something else. */
  strong?: boolean;
  /** Beside its shape or not at all, and where there is a choice nearer to it than to any other. */
  near?: boolean;
}
export interface Place {
  x: number;
  y: number;
  /** From the shape to a text that stands away from it. */
  leader?: readonly [x1: number, y1: number, x2: number, y2: number];
}

export const chipHeight = 20;
/** An object with a shorter side than this is not covered, large ones are seen all the same. */
export const smallSide = 56;
/** Between a shape and a text beside it. */
const gap = 4;
/** A text that has less than this to another shape may be taken for that one's. */
const clearance = 8;
/** How many rows a text may stand away from its shape. */
const rows = 4;

const isSmall = (r: Rect): boolean => Math.min(r.right - r.left, r.bottom - r.top) < smallSide;

const cell = 64;
/** Rectangles by the squares of the screen that they touch: a crowd is looked up, not gone through. */
function makeTaken() {
  const cells = new Map<string, Rect[]>();
  const each = (r: Rect, visit: (key: string) => void): void => {
    for (let x = Math.floor(r.left / cell); x <= Math.floor(r.right / cell); x++)
      for (let y = Math.floor(r.top / cell); y <= Math.floor(r.bottom / cell); y++) visit(`${x},${y}`);
  };
  return {
    add: (r: Rect): void => each(r, (key) => cells.set(key, [...(cells.get(key) ?? []), r])),
    /** How much of a rectangle is taken, in pixels, by others than `own`. */
    over: (r: Rect, own?: Rect): number => {
      const met = new Set<Rect>();
      each(r, (key) => cells.get(key)?.forEach((one) => met.add(one)));
      if (own) met.delete(own);
      let area = 0;
      for (const one of met) {
        const width = Math.min(r.right, one.right) - Math.max(r.left, one.left);
        const height = Math.min(r.bottom, one.bottom) - Math.max(r.top, one.top);
        if (width > 0 && height > 0) area += width * height;
      }
      return area;
    },
  };
}

const rectAt = ({ x, y }: Place, width: number): Rect => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + chipHeight,
});

/** From the nearest point of the shape to the nearest of the text. */
const leaderTo = (chip: Chip, { x, y }: Place): Place['leader'] => {
  const clamp = (v: number, low: number, high: number) => Math.max(low, Math.min(v, high));
  const middle = { x: (chip.left + chip.right) / 2, y: (chip.top + chip.bottom) / 2 };
  const to = { x: clamp(middle.x, x, x + chip.width), y: clamp(middle.y, y, y + chipHeight) };
  return [clamp(to.x, chip.left, chip.right), clamp(to.y, chip.top, chip.bottom), to.x, to.y];
};

/** Above, below, at the sides; then further away. */
const placesOf = (chip: Chip): Place[] => {
  const { left, top, right, bottom, width } = chip;
  const beside: Place[] = [
    { x: left, y: top - chipHeight },
    { x: left, y: bottom },
    { x: right - width, y: top - chipHeight },
    { x: right - width, y: bottom },
    { x: right + gap, y: top },
    { x: left - width - gap, y: top },
  ];
  const away = Array.from({ length: rows }, (_, i) => (i + 1) * chipHeight).flatMap((by): Place[] => [
    { x: right + gap, y: top - by },
    { x: left - width - gap, y: top - by },
    { x: right + gap, y: bottom + by - chipHeight },
    { x: left - width - gap, y: bottom + by - chipHeight },
    { x: left, y: top - chipHeight - by },
    { x: left, y: bottom + by },
  ]);
  // of a large one something may be covered, rather than that its text goes away
  const within: Place[] = isSmall(chip) ? [] : [top, bottom - chipHeight].map((y) => ({ x: left, y }));
  if (chip.near) return [...beside, ...within];
  return [...beside, ...within, ...away.map((place) => ({ ...place, leader: leaderTo(chip, place) }))];
};

/** What a text must not meet to be no other's: straight above and below it, and straight beside it. */
const surroundings = (r: Rect): Rect[] => [
  { ...r, top: r.top - clearance, bottom: r.bottom + clearance },
  { ...r, left: r.left - clearance, right: r.right + clearance },
];

const leastOf = <T>(list: readonly T[], costOf: (one: T) => number): T => {
  let [best] = list as [T];
  let least = costOf(best);
  for (const one of list) {
    const cost = costOf(one);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
};

/** At the shape and in the frame, whatever it covers. */
export const placeOver = (chip: Chip, frame: { width: number; height: number }): Place => ({
  x: Math.max(0, Math.min(chip.left, frame.width - chip.width)),
  y: Math.max(0, Math.min(chip.top - chipHeight, frame.height - chipHeight)),
});

/** The first of the list choose first; `others`: shapes without a text. Null: there is no room for it. */
export function placeChips(
  chips: readonly Chip[],
  frame: { width: number; height: number },
  others: readonly Rect[] = [],
): (Place | null)[] {
  const taken = makeTaken();
  const shapes = makeTaken();
  if (chips.some(({ near }) => near)) [...chips, ...others].forEach(shapes.add);
  const isSeen = (r: Rect): boolean => r.right > 0 && r.bottom > 0 && r.left < frame.width && r.top < frame.height;
  for (const rect of [...chips, ...others]) if (isSeen(rect) && isSmall(rect)) taken.add(rect);
  const isInside = ({ x, y }: Place, width: number): boolean =>
    x >= 0 && y >= 0 && x + width <= frame.width && y + chipHeight <= frame.height;
  return chips.map((chip) => {
    if (!isSeen(chip)) return null;
    const inside = placesOf(chip).filter((place) => isInside(place, chip.width));
    const places = inside.length > 0 ? inside : [placeOver(chip, frame)];
    const isFree = (place: Place): boolean => taken.over(rectAt(place, chip.width)) === 0;
    const isItsOwn = (place: Place): boolean =>
      surroundings(rectAt(place, chip.width)).every((around) => shapes.over(around, chip) === 0);
    const clear = chip.near ? places.find((place) => isFree(place) && isItsOwn(place)) : undefined;
    const free = clear ?? places.find(isFree);
    if (!free && !chip.strong) return null;
    const place = free ?? leastOf(places, (one) => taken.over(rectAt(one, chip.width)));
    taken.add(rectAt(place, chip.width));
    return place;
  });
}
