/** Parity of boxes: every firm detection of the engine is found here, and nothing else is. */
import { ofType, type BoxReport, type PredictedBox } from '@loupe/contract';
import type { Settings } from '../graph.ts';
import { compareObjects, fewestObjects, objectAsking, objectTolerance, strays } from '../objects/index.ts';
import type { Comparison } from '../parity.ts';

type Case = BoxReport['parity']['cases'][number];

export function boxComparison(report: BoxReport, defaults: Settings): Comparison<Case> {
  const { parity } = report;
  const tolerance = objectTolerance(parity);
  return {
    request: objectAsking('boxes', report, defaults),
    cases: parity.cases,
    fewest: Math.max(parity.min_detections, fewestObjects),
    unit: 'detections',
    tolerance,
    compare(one, answer) {
      const engine = one.detections.map(({ c, score, p, firm }) => ({ c, score, p: p as PredictedBox['p'], firm }));
      const compared = compareObjects(engine, ofType(answer, 'boxes').items, tolerance, parity.score_threshold);
      return Promise.resolve({
        failures: strays(one.name, compared),
        compared: compared.pairs.length,
        deltas: compared.deltas,
      });
    },
  };
}
