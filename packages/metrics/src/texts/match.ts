// Which text that was found is which text that is there: by overlap of their outlines, the best score first.

import { ringArea } from '@loupe/geometry';

/** A text of an image as it is annotated: its outline x, y, x, y, …; `text` null: not typed. */
export type TextTruth = { readonly ring: readonly number[]; readonly text: string | null; readonly ignore: boolean };
/** As a model found it: the quad is convex; `text` null: not read. */
export type FoundText = { readonly quad: readonly number[]; readonly score: number; readonly text: string | null };

/** Overlap from which on a text counts as found. */
export const TEXT_IOU = 0.5;

/** The part of a ring on the right of each edge of a convex quad that runs clockwise on the screen (Sutherland and Hodgman). */
function clipByQuad(ring: readonly number[], quad: readonly number[]): number[] {
  const turned = ringArea(quad) < 0 ? [6, 7, 4, 5, 2, 3, 0, 1].map((i) => quad[i]!) : quad;
  let kept = [...ring];
  for (let i = 0; i < 4; i++) {
    const [ax, ay] = [turned[2 * i]!, turned[2 * i + 1]!];
    const [bx, by] = [turned[(2 * i + 2) % 8]!, turned[(2 * i + 3) % 8]!];
    const side = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const next: number[] = [];
    for (let k = 0; k < kept.length; k += 2) {
      const [x, y] = [kept[k]!, kept[k + 1]!];
      const [nx, ny] = [kept[(k + 2) % kept.length]!, kept[(k + 3) % kept.length]!];
      const [from, to] = [side(x, y), side(nx, ny)];
      if (from >= 0) next.push(x, y);
      if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
        const share = from / (from - to);
        next.push(x + (nx - x) * share, y + (ny - y) * share);
      }
    }
    kept = next;
  }
  return kept;
}

/** Areas of a ring, of a convex quad, and of what they share, in pixels. */
function areasOf(ring: readonly number[], quad: readonly number[]): { ring: number; quad: number; shared: number } {
  return {
    ring: Math.abs(ringArea(ring)),
    quad: Math.abs(ringArea(quad)),
    shared: Math.abs(ringArea(clipByQuad(ring, quad))),
  };
}

/** Intersection over union of an outline and a convex quad. */
export function quadIou(outline: readonly number[], convex: readonly number[]): number {
  const { ring, quad, shared } = areasOf(outline, convex);
  const union = ring + quad - shared;
  return union > 0 ? shared / union : 0;
}

/** What became of each text that was found: a truth by its index, `ignored` (in a region to ignore), or `false`. */
export type TextOutcome = number | 'ignored' | 'false';

/** `isWhole`: the image is one text, found without a look; it is the first text that is annotated there. */
export function matchTexts(truths: readonly TextTruth[], found: readonly FoundText[], isWhole = false): TextOutcome[] {
  const outcomes: TextOutcome[] = found.map(() => 'false');
  if (isWhole) {
    const real = truths.findIndex(({ ignore }) => !ignore);
    if (found.length > 0) outcomes[0] = real >= 0 ? real : truths.length > 0 ? 'ignored' : 'false';
    return outcomes;
  }
  const taken = new Set<number>();
  const order = found.map((_, i) => i).toSorted((a, b) => found[b]!.score - found[a]!.score || a - b);
  for (const i of order) {
    const { quad } = found[i]!;
    let [best, most] = [-1, TEXT_IOU];
    truths.forEach(({ ring, ignore }, t) => {
      if (ignore || taken.has(t)) return;
      const iou = quadIou(ring, quad);
      if (iou >= most && (iou > most || best < 0)) [best, most] = [t, iou];
    });
    if (best >= 0) {
      taken.add(best);
      outcomes[i] = best;
      continue;
    }
    const isIgnored = truths.some(({ ring, ignore }) => {
      if (!ignore) return false;
      const areas = areasOf(ring, quad);
      return areas.quad > 0 && areas.shared / areas.quad >= TEXT_IOU;
    });
    if (isIgnored) outcomes[i] = 'ignored';
  }
  return outcomes;
}
