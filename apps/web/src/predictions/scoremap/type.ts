/** Predictions that are one score and a heat map. */
import type { PredictionTypeDef } from '../type.ts';

export const scoremap: PredictionTypeDef<'scoremap'> = {
  type: 'scoremap',
  fields: [{ key: 'score', label: 'online.score', help: 'online.scoreHelp' }],
  metrics: [
    { key: 'image_auroc', title: 'models.metrics.image_auroc' },
    { key: 'false_reject', title: 'models.metrics.false_reject', share: true, of: 'ok' },
    { key: 'true_reject', title: 'models.metrics.true_reject', share: true, of: 'ng' },
    { key: 'pixel_auroc', title: 'models.metrics.pixel_auroc', aside: true },
    { key: 'pro', title: 'models.metrics.pro', aside: true },
  ],
  tested: [
    { key: 'imageAuroc', title: 'models.metrics.image_auroc' },
    { key: 'pixelAuroc', title: 'models.metrics.pixel_auroc', optional: true },
  ],
  certificate: {
    compared: 'models.cert.images',
    deltas: {
      score: { title: 'models.cert.score' },
      heat: { title: 'models.cert.heat', unit: 'models.cert.heatOf' },
    },
  },
  zoneOf: ({ score, review }) => ({ ng: score, review: review ?? null }),
  topScore: ({ score }) => score,
};
