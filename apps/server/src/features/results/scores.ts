/** All scores of a test whose images have one: what histogram, ROC and every threshold need. */
import { limits, type ScoreTable } from '@loupe/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { predictionKinds, type Scores, type TestedImage } from '../../predictions/index.ts';
import { nameOf, testedImages } from './rows.ts';
import { ownTest } from './scope.ts';

const { scoremap } = predictionKinds;

export async function scoreTable(services: Services, actor: Actor, taskId: number): Promise<ScoreTable> {
  const own = await ownTest(services, actor, taskId);
  if (own.kind.type !== scoremap.type) throw new AppError('task.noResult');
  const images: ScoreTable['images'] = [];
  for await (const { line, tested } of testedImages(services, own.task, own.labels, scoremap)) {
    const { imageId, truth, prediction } = tested as TestedImage<'scoremap'>;
    const { ng, defects } = truth;
    images.push({ imageId, name: nameOf(line), score: prediction.score, ng, masks: defects.length });
    if (images.length >= limits.scoreRows) break;
  }
  const scores = own.version.scores as Scores | null;
  return { images, validation: scores?.ok ?? [] };
}
