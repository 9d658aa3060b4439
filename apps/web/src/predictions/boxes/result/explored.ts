/** A test in the worker, with what has been computed of it so far. */
import { confidencesOf, type MatchHead } from '@loupe/contract';
import {
  matchTable,
  operatingPoints,
  rankDetections,
  tableScores,
  unpackTable,
  type Confidence,
  type Curve,
  type MatchTable,
  type OperatingPoint,
  type ImageScore,
} from '@loupe/metrics';

/** What is the same at every confidence. */
export interface AtIou {
  found: Int32Array;
  scores: ImageScore[];
  points: OperatingPoint[];
  curves: Curve[] | null;
  /** Null where there is nothing to find; reckoned when it is first asked for. */
  meanAp?: number | null;
}
export interface Explored {
  table: MatchTable;
  head: MatchHead;
  ranked: Uint32Array | null;
  byIou: Map<number, AtIou>;
}

/** Matchings kept, for a choice that goes back and forth. */
const kept = 4;
export function explore(bytes: ArrayBuffer): Explored {
  const { table, more } = unpackTable(bytes);
  return { table, head: more as MatchHead, ranked: null, byIou: new Map() };
}

/** What the detections of a test have to reach; one number where it is the same for all. */
export const confidenceOf = (
  { head }: Explored,
  { confidence, byLabel }: { confidence: number; byLabel?: Readonly<Record<string, number>> },
): Confidence => (byLabel ? confidencesOf({ confidence, byLabel }, head.labels) : confidence);

export const rankedOf = (test: Explored): Uint32Array => (test.ranked ??= rankDetections(test.table));

export function atIou(test: Explored, iou: number): AtIou {
  const known = test.byIou.get(iou);
  if (known) return known;
  const found = matchTable(test.table, iou);
  const scores = tableScores(test.table, found);
  const made: AtIou = { found, scores, points: operatingPoints(scores), curves: null };
  test.byIou.set(iou, made);
  for (const oldest of test.byIou.keys()) {
    if (test.byIou.size <= kept) break;
    test.byIou.delete(oldest);
  }
  return made;
}
