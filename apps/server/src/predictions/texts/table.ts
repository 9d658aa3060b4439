/** A test of texts as a browser gets it: truths and readings of each image. */
import { limits, type PredictedText, type TextTable } from '@loupe/contract';
import { nameOf } from '../manifest.ts';
import type { TableInput } from '../type.ts';
import { isWholeText } from './found.ts';

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Places to a tenth of a pixel, scores to a thousandth: it is shown, and not compared by the hair. */
const shortened = ({ quad, score, text, textScore, charScores }: PredictedText): PredictedText => ({
  quad: quad.map((value) => round(value, 1)),
  score: round(score, 4),
  text,
  textScore: textScore === null ? null : round(textScore, 4),
  charScores: charScores.map((one) => round(one, 3)),
});

export async function textTable({ rows }: TableInput<'texts'>, most: number = limits.textRows): Promise<string> {
  const table: TextTable = { images: [], leftOut: 0 };
  let texts = 0;
  for await (const { line, tested } of rows()) {
    const { imageId, truth, prediction } = tested;
    texts += truth.items.length + prediction.items.length;
    if (texts > most) {
      table.leftOut++;
      continue;
    }
    table.images.push({
      imageId,
      name: nameOf(line),
      revision: line.rev,
      isWhole: isWholeText(prediction, truth),
      truths: truth.items.map(({ ring, text, ignore }) => ({ ring: [...ring], text, ignore })),
      items: prediction.items.map(shortened),
    });
  }
  return JSON.stringify(table);
}
