/** A test as columns: scores, classes and overlaps, from which a browser computes figures at any threshold. */
import { limits, type MatchHead, type PredictedBox } from '@loupe/contract';
import { packTable, tableBuilder, type Overlap, type TableTruth } from '@loupe/metrics';
import type { TableInput, TestedImage } from '../type.ts';
import { nameOf } from '../manifest.ts';

/** Steps of the score in which candidates are counted before some are left out. */
const steps = 1000;

type ObjectType = 'boxes' | 'masks';
/** Of an image: truths and candidates, and how they overlap where it is not their boxes that count. */
interface Objects {
  truths: readonly TableTruth[];
  items: readonly PredictedBox[];
  overlap?: Overlap;
  /** What of its parts is not known: see `MatchHead`. */
  unknown?: number;
  /** Of each item its area and length, where rules may ask for them. */
  sizeOf?: (item: PredictedBox) => { area: number; length: number };
}

/** Measures are told to a hundredth of a pixel. */
const round = (value: number): number => Math.round(value * 100) / 100;

/** The score below which candidates must be left out, so that no more than so many remain. */
async function scoreFloor<P extends ObjectType>({ rows, predicted }: TableInput<P>, most: number): Promise<number> {
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

/** `objectsOf` is given the candidates that are kept, and all there are. */
export async function objectTable<P extends ObjectType>(
  input: TableInput<P>,
  objectsOf: (kept: TestedImage<P>, whole: TestedImage<P>) => Objects,
  most: number = limits.matchCandidates,
): Promise<Uint8Array> {
  const { iou } = input.thresholds as { iou: number };
  const floor = await scoreFloor(input, most);
  const builder = tableBuilder(input.labels.length, Math.min(limits.matchOverlapMin, iou));
  const head: MatchHead = { labels: [...input.labels], names: [], revisions: [], floor };
  for await (const { line, tested } of input.rows()) {
    const { imageId, prediction } = tested;
    const items = prediction.items.filter(({ score }) => score >= floor);
    const {
      truths,
      items: kept,
      overlap,
      sizeOf,
      unknown,
    } = objectsOf({ ...tested, prediction: { ...prediction, items } as never }, tested);
    const detections = kept.map(({ c, score, p }) => ({ c, score, box: p }));
    builder.add({ imageId, truths, detections, ...(overlap && { overlap }) });
    if (sizeOf) {
      const sizes = (head.sizes ??= { area: [], length: [] });
      // the columns have the candidates of an image by their score
      for (const item of kept.toSorted((a, b) => b.score - a.score)) {
        const { area, length } = sizeOf(item);
        sizes.area.push(round(area));
        sizes.length.push(round(length));
      }
    }
    if (unknown !== undefined) (head.parts ??= []).push(unknown);
    head.names.push(nameOf(line));
    head.revisions.push(line.rev);
  }
  return packTable(builder.end(), head);
}
