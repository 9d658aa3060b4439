/** Parity of masks: as boxes, and the masks of firm objects are the same but for a few cells in a thousand. */
import { limits, ofType, type MaskReport, type PredictedMask } from '@loupe/contract';
import { windowCells, windowDifference } from '@loupe/geometry';
import type { Settings } from '../graph.ts';
import { compareObjects, fewestObjects, objectAsking, objectTolerance, strays } from '../objects/index.ts';
import type { Comparison } from '../parity.ts';

type Case = MaskReport['parity']['cases'][number];

/** The engine proposes a least share of equal cells; below this one masks are not the same. */
const leastEqual = 0.999;

export function maskComparison(report: MaskReport, defaults: Settings): Comparison<Case> {
  const { parity } = report;
  const tolerance = objectTolerance(parity);
  const most = 1 - Math.max(parity.tolerance.pixels, leastEqual);
  let [different, cells] = [0, 0];
  const share = (): number => (cells === 0 ? 0 : different / cells);
  return {
    request: objectAsking('masks', report, defaults),
    cases: parity.cases,
    fewest: Math.max(parity.min_detections, fewestObjects),
    unit: 'objects',
    tolerance: { ...tolerance, pixels: most },
    compare(one, answer) {
      const engine = one.detections.map((own) => ({ ...own, p: own.p as PredictedMask['p'] }));
      const { items } = ofType(answer, 'masks');
      const compared = compareObjects(engine, items, tolerance, parity.score_threshold, limits.maskMax);
      const failures = strays(one.name, compared);
      for (const [own, other] of compared.pairs) {
        const apart = windowDifference(own.mask, other.mask);
        different += apart;
        // of what either of them has
        cells += Math.max(1, (windowCells(own.mask) + windowCells(other.mask) + apart) / 2);
        if (windowCells(own.mask) > 0 !== windowCells(other.mask) > 0)
          failures.push(`${one.name}: only one side has a mask of class ${own.c}, score ${own.score.toFixed(4)}`);
      }
      return Promise.resolve({ failures, compared: compared.pairs.length, deltas: compared.deltas });
    },
    end: () => ({
      failures:
        share() > most
          ? [`${(100 * share()).toFixed(3)}% of the cells of all masks differ, more than ${(100 * most).toFixed(3)}%`]
          : [],
      deltas: { pixels: share() },
    }),
  };
}
