/**
 * What the screens show of predictions that are objects (boxes or masks): shapes over an image, a list, and what became of each truth and
 * each prediction (by the matching that the server's figures come from).
 */
import { confidencesOf, type BoxThresholds, type StoredShape, type TestImageDetail } from '@loupe/contract';
import { boundsOf, boxHeight, boxIou, boxWidth, type Box } from '@loupe/geometry';
import {
  confusedPairs,
  EVERY_CLASS,
  matchDetections,
  outcomesAt,
  type DetectionRow,
  type Overlap,
  type TruthRow,
} from '@loupe/metrics';
import { formatScore } from '../../core/format.ts';
import type { OverlayShape } from '../../ui/ImageView.tsx';
import {
  measuresOf,
  objectsIn,
  objectsOf,
  overlapIn,
  type FoundObject,
  type Measures,
  type Objects,
} from '../objects.ts';

export interface NamedColor {
  name: string;
  color: string;
  /** Its objects are parts: looked at, and no finding. */
  locates?: boolean | undefined;
}
/** For a label that the version does not know. */
const unknown: NamedColor = { name: '?', color: '#9aa7b4' };
const labelAt = (labels: readonly NamedColor[], index: number): NamedColor => labels[index] ?? unknown;

/** Predictions at or above the score of their label, dashed. */
export const predictionShapes = (
  prediction: Objects,
  labels: readonly NamedColor[],
  from: readonly number[],
): OverlayShape[] =>
  objectsOf(prediction).flatMap(({ c, score, outline }, i) => {
    const { name, color, locates } = labelAt(labels, c);
    if (!locates && score < (from[c] ?? 1)) return [];
    const shape = { key: `p${i}`, ...outline, color, dashed: true };
    return [locates ? { ...shape, thin: true } : { ...shape, text: `${name} ${formatScore(score)}` }];
  });

/** Rows of a list of what was found, strongest first. */
export interface Found extends NamedColor {
  key: string;
  score: number;
  /** From which score on its label counts. */
  from: number;
  width: number;
  height: number;
  measures: Measures | null;
}
export const foundOf = (prediction: Objects, labels: readonly NamedColor[], from: readonly number[]): Found[] =>
  objectsOf(prediction)
    .map(({ c, score, box, measures }, i) => ({
      key: String(i),
      ...labelAt(labels, c),
      score,
      from: from[c] ?? 1,
      width: boxWidth(box),
      height: boxHeight(box),
      measures,
    }))
    .toSorted((a, b) => b.score - a.score);

/** `confused`: found under another label; `ignored`: counts neither for nor against the model. */
export const findingKinds = ['missed', 'false', 'confused', 'hit', 'ignored'] as const;
export type FindingKind = (typeof findingKinds)[number];
export interface Finding {
  key: string;
  kind: FindingKind;
  truth: NamedColor | null;
  prediction: NamedColor | null;
  score: number | null;
  iou: number | null;
  /** Where it lies on the image; of a confusion the prediction. */
  box: Box;
  width: number;
  height: number;
  /** Of masks: of what was predicted, else of what was drawn. */
  measures: Measures | null;
}
export interface Compared {
  findings: Finding[];
  truths: (OverlayShape & { finding: FindingKind })[];
  predictions: (OverlayShape & { finding: FindingKind })[];
}

interface Rows {
  truths: TruthRow[];
  detections: DetectionRow[];
  objects: FoundObject[];
  /** Of a detection and a truth, by their rows. */
  overlap?: Overlap;
  /** Of each truth row, its place among the truths of the image. */
  places: number[];
}

const rowsOf = (detail: TestImageDetail): Rows => {
  const isPart = (c: number) => detail.labels[c]?.locates === true;
  const places = detail.truths.flatMap((truth, i) => {
    const c = detail.truthClasses[i]!;
    return (c < 0 && !truth.ignore) || isPart(c) ? [] : [i];
  });
  const prediction = objectsIn(detail.prediction);
  const objects = objectsOf(prediction).filter(({ c }) => !isPart(c));
  const overlap = overlapIn(detail, prediction, places);
  return {
    places,
    objects,
    ...(overlap && { overlap }),
    truths: places.map((i) => ({
      imageId: 0,
      classIndex: detail.truthClasses[i]! < 0 ? EVERY_CLASS : detail.truthClasses[i]!,
      box: boundsOf(detail.truths[i]!.points),
      ignore: detail.truths[i]!.ignore,
    })),
    detections: objects.map(({ c, score, box }) => ({ imageId: 0, classIndex: c, score, box })),
  };
};

