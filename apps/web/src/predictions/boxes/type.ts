/** Predictions that are boxes. */
import type { PredictionTypeDef } from '../type.ts';

export const boxes: PredictionTypeDef<'boxes'> = {
  type: 'boxes',
  fields: [
    { key: 'confidence', label: 'online.confidence', help: 'online.confidenceHelp' },
    { key: 'nms', label: 'online.nms', help: 'online.nmsHelp' },
  ],
  switches: [{ key: 'oneLabel', label: 'online.oneLabel', help: 'online.oneLabelHelp' }],
  metrics: [
    { key: 'map50', title: 'models.metrics.map50' },
    { key: 'map50_95', title: 'models.metrics.map50_95', aside: true },
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
};
