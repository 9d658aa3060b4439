/** A test as columns: scores, classes and overlaps, from which a browser computes figures at any threshold. */
import { BoxThresholds, limits, type MatchHead } from '@loupe/contract';
import { packTable, tableBuilder } from '@loupe/metrics';
import type { TableInput } from '../type.ts';
import { nameOf } from '../manifest.ts';

/** Steps of the score in which candidates are counted before some are left out. */
const steps = 1000;

/** The score below which candidates must be left out, so that no more than so many remain. */
async function scoreFloor({ rows, predicted }: TableInput<'boxes'>, most: number): Promise<number> {
  if (predicted * limits.predictionMax <= most) return 0;
  const counts = new Float64Array(steps + 1);
  for await (const { tested } of rows()) {
    for (const { score } of tested.prediction.items) counts[Math.floor(score * steps)]!++;
  }
  let kept = 0;
  for (let step = steps; step >= 0; step--) {
    kept += counts[step]!;
    if (kept > most) return (step + 1) / steps;
  }
  return 0;
}

export async function matchTable(
  input: TableInput<'boxes'>,
  most: number = limits.matchCandidates,
): Promise<Uint8Array> {
  const { iou } = BoxThresholds.parse(input.thresholds);
  const floor = await scoreFloor(input, most);
  const builder = tableBuilder(input.labels.length, Math.min(limits.matchOverlapMin, iou));
  const head: MatchHead = { labels: [...input.labels], names: [], revisions: [], floor };
  for await (const { line, tested } of input.rows()) {
    const { imageId, truth, prediction } = tested;
    const detections = prediction.items.flatMap(({ c, score, p }) => (score < floor ? [] : [{ c, score, box: p }]));
    builder.add({ imageId, truths: truth, detections });
    head.names.push(nameOf(line));
    head.revisions.push(line.rev);
  }
  return packTable(builder.end(), head);
}
