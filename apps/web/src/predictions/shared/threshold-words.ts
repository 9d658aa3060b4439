/** Thresholds in words, for a list of facts. */
import type { Thresholds } from '@loupe/contract';
import type { TFunction } from 'i18next';
import { formatThreshold } from '../../core/format.ts';
import { predictionTypeOfThresholds, zoneOf } from '../registry.ts';
import type { ByLabel } from './open-thresholds.ts';

export const byLabelWords = (byLabel: ByLabel): string =>
  Object.entries(byLabel)
    .map(([name, value]) => `${name} ${formatThreshold(value)}`)
    .join(' · ');

/** Name and value of each; what is off or left out is not there. */
export function thresholdRows(thresholds: Thresholds, t: TFunction): [string, string][] {
  const values: Record<string, unknown> = { ...thresholds };
  const { fields, byLabel, rules, switches = [] } = predictionTypeOfThresholds(thresholds);
  const { review } = zoneOf(thresholds);
  const own = byLabel && (values[byLabel.key] as ByLabel | undefined);
  return [
    ...fields.map(({ key, label }): [string, string] => [t(label), formatThreshold(Number(values[key]))]),
    ...(own && Object.keys(own).length > 0 ? [[t(byLabel.label), byLabelWords(own)] as [string, string]] : []),
    ...(review === null ? [] : [[t('results.reviewFrom'), formatThreshold(review)] as [string, string]]),
    ...(rules?.rows(thresholds, t) ?? []),
    ...switches.flatMap(({ key, label }): [string, string][] => (values[key] ? [[t(label), t('ui.on')]] : [])),
  ];
}
