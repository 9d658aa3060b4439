/** Boxes that a person may make rectangles of. */
import { confidencesOf } from '@loupe/contract';
import { closeness, type Proposes } from '../proposals.ts';

/** Pixels below which a side is not one. */
const leastSide = 1;

export const boxProposals: Proposes<'boxes'> = {
  kinds: ['rect'],
  of({ items }, { width, height }, { thresholds, labels, min }) {
    const from = confidencesOf(thresholds, labels);
    const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    const shown = items.filter(({ score }) => score >= min);
    return {
      items: shown.flatMap(({ c, score, p: [x1, y1, x2, y2] }) => {
        const points = [within(x1, width), within(y1, height), within(x2, width), within(y2, height)];
        const isBox = points[2]! - points[0]! >= leastSide && points[3]! - points[1]! >= leastSide;
        return isBox ? [{ c, score, kind: 'rect' as const, points, parts: [0] }] : [];
      }),
      uncertainty: Math.max(0, ...shown.map(({ c, score }) => closeness(score, from[c] ?? thresholds.confidence))),
    };
  },
  from: (thresholds, labels) => ({ common: thresholds.confidence, own: confidencesOf(thresholds, labels) }),
};
