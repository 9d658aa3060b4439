/** Thresholds as a form has them, and what it begins with. */
import type { TextRule, Thresholds, Version } from '@loupe/contract';
import type { TFunction } from 'i18next';
import { predictionTypeOfThresholds } from '../registry.ts';
import type { ByLabel, OpenThresholds, RulesByLabel } from '../type.ts';

export type { ByLabel, OpenThresholds, RulesByLabel } from '../type.ts';

/** The name of the threshold that makes an image NG. */
export const decidingKey = (thresholds: Thresholds | OpenThresholds): string =>
  predictionTypeOfThresholds(thresholds).fields[0]!.key;

export const isComplete = (thresholds: OpenThresholds): boolean => thresholds[decidingKey(thresholds)] !== undefined;

/** What has to be filled in before they can be saved, in words; null: nothing. */
export const openFault = (thresholds: OpenThresholds, t: TFunction): string | null =>
  isComplete(thresholds)
    ? (predictionTypeOfThresholds(thresholds).rules?.faultOf?.(thresholds, t) ?? null)
    : t('models.assessment.noThresholdAgreed');

type Proposed = Pick<Version, 'thresholds' | 'thresholdsFrom' | 'assessment'>;

/** Whether a person, the training or the version's own parameters stand for its thresholds. */
export const isStoodFor = ({ thresholds, thresholdsFrom, assessment }: Proposed): boolean =>
  thresholdsFrom !== null ||
  assessment.hasThreshold ||
  predictionTypeOfThresholds(thresholds).ownThresholds !== undefined;

/** What a form begins with: the version's own thresholds; the one that decides is left open where nothing stands for it. */
export const offeredThresholds = (version: Proposed): OpenThresholds => {
  const { thresholds } = version;
  const { review, ...rest } = { ...thresholds } as Record<
    string,
    number | boolean | ByLabel | RulesByLabel | readonly TextRule[]
  >;
  const zone = review === undefined ? {} : { review };
  return isStoodFor(version) ? { ...rest, ...zone } : { ...rest, [decidingKey(thresholds)]: undefined };
};
