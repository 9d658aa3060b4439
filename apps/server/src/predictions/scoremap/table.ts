/** All scores of a test: what histogram, ROC and every threshold need. */
import { limits, type ScoreTable } from '@loupe/contract';
import type { Scores, TableInput } from '../type.ts';
import { nameOf } from '../manifest.ts';

export async function scoreTable({ rows, scores }: TableInput<'scoremap'>): Promise<string> {
  const images: ScoreTable['images'] = [];
  for await (const { line, tested } of rows()) {
    const { imageId, truth, prediction } = tested;
    images.push({ imageId, name: nameOf(line), score: prediction.score, ng: truth.ng, masks: truth.defects.length });
    if (images.length >= limits.scoreRows) break;
  }
  const { ok: validation, ng: validationNg } = (scores as Scores | null) ?? { ok: [], ng: [] };
  const table: ScoreTable = { images, validation, validationNg };
  return JSON.stringify(table);
}
