// What a training of texts came to, in one word, by its validation images.

import { clopperPearson } from '../beta.ts';
import type { Assessment, AssessmentLevel } from '../assessment.ts';

export type TextEvidence = {
  /** Images that trained, and that validated. */
  readonly train: number;
  readonly val: number;
  /** Of finding texts; null: the model does not find any. */
  readonly hmean: number | null;
  /** Share of the texts that are read right; null: none was typed. */
  readonly word: number | null;
  /** Of finding and reading; null: as above. */
  readonly whole: number | null;
};

/** A share, and the lower bound of it where each image were one text: there is one at least. */
const bars = { floor: 0.1, usable: { share: 0.8, low: 0.7 }, good: { share: 0.95, low: 0.85 } } as const;
const leastImages = 10;
const fewTraining = 50;

function levelOf(share: number, val: number): AssessmentLevel {
  if (share < bars.floor && val >= 3) return 'notLearned';
  if (val < leastImages) return 'unsure';
  const { low } = clopperPearson(Math.round(share * val), val);
  if (share >= bars.good.share && low >= bars.good.low) return 'good';
  if (share >= bars.usable.share && low >= bars.usable.low) return 'usable';
  return share >= bars.usable.share ? 'unsure' : 'weak';
}

function nextOf(level: AssessmentLevel, { train, val }: TextEvidence): Assessment['next'] {
  const more = train < fewTraining ? [{ code: 'moreTraining', args: { train, wanted: fewTraining } } as const] : [];
  switch (level) {
    case 'notLearned':
    case 'weak':
      return [{ code: 'trainLonger', args: {} }, ...more, { code: 'checkTexts', args: {} }];
    case 'unsure':
      // from so many on it depends on the share how many more it takes
      return val < leastImages
        ? [{ code: 'moreValidationImages', args: { val, images: leastImages } }]
        : [{ code: 'stillMoreValidation', args: { val } }];
    case 'usable':
      return [
        { code: 'testFirst', args: {} },
        { code: 'lookAtMisses', args: {} },
      ];
    case 'good':
      return [{ code: 'testFirst', args: {} }];
  }
}

/** A reader, by the share of the texts that it gets right from the image to the text. */
export function assessTexts(evidence: TextEvidence): Assessment {
  const { val, hmean, word, whole } = evidence;
  if (word === null) {
    return {
      level: 'unsure',
      why: [{ code: 'noTyped', args: { val } }],
      next: [{ code: 'typeTexts', args: {} }],
      hasThreshold: false,
    };
  }
  const level = levelOf(whole ?? word, val);
  const found =
    hmean === null || whole === null
      ? []
      : [{ code: 'textsFound', args: { hmean: hmean.toFixed(3), whole: whole.toFixed(3) } } as const];
  return {
    level,
    why: [{ code: 'wordsRead', args: { val, word: Math.round(100 * word) } }, ...found],
    next: nextOf(level, evidence),
    hasThreshold: level !== 'notLearned' && level !== 'unsure',
  };
}