const truthKindOf = { missed: 'missed', found: 'hit', ignored: 'ignored' } as const;
const sizeOf = (box: Box) => ({ box, width: boxWidth(box), height: boxHeight(box) });

const shapeOf = (truth: StoredShape, i: number, { color }: NamedColor): OverlayShape => ({
  key: `t${i}`,
  kind: truth.kind,
  points: truth.points,
  parts: truth.parts,
  color,
});

/** Truth and prediction of one image at these thresholds; texts of what is wrong are left to the screen. */
export const compareImage = (
  detail: TestImageDetail,
  thresholds: Pick<BoxThresholds, 'confidence' | 'iou' | 'byLabel'>,
): Compared => {
  const { truths, detections, objects, places, overlap } = rowsOf(detail);
  const set = { truths, detections, classCount: detail.labels.length, ...(overlap && { overlap }) };
  const outcomes = outcomesAt(
    matchDetections(set, [thresholds.iou]),
    thresholds.iou,
    confidencesOf(thresholds, detail.labels),
  );
  const pairs = confusedPairs(outcomes);
  const confusedTruths = new Set(pairs.map(({ truth }) => truth));
  const confusions = new Map(pairs.map((pair) => [pair.detection, pair]));
  const findings: Finding[] = [];
  const isMasks = detail.prediction.type === 'masks';
  const truthKinds = new Map<number, FindingKind>();
  truths.forEach((row, i) => {
    const kind = confusedTruths.has(i) ? 'confused' : truthKindOf[outcomes.truths[i]!];
    truthKinds.set(places[i]!, kind);
    if (kind !== 'missed') return;
    const truth = labelAt(detail.labels, row.classIndex);
    findings.push({
      key: `t${i}`,
      kind,
      truth,
      prediction: null,
      score: null,
      iou: null,
      ...sizeOf(row.box),
      measures: isMasks ? measuresOf(detail.truths[places[i]!]!) : null,
    });
  });
  const predictions: Compared['predictions'] = [];
  detections.forEach((row, i) => {
    const outcome = outcomes.detections[i]!;
    if (outcome === 'below') return;
    const label = labelAt(detail.labels, row.classIndex);
    const confusion = confusions.get(i);
    const kind = confusion ? 'confused' : outcome;
    const at = outcome === 'ignored' ? -1 : (confusion?.truth ?? outcomes.matches[i]!);
    const match = truths[at];
    const { outline, measures } = objects[i]!;
    findings.push({
      key: `p${i}`,
      kind,
      truth: match ? labelAt(detail.labels, match.classIndex) : null,
      prediction: label,
      score: row.score,
      iou: match ? (overlap?.(i, at) ?? boxIou(row.box, match.box)) : null,
      ...sizeOf(row.box),
      measures,
    });
    predictions.push({
      key: `p${i}`,
      ...outline,
      color: label.color,
      dashed: true,
      text: `${label.name} ${formatScore(row.score)}`,
      finding: kind,
    });
  });
  findings.sort(
    (a, b) => findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind) || (b.score ?? 0) - (a.score ?? 0),
  );
  const parts = objectsOf(objectsIn(detail.prediction)).flatMap(({ c, outline }, i): Compared['predictions'] => {
    const { locates, color } = labelAt(detail.labels, c);
    return locates ? [{ key: `part${i}`, ...outline, color, dashed: true, thin: true, finding: 'ignored' }] : [];
  });
  return {
    findings,
    predictions: [...parts, ...predictions],
    truths: detail.truths.map((truth, i) => {
      const label = labelAt(detail.labels, detail.truthClasses[i]!);
      const thin = label.locates ? { thin: true } : { text: label.name };
      return { ...shapeOf(truth, i, label), ...thin, finding: truthKinds.get(i) ?? 'ignored' };
    }),
  };
};
