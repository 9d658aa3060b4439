/** Everything that follows from a test at any threshold: pure, and quick enough to follow a slider. Runs in the worker. */
import {
  bestF1,
  curvesOf,
  entriesAt,
  matrixOf,
  meanAp,
  leastOf,
  pointWithin,
  ratesOfMatrix,
  ratesOfVerdicts,
  scoreHistogram,
  tableVerdicts,
  THRESHOLD_EVIDENCE,
  type Confidence,
  type Curve,
  type Entries,
  type TableVerdict,
} from '@loupe/metrics';
import type { BoxFilter } from '../list.ts';
import type { Line } from '../../shared/chart-options.ts';
import { compareTests } from './compare.ts';
import { atIou, confidenceOf, rankedOf, type AtIou, type Explored } from './explored.ts';
import type { Answer, CurveSet, Missing, Question, Suggested, Suggestions, VerdictTable } from './question.ts';

/** Points of a line that is drawn. */
const drawn = 300;
const bins = 50;

/** Right, false, missed and confused of each image; a confusion is neither false nor missed. */
export function countImages({ classCount, start, truth, detected }: Entries): Uint16Array {
  const counts = new Uint16Array(4 * (start.length - 1));
  for (let i = 0; i + 1 < start.length; i++) {
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      const kind = truth[e] === detected[e] ? 0 : truth[e] === classCount ? 1 : detected[e] === classCount ? 2 : 3;
      counts[4 * i + kind]!++;
    }
  }
  return counts;
}

type Test = (place: number) => boolean;

/** Whether an image is of a kind, whatever the class. */
const kindTests = (counts: Uint16Array, isGrey: Test, isUnknown: Test): Record<BoxFilter, Test> => {
  const has =
    (kind: number): Test =>
    (i) =>
      counts[4 * i + kind]! > 0;
  const wrong: Test = (i) => counts[4 * i + 1]! + counts[4 * i + 2]! + counts[4 * i + 3]! > 0;
  return {
    all: () => true,
    wrong,
    false: has(1),
    missed: has(2),
    confused: has(3),
    grey: isGrey,
    parts: isUnknown,
    right: (i) => !wrong(i),
  };
};

/** Which entries of the confusion matrix make an image one of the list, where a class or a cell is chosen. */
function entryTest(classCount: number, { list }: Question): ((truth: number, detected: number) => boolean) | null {
  const { cell, classIndex, kind } = list;
  if (cell) return (t, d) => t === cell[0] && d === cell[1];
  if (classIndex === null) return null;
  const concerns = (t: number, d: number): boolean => t === classIndex || d === classIndex;
  switch (kind) {
    case 'wrong':
      return (t, d) => t !== d && concerns(t, d);
    case 'false':
      return (t, d) => t === classCount && d === classIndex;
    case 'missed':
      return (t, d) => t === classIndex && d === classCount;
    case 'confused':
      return (t, d) => t !== d && t < classCount && d < classCount && concerns(t, d);
    case 'all':
    case 'grey':
    case 'parts':
    case 'right':
      return concerns;
  }
}

const byName = new Intl.Collator('en', { numeric: true });

/** Places in the order of the list. */
export function listPlaces(test: Explored, entries: Entries, isKind: Test, question: Question): Uint32Array {
  const isEntry = entryTest(entries.classCount, question);
  const chosen: number[] = [];
  for (let i = 0; i < test.head.names.length; i++) {
    if (!isKind(i)) continue;
    let fits = isEntry === null;
    for (let e = entries.start[i]!; !fits && e < entries.start[i + 1]!; e++) {
      fits = isEntry!(entries.truth[e]!, entries.detected[e]!);
    }
    if (fits) chosen.push(i);
  }
  if (question.list.sort === 'name') {
    chosen.sort((a, b) => byName.compare(test.head.names[a]!, test.head.names[b]!) || a - b);
  } else chosen.sort((a, b) => entries.loss[b]! - entries.loss[a]! || a - b);
  return Uint32Array.from(chosen);
}

/** A curve with so many points that a line of some hundred pixels shows all there is to see. */
export function thinned(length: number, point: (i: number) => [number, number]): Line {
  const step = Math.max(1, Math.ceil(length / drawn));
  const line: Line = [];
  for (let i = 0; i < length; i += step) line.push(point(i));
  if (length > 0 && (length - 1) % step !== 0) line.push(point(length - 1));
  return line;
}

function sizesOf({ scores }: AtIou): { good: number; defective: number } {
  const defective = scores.reduce((n, p) => n + (p.isDefective ? 1 : 0), 0);
  return { good: scores.length - defective, defective };
}

/** Those that a threshold can be: an image without a prediction has the score 0, and no threshold is as low. */
const thresholds = ({ points }: AtIou) => points.filter(({ threshold }) => threshold > 0);

/** From one end to the other: above the last score nothing is reported any more, also where nothing was reported at all. */
function shareLine(at: AtIou, of: 'overkill' | 'escape', total: number): Line {
  if (total === 0) return [];
  const steps = thresholds(at);
  const line = thinned(steps.length, (i) => [steps[i]!.threshold, steps[i]![of] / total]);
  const last = at.above[of] / total;
  const end = line.at(-1);
  return [[0, line[0]?.[1] ?? last], ...line, ...(end ? [[end[0], last] as [number, number]] : []), [1, last]];
}

