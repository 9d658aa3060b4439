/** How many images trained and how many validated, as "10 + 2". */
import { isReadyStage } from '@loupe/contract';
import { formatCount } from '../core/format.ts';

/** Of what is ready-made in all its stages no image trained; without a validation set all of them were read to validate it. */
export const learnedImages = (
  { train, val }: { train: number; val: number },
  stages: readonly Record<string, unknown>[],
): string => {
  const isReadyMade = stages.length > 0 && stages.every(isReadyStage);
  const [learned, validated] = isReadyMade ? [0, val || train] : [train, val];
  return `${formatCount(learned)} + ${formatCount(validated)}`;
};
