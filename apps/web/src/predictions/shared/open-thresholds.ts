/** Thresholds as a form has them, and what it begins with. */
import type { TextRule, Thresholds, Version } from '@loupe/contract';
import { predictionTypeOfThresholds } from '../registry.ts';
import type { ByLabel, OpenThresholds, RulesByLabel } from '../type.ts';

export type { ByLabel, OpenThresholds, RulesByLabel } from '../type.ts';

/** The name of the threshold that makes an image NG. */
export const decidingKey = (thresholds: Thresholds | OpenThresholds): string =>
  predictionTypeOfThresholds(thresholds).fields[0]!.key;

export const isComplete = (thresholds: OpenThresholds): boolean => thresholds[decidingKey(thresholds)] !== undefined;

/** What a form begins with: the version's own thresholds; the one that decides is left open where neither the training nor a person stands for it. */
export const offeredThresholds = ({
  thresholds,
  thresholdsFrom,
  assessment,
}: Pick<Version, 'thresholds' | 'thresholdsFrom' | 'assessment'>): OpenThresholds => {
  const { review, ...rest } = { ...thresholds } as Record<
    string,
    number | boolean | ByLabel | RulesByLabel | readonly TextRule[]
  >;
  const zone = review === undefined ? {} : { review };
  return thresholdsFrom || assessment.hasThreshold
    ? { ...rest, ...zone }
    : { ...rest, [decidingKey(thresholds)]: undefined };
};
