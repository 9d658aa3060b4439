/** Sends a test as columns: scores, classes and overlaps, from which a browser computes figures at any threshold. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits, type MatchHead } from '@loupe/contract';
import { packTable, tableBuilder } from '@loupe/metrics';
import type { Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { AppError } from '../../core/errors.ts';
import { predictionKinds, type TestedImage } from '../../predictions/index.ts';
import { thresholdsOf } from '../../inference/run-test.ts';
import { nameOf, testedImages } from './rows.ts';
import { ownTest, type OwnTest } from './scope.ts';

const compress = promisify(gzip);
const { boxes } = predictionKinds;
/** Steps of the score in which candidates are counted before some are left out. */
const steps = 1000;

type Tested = Awaited<ReturnType<ReturnType<typeof testedImages>['next']>>['value'];

/** The images of a test that has boxes. */
const boxTests = (services: Services, own: OwnTest) =>
  testedImages(services, own.task, own.labels, boxes) as AsyncGenerator<
    Omit<NonNullable<Tested>, 'tested'> & { tested: TestedImage<'boxes'> }
  >;

/** The score below which candidates must be left out, so that no more than so many remain. */
async function scoreFloor(services: Services, own: OwnTest, most: number): Promise<number> {
  if (own.predicted * limits.predictionMax <= most) return 0;
  const counts = new Float64Array(steps + 1);
  for await (const { tested } of boxTests(services, own)) {
    for (const { score } of tested.prediction.items) counts[Math.floor(score * steps)]!++;
  }
  let kept = 0;
  for (let step = steps; step >= 0; step--) {
    kept += counts[step]!;
    if (kept > most) return (step + 1) / steps;
  }
  return 0;
}

/** The columns, gzipped. */
export async function matchBytes(
  services: Services,
  own: OwnTest,
  most: number = limits.matchCandidates,
): Promise<Buffer> {
  const { iou } = boxes.parseThresholds(thresholdsOf(boxes, own.task.params, own.version.thresholds));
  const floor = await scoreFloor(services, own, most);
  const builder = tableBuilder(own.labels.length, Math.min(limits.matchOverlapMin, iou));
  const head: MatchHead = { labels: own.labels, names: [], revisions: [], floor };
  for await (const { line, tested } of boxTests(services, own)) {
    const { imageId, truth, prediction } = tested;
    const detections = prediction.items.flatMap(({ c, score, p }) => (score < floor ? [] : [{ c, score, box: p }]));
    builder.add({ imageId, truths: truth, detections });
    head.names.push(nameOf(line));
    head.revisions.push(line.rev);
  }
  return compress(packTable(builder.end(), head), { level: 1 });
}

export async function sendMatches(
  services: Services,
  actor: Actor,
  taskId: number,
  { request, reply }: Http,
): Promise<null> {
  const own = await ownTest(services, actor, taskId);
  if (own.kind.type !== 'boxes') throw new AppError('task.noResult');
  // A test changes by predicting more images only.
  const etag = `"matches-1-${taskId}-${own.predicted}"`;
  void reply.headers({ 'cache-control': 'private, no-cache', etag });
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send();
    return null;
  }
  const bytes = await matchBytes(services, own);
  void reply.headers({ 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
  await reply.send(bytes);
  return null;
}
