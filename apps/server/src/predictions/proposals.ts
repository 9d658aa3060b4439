/** What predictions of any type have in common where a person may make shapes of them. */
import type { PredictionOf, PredictionType, ShapeKind, ThresholdsOf } from '@loupe/contract';

export interface Proposed {
  /** Index of the version's label; null: the person chooses one. */
  c: number | null;
  score: number;
  kind: ShapeKind;
  points: number[];
  parts: number[];
  /** What the model reads there. */
  text?: string | null;
}
export interface Proposals {
  /** Best first. */
  items: Proposed[];
  /** 0: the model is sure of the image, 1: it could as well say the opposite. */
  uncertainty: number;
}
interface Size {
  width: number;
  height: number;
}

export interface Proposes<P extends PredictionType = PredictionType> {
  /** A data set has to take one of these. */
  readonly kinds: readonly ShapeKind[];
  /** `min`: what scores lower is left out. */
  of(
    prediction: PredictionOf<P>,
    image: Size,
    about: { thresholds: ThresholdsOf<P>; labels: readonly { name: string }[]; min: number },
  ): Proposals | Promise<Proposals>;
  /** From which score on the version reports: in all, and of each label. */
  from(thresholds: ThresholdsOf<P>, labels: readonly { name: string }[]): { common: number; own: number[] };
}

/** Rings one behind the other, and the point at which each begins: as a shape has them. */
export function flatRings(rings: readonly (readonly number[])[]): Pick<Proposed, 'points' | 'parts'> {
  const parts: number[] = [];
  let start = 0;
  for (const ring of rings) {
    parts.push(start);
    start += ring.length / 2;
  }
  return { points: rings.flat(), parts };
}

/** How near a score is to the threshold: 1 at it, 0 at the end that is farther away. */
export const closeness = (score: number, threshold: number): number =>
  1 - Math.abs(score - threshold) / Math.max(threshold, 1 - threshold);
