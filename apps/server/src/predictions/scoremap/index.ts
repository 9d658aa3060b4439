/** Predictions that are one score and a heat map. */
import { ScoreThresholds, type ManifestLine, type Probes } from '@loupe/contract';
import { ringsOf } from '@loupe/geometry';
import { assessScores, overkillLack } from '@loupe/metrics';
import { z } from 'zod';
import type { PredictionTypeDef } from '../type.ts';
import { readThresholds } from '../thresholds.ts';
import { evaluateScores, verdictAt } from './evaluate.ts';
import { scoreComparison } from './parity.ts';
import { regionProposals } from './proposals.ts';
import { scoreTable } from './table.ts';

type Shape = ManifestLine['shapes'][number];

/** Outlines of a defect; those after the first are holes. */
function outlinesOf({ kind, p, parts }: Shape): number[][] {
  if (kind === 'rect') {
    const [x1, y1, x2, y2] = p as [number, number, number, number];
    return [[x1, y1, x2, y1, x2, y2, x1, y2]];
  }
  return ringsOf(p, parts).map((ring) => [...ring]);
}

const figure = z.number().nullable().catch(null);
const Kept = z.object({
  image_auroc: figure,
  false_reject: figure,
  true_reject: figure,
  ok: figure,
  ng: figure,
  probes_found: figure,
  probes_tried: figure,
  probes_needed: figure,
  probes_held: figure,
});

/** Of all test defects together, and of what the target overkill needs: for an assessment. */
function probeCounts(probes: Probes | null | undefined): Record<string, number | null> {
  if (!probes) return {};
  const sum = (key: 'found' | 'tried') => probes.cells.reduce((total, cell) => total + cell[key], 0);
  const { needed, held = null } = probes;
  return { probes_found: sum('found'), probes_tried: sum('tried'), probes_needed: needed, probes_held: held };
}

export const scoremap: PredictionTypeDef<'scoremap'> = {
  type: 'scoremap',
  truthOf: ({ role, w, h, shapes }) => ({
    ng: role === 'ng',
    width: w,
    height: h,
    defects: shapes.filter(({ ignore }) => !ignore).map(outlinesOf),
  }),
  // a heat map is decoded and sorted in about the time in which a hundred candidates are matched
  effort: ({ images }) => 100 * images.length,
  evaluate: evaluateScores,
  judge({ score }, thresholds) {
    const verdict = verdictAt(score, thresholds);
    return { verdict, findings: verdict === 'NG' ? 1 : 0, score };
  },
  withAsked(defaults, { score = defaults.score, review = defaults.review }) {
    return review === undefined ? { score } : { score, review: Math.min(review, score) };
  },
  table: scoreTable,
  parseThresholds: (raw) => readThresholds(ScoreThresholds, raw),
  settingsOf: () => ({}),
  parity: scoreComparison,
  firstThresholds: ({ thresholds }) => ({ score: thresholds.score }),
  metricsOf: ({ metrics: { image_auroc, pixel_auroc, pro, false_reject, true_reject, ok, ng }, probes }) => ({
    image_auroc,
    pixel_auroc,
    pro,
    false_reject,
    true_reject,
    ok,
    ng,
    ...probeCounts(probes),
  }),
  scoresOf: ({ scores }) => scores,
  probesOf: ({ probes }) => probes ?? null,
  proposals: regionProposals,
  assess(figures, { train }, { validationSplit: percent }) {
    const kept = Kept.parse(figures);
    const { image_auroc: auroc, false_reject: falseReject, true_reject: trueReject, ok, ng } = kept;
    const { probes_found: found, probes_tried: tried } = kept;
    const probes = found === null || !tried ? null : { found, tried };
    const { probes_needed: needed, probes_held: held } = kept;
    const isTold = ok !== null && needed !== null && held !== null && typeof percent === 'number';
    const lack = isTold ? overkillLack({ judged: ok, needed, held, train, percent }) : null;
    return assessScores({ train, auroc, falseReject, trueReject, ok, ng, probes, lack });
  },
};
