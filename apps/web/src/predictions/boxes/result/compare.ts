/** Two tests on the same images, image by image. */
import {
  entriesAt,
  matrixOf,
  ratesOfMatrix,
  ratesOfVerdicts,
  tablePrecision,
  tableVerdicts,
  type Entries,
  type TablePrecision,
} from '@loupe/metrics';
import { atIou, confidenceOf, rankedOf, type Explored } from './explored.ts';
import type { AtThresholds, Comparison, CompareKind, Question, Side } from './question.ts';

interface Pairing {
  /** Places of the images that both saw with the same truth. */
  own: number[];
  other: number[];
  changed: number;
}
interface Known {
  pairing: Pairing;
  precision: [TablePrecision, TablePrecision];
}
/** Average precision does not depend on thresholds: once for a pair of tests. */
const known = new WeakMap<Explored, { other: Explored; known: Known }>();

export function pairUp(own: Explored, other: Explored): Pairing {
  const places = new Map(Array.from(other.table.imageIds, (id, i) => [id, i]));
  const pairing: Pairing = { own: [], other: [], changed: 0 };
  own.table.imageIds.forEach((id, i) => {
    const there = places.get(id);
    if (there === undefined) return;
    if (own.head.revisions[i] !== other.head.revisions[there]) pairing.changed++;
    else {
      pairing.own.push(i);
      pairing.other.push(there);
    }
  });
  return pairing;
}

function knownOf(own: Explored, other: Explored): Known {
  const before = known.get(own);
  if (before?.other === other) return before.known;
  const pairing = pairUp(own, other);
  const made: Known = {
    pairing,
    precision: [
      tablePrecision(own.table, rankedOf(own), pairing.own),
      tablePrecision(other.table, rankedOf(other), pairing.other),
    ],
  };
  known.set(own, { other, known: made });
  return made;
}

const errorsOf = ({ start, truth, detected }: Entries, place: number): number => {
  let errors = 0;
  for (let e = start[place]!; e < start[place + 1]!; e++) if (truth[e] !== detected[e]) errors++;
  return errors;
};

const sideOf = (
  test: Explored,
  entries: Entries,
  places: readonly number[],
  precision: TablePrecision,
  at: AtThresholds,
): Side => {
  const { scores, found, small } = atIou(test, at);
  const without = small ? { without: small } : {};
  const verdicts = tableVerdicts(test.table, found, scores, {
    confidence: confidenceOf(test, at),
    ...without,
    ...(test.head.parts && { parts: test.head.parts }),
  });
  return {
    ...ratesOfMatrix(matrixOf(entries, places), test.table.classCount),
    ...precision,
    verdict: ratesOfVerdicts(
      places.map((i) => scores[i]!),
      places.map((i) => verdicts[i]!),
    ),
  };
};

export function compareTests(input: { own: Explored; other: Explored; entries: Entries; question: Question }): {
  comparison: Comparison;
  list: Uint32Array;
  change: Float32Array;
} {
  const { own, other, entries, question } = input;
  const { pairing, precision } = knownOf(own, other);
  const iou = Math.max(question.iou, other.table.floor);
  const { byLabel, least } = question;
  const at = { confidence: question.other!.confidence, iou, ...(byLabel && { byLabel }), ...(least && { least }) };
  const theirs = entriesAt(other.table, atIou(other, at).found, { iou, confidence: confidenceOf(other, at) });
  const change = new Float32Array(own.table.imageIds.length).fill(Number.NaN);
  const loss = new Float64Array(change.length);
  const lists: Record<CompareKind, number[]> = { worse: [], better: [], same: [] };
  pairing.own.forEach((place, i) => {
    const there = pairing.other[i]!;
    const more = errorsOf(entries, place) - errorsOf(theirs, there);
    change[place] = more;
    loss[place] = Math.abs(entries.loss[place]! - theirs.loss[there]!);
    lists[more > 0 ? 'worse' : more < 0 ? 'better' : 'same'].push(place);
  });
  const list = lists[question.other!.kind];
  list.sort((a, b) => Math.abs(change[b]!) - Math.abs(change[a]!) || loss[b]! - loss[a]! || a - b);
  const names = other.head.labels.map(({ name }) => name.toLowerCase());
  return {
    comparison: {
      shared: pairing.own.length,
      changed: pairing.changed,
      own: sideOf(own, entries, pairing.own, precision[0], question),
      other: sideOf(other, theirs, pairing.other, precision[1], at),
      classes: own.head.labels.map(({ name }) => names.indexOf(name.toLowerCase())),
      counts: { worse: lists.worse.length, better: lists.better.length, same: lists.same.length },
    },
    list: Uint32Array.from(list),
    change,
  };
}
