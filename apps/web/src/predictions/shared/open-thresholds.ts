/** Thresholds as a form has them, and what it begins with. */
import type { Thresholds, Version } from '@loupe/contract';
import { predictionTypeOfThresholds } from '../registry.ts';

/** Of labels that have their own. */
export type ByLabel = Readonly<Record<string, number>>;
/** Thresholds while a person fills them in: the one that decides may not be set yet. */
/** Rules of single labels, each with fields of its own. */
type RulesByLabel = Readonly<Record<string, Readonly<Record<string, number | string | undefined>>>>;
export type OpenThresholds = Readonly<Record<string, number | boolean | ByLabel | RulesByLabel | undefined>>;

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
  const { review, ...rest } = { ...thresholds } as Record<string, number | boolean | ByLabel>;
  const zone = review === undefined ? {} : { review };
  return thresholdsFrom || assessment.hasThreshold
    ? { ...rest, ...zone }
    : { ...rest, [decidingKey(thresholds)]: undefined };
};
