/** Predictions that are masks: all that boxes have, and rules on the size of objects. */
import { windowArea, windowLength } from '@loupe/geometry';
import type { PredictedMask, Masks } from '@loupe/contract';
import { boxes } from '../boxes/type.ts';
import type { PredictionTypeDef } from '../type.ts';
import { isSmall, ruleWords, type SizeRules } from './sizes.ts';
import { SizeFields } from './SizeRulesInput.tsx';

/** Objects that are large enough to decide. */
const decisive = ({ cell, items }: Masks, rules: SizeRules, labels: readonly { name: string }[]): PredictedMask[] =>
  items.filter(({ c, mask }) => {
    const measures = { area: windowArea(mask, cell), length: windowLength(mask, cell) };
    return !isSmall(rules, labels[c]?.name ?? '', measures);
  });

export const masks: PredictionTypeDef<'masks'> = {
  type: 'masks',
  fields: boxes.fields,
  byLabel: boxes.byLabel!,
  switches: boxes.switches!,
  rules: {
    rows(thresholds, t) {
      const { byLabelLeast, mmPerPixel } = thresholds as SizeRules;
      const words = ruleWords({ byLabelLeast }, t);
      return [
        ...(words === '' ? [] : [[t('masks.rules'), words] as [string, string]]),
        ...(mmPerPixel === undefined
          ? []
          : [[t('masks.scale'), `${mmPerPixel} ${t('masks.mmPerPixel')}`] as [string, string]]),
      ];
    },
    Input: SizeFields,
  },
  metrics: [
    { key: 'map50', title: 'models.metrics.map50' },
    { key: 'map50_95', title: 'models.metrics.map50_95', aside: true },
    { key: 'box_map50', title: 'models.metrics.box_map50', aside: true },
    { key: 'boundary_f', title: 'models.metrics.boundary_f' },
    { key: 'area_error', title: 'models.metrics.area_error', share: true, aside: true },
  ],
  tested: boxes.tested!,
  certificate: {
    compared: 'models.cert.detections',
    deltas: { ...boxes.certificate.deltas, pixels: { title: 'models.cert.masks' } },
  },
  zoneOf: ({ confidence, review }) => ({ ng: confidence, review: review ?? null }),
  topScore: ({ items }) => boxes.topScore({ type: 'boxes', items }),
  deciding: (prediction, thresholds, labels) =>
    boxes.deciding!({ type: 'boxes', items: decisive(prediction, thresholds, labels) }, thresholds, labels),
};
