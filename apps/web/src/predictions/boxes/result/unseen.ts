/** What of an image nothing looked at, in one paragraph, so that nobody takes the image for good. */
import type { TestImageDetail } from '@loupe/contract';
import type { TFunction } from 'i18next';
import { asParagraph } from '../../../core/i18n.ts';

/** Empty where all was seen. */
export function unseenOf({ prediction, labels }: Pick<TestImageDetail, 'prediction' | 'labels'>, t: TFunction): string {
  if (prediction.type !== 'boxes') return '';
  const { items, skippedParts = 0, cutParts = 0 } = prediction;
  const isBlind = labels.some(({ locates }) => locates) && items.every(({ c }) => !labels[c]?.locates);
  if (isBlind) return t('results.noPartHere');
  const parts = [
    ...(skippedParts > 0 ? [t('results.skippedParts', { count: skippedParts })] : []),
    ...(cutParts > 0 ? [t('results.cutParts', { count: cutParts })] : []),
  ];
  return parts.length === 0 ? '' : asParagraph([...parts, t('results.unseenReview')]);
}

/** Of two tests of one image: once where both say the same, else with the name of each. */
export function unseenOfBoth(texts: readonly [string, string], names: readonly [string, string]) {
  const [first, second] = texts;
  if (first === second) return first === '' ? [] : [{ name: '', text: first }];
  return texts.flatMap((text, i) => (text === '' ? [] : [{ name: names[i]!, text }]));
}
