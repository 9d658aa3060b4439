/** Trainings that are for a first look. */

/**
 * Whether images are scaled below the smallest size of the specification. `trialBelow`: of the recipe; `longestSide`: of all
 * its images; null: not known.
 */
export const isTrial = (
  { imageSize }: Readonly<Record<string, unknown>>,
  trialBelow: number | undefined,
  longestSide: number | null,
): boolean => typeof imageSize === 'number' && imageSize < Math.min(trialBelow ?? 0, longestSide ?? Infinity);