function curveSet(test: Explored, at: AtIou, classIndex: number | null): CurveSet {
  const curves = (at.curves ??= curvesOf(test.table, at.found, rankedOf(test)));
  const chosen = curves[classIndex ?? curves.length - 1]!;
  const { scores, precision, recall, positives } = chosen;
  const over = (value: (i: number) => number): Line => thinned(scores.length, (i) => [scores[i]!, value(i)]);
  const { good, defective } = sizesOf(at);
  const { right, wrong } = scoreHistogram(test.table, at.found, bins, classIndex ?? undefined);
  return {
    pr: curves.map((c) => (c.positives === 0 ? [] : thinned(c.scores.length, (i) => [c.recall[i]!, c.precision[i]!]))),
    f1: over((i) => (2 * recall[i]! * positives) / (i + 1 + positives)),
    precision: over((i) => precision[i]!),
    recall: over((i) => recall[i]!),
    best: bestF1(chosen),
    overkill: shareLine(at, 'overkill', good),
    escape: shareLine(at, 'escape', defective),
    histogram: { right: [...right], wrong: [...wrong] },
  };
}

const enough = THRESHOLD_EVIDENCE;

/** What is found at a threshold and above it. */
function hitsFrom({ scores, precision }: Curve, threshold: number): number {
  const last = scores.findLastIndex((score) => score >= threshold);
  return last < 0 ? 0 : Math.round(precision[last]! * (last + 1));
}

/** The first of these that does not suffice; a suggestion from less is that of a few lucky boxes (decision 0024). */
function offered<P extends { threshold: number }>(point: P | null, ...needs: readonly Missing[]): Suggested<P> {
  const missing = needs.find(({ have, wanted }) => have < wanted) ?? null;
  return { point: missing ? null : point, missing };
}

function suggest(test: Explored, at: AtIou, { targets }: Question): Suggestions {
  const { good, defective } = sizesOf(at);
  at.curves ??= curvesOf(test.table, at.found, rankedOf(test));
  const all = at.curves.at(-1)!;
  const best = bestF1(all);
  const points = thresholds(at);
  const escape = defective === 0 ? null : pointWithin(points, good, defective, { escape: targets.escape });
  const overkill = good === 0 ? null : pointWithin(points, good, defective, { overkill: targets.overkill });
  if (at.meanAp === undefined) at.meanAp = meanAp(at.curves);
  // where there is nothing to find, nothing says that it did not learn
  const learned: Missing = { code: 'learned', have: at.meanAp ?? 1, wanted: enough.learned };
  const caught = defective - (escape?.escape ?? 0);
  return {
    bestF1: offered(best, learned, {
      code: 'hits',
      have: best ? hitsFrom(all, best.threshold) : 0,
      wanted: enough.hits,
    }),
    escape: offered(escape, learned, { code: 'caught', have: caught, wanted: enough.hits }),
    overkill: offered(overkill, learned, { code: 'good', have: good, wanted: enough.good }),
  };
}

function verdictTable(at: AtIou, verdicts: readonly TableVerdict[]): VerdictTable {
  const none = { ok: 0, review: 0, ng: 0, noPart: 0 };
  const table: VerdictTable = { good: { ...none }, defective: { ...none } };
  at.scores.forEach(({ isDefective }, i) => table[isDefective ? 'defective' : 'good'][verdicts[i]!]++);
  return table;
}

/** How many detections are at or above a score, or that of their class. */
function countFrom(test: Explored, confidence: Confidence): number {
  const { detectionClass, score } = test.table;
  if (typeof confidence !== 'number')
    return score.reduce((n, one, d) => n + (one >= leastOf(confidence, detectionClass[d]!) ? 1 : 0), 0);
  const ranked = rankedOf(test);
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test.table.score[ranked[middle]!]! >= confidence) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function answer(own: Explored, other: Explored | null, question: Question, now: () => number): Answer {
  const began = now();
  const { classCount } = own.table;
  const { parts } = own.head;
  const at = atIou(own, question);
  const confidence = confidenceOf(own, question);
  const entries = entriesAt(own.table, at.found, { iou: question.iou, confidence });
  const matrix = matrixOf(entries);
  const zone = question.review === null ? {} : { review: Math.min(question.review, question.confidence) };
  const verdicts = tableVerdicts(own.table, at.found, at.scores, {
    confidence,
    ...zone,
    ...(at.small && { without: at.small }),
    ...(parts && { parts }),
  });
  const images = countImages(entries);
  const isUnknown: Test = (i) => (parts?.[i] ?? 0) !== 0;
  const isGrey: Test = (i) => verdicts[i] === 'review' && !isUnknown(i);
  const tests = kindTests(images, isGrey, isUnknown);
  const counts = { all: 0, wrong: 0, false: 0, missed: 0, confused: 0, grey: 0, parts: 0, right: 0 };
  for (let i = 0; i < at.scores.length; i++) {
    for (const kind of Object.keys(counts) as BoxFilter[]) if (tests[kind](i)) counts[kind]++;
  }
  const compared = other && question.other ? compareTests({ own, other, entries, question }) : null;
  return {
    ...ratesOfMatrix(matrix, classCount),
    matrix,
    detections: countFrom(own, confidence),
    verdict: ratesOfVerdicts(at.scores, verdicts),
    verdicts: verdictTable(at, verdicts),
    suggestions: suggest(own, at, question),
    counts,
    list: compared?.list ?? listPlaces(own, entries, tests[question.list.kind], question),
    images,
    scores: Float64Array.from(at.scores, ({ score }) => score),
    parts: parts ?? null,
    curves: question.curves ? curveSet(own, at, question.curves.classIndex) : null,
    comparison: compared?.comparison ?? null,
    change: compared?.change ?? null,
    ms: now() - began,
  };
}
