/** Sends what a browser computes the figures of a test at any threshold from. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Actor } from '../../core/actor.ts';
import type { Http } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { thresholdsOf, type TableInput } from '../../predictions/index.ts';
import { testedImages } from './rows.ts';
import { ownTest, type OwnTest } from './scope.ts';

const compress = promisify(gzip);

export const tableInput = (
  services: Services,
  { task, labels, predictionType, predicted, version }: OwnTest,
): TableInput => ({
  rows: () => testedImages(services, task, labels, predictionType),
  labels,
  predicted,
  thresholds: thresholdsOf(predictionType, task.params, version.thresholds),
  scores: version.scores,
});

export async function sendTable(
  services: Services,
  actor: Actor,
  taskId: number,
  { request, reply }: Http,
): Promise<null> {
  const own = await ownTest(services, actor, taskId);
  // A test changes by predicting more images only.
  const etag = `"table-1-${taskId}-${own.predicted}"`;
  void reply.headers({ 'cache-control': 'private, no-cache', etag });
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send();
    return null;
  }
  const bytes = await compress(await own.predictionType.table(tableInput(services, own)), { level: 1 });
  void reply.headers({ 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' });
  await reply.send(bytes);
  return null;
}
