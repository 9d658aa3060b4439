/** Predictions that are boxes. */
import { confidencesOf } from '@loupe/contract';
import type { PredictionTypeDef } from '../type.ts';

export const boxes: PredictionTypeDef<'boxes'> = {
  type: 'boxes',
  fields: [
    { key: 'confidence', label: 'online.confidence', help: 'online.confidenceHelp' },
    { key: 'nms', label: 'online.nms', help: 'online.nmsHelp' },
  ],
  byLabel: { key: 'byLabel', label: 'online.byLabel', help: 'online.byLabelHelp' },
  switches: [{ key: 'oneLabel', label: 'online.oneLabel', help: 'online.oneLabelHelp' }],
  metrics: [
    { key: 'map50', title: 'models.metrics.map50' },
    { key: 'map50_95', title: 'models.metrics.map50_95', aside: true },
    { key: 'oracle_map50', title: 'models.metrics.oracle_map50', aside: true, optional: true },
    { key: 'parts_map50', title: 'models.metrics.parts_map50', aside: true, optional: true },
    { key: 'parts_found', title: 'models.metrics.parts_found', share: true, aside: true, optional: true },
    { key: 'outside', title: 'models.metrics.outside', share: true, aside: true, optional: true },
  ],
  tested: [
    { key: 'map50', title: 'models.metrics.map50' },
    { key: 'map50_95', title: 'models.metrics.map50_95' },
  ],
  certificate: {
    compared: 'models.cert.detections',
    deltas: {
      box: { title: 'models.cert.box', unit: 'models.cert.pixelsOf' },
      score: { title: 'models.cert.score' },
    },
  },
  zoneOf: ({ confidence, review }) => ({ ng: confidence, review: review ?? null }),
  topScore: ({ items }) =>
    items.reduce<number | null>((top, { score }) => (top === null || score > top ? score : top), null),
  deciding({ items }, { confidence, byLabel, review }, labels) {
    const from = confidencesOf({ confidence, ...(byLabel && { byLabel }) }, labels);
    const zone = (ng: number) => ({ ng, review: review === undefined ? null : Math.min(review, ng) });
    const findings = items.filter(({ c }) => labels[c]?.locates !== true);
    const all = findings.map(({ c, score }) => ({ top: score, ...zone(from[c] ?? confidence) }));
    // what is found comes before what is not, then what reaches furthest
    const best = all.reduce<(typeof all)[number] | null>(
      (one, other) => (one === null || other.top - other.ng > one.top - one.ng ? other : one),
      null,
    );
    return best ?? { top: null, ...zone(confidence) };
  },
};
