/** Figures of a test of texts from its rows, at thresholds. */
import { limits, type TextThresholds } from '@loupe/contract';
import { textFigures, type TextImageRow } from '@loupe/metrics';
import type { Figures, TestedImage, TestRows } from '../type.ts';
import { isWholeText, textsAt } from './found.ts';
import { verdictOfTexts } from './judge.ts';

const rowOf = ({ imageId, truth, prediction }: TestedImage<'texts'>, thresholds: TextThresholds): TextImageRow => ({
  imageId,
  truths: truth.items,
  found: textsAt(prediction.items, thresholds),
  isWhole: isWholeText(prediction, truth),
});

const names = { OK: 'ok', review: 'review', NG: 'ng' } as const;

export function evaluateTexts({ images }: TestRows<'texts'>, thresholds: TextThresholds): Figures<'texts'> {
  const ignoreCase = thresholds.ignoreCase === true;
  const rows = images.map((one) => rowOf(one, thresholds));
  const { figures, images: counts } = textFigures(rows, { ignoreCase, most: limits.ocrChartGroups });
  const verdicts = { ok: 0, review: 0, ng: 0 };
  const listed = counts.map((one, i) => {
    const { verdict } = verdictOfTexts(images[i]!.prediction, thresholds, {});
    verdicts[names[verdict]]++;
    return { type: 'texts' as const, ...one, verdict, wrong: one.misread + one.fp + one.fn > 0 };
  });
  const errors = (one: (typeof listed)[number]): number => one.misread + one.fp + one.fn;
  return {
    summary: { type: 'texts', ...figures, verdicts },
    images: listed.toSorted((a, b) => errors(b) - errors(a) || a.imageId - b.imageId),
  };
}
