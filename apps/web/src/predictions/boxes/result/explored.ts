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
import type { AtThresholds } from './question.ts';

/** What is the same at every confidence. */
export interface AtIou {
  found: Int32Array;
  scores: ImageScore[];
  points: OperatingPoint[];
  /** Above the last of them. */
  above: Omit<OperatingPoint, 'threshold'>;
  /** Of each detection 1 where it is too small to decide; left out: none is. */
  small: Uint8Array | undefined;
  curves: Curve[] | null;
  /** Null where there is nothing to find; reckoned when it is first asked for. */
  meanAp?: number | null;
}
export interface Explored {
  table: MatchTable;
  head: MatchHead;
  ranked: Uint32Array | null;
  byIou: Map<string, AtIou>;
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

type Least = AtThresholds['least'];

/** Detections that the rules of their labels leave out of the verdict. */
function smallOf({ table, head }: Explored, least: Least): Uint8Array | undefined {
  const { sizes } = head;
  if (!least || !sizes || Object.keys(least).length === 0) return undefined;
  const rules = head.labels.map(({ name }) => (Object.hasOwn(least, name) ? least[name]! : { area: 0, length: 0 }));
  return Uint8Array.from(table.score, (_, d) => {
    const { area, length } = rules[table.detectionClass[d]!]!;
    return Number(sizes.area[d]! < area || sizes.length[d]! < length);
  });
}

/** Where overkill and escape change: no threshold makes an image OK that has no part, or one that nothing looked at. */
function pointsOf({ head: { parts } }: Explored, scores: readonly ImageScore[]): Pick<AtIou, 'points' | 'above'> {
  const decisive = scores.map((one, i) => {
    const unknown = parts?.[i] ?? 0;
    return unknown < 0 || (unknown > 0 && one.isDefective) ? { ...one, score: Infinity } : one;
  });
  const points = operatingPoints(decisive);
  const reachable = points.filter(({ threshold }) => threshold < Infinity);
  const defective = scores.reduce((n, { isDefective }) => n + (isDefective ? 1 : 0), 0);
  return { points: reachable, above: points[reachable.length] ?? { overkill: 0, escape: defective } };
}

export function atIou(test: Explored, { iou, least }: Pick<AtThresholds, 'iou' | 'least'>): AtIou {
  const key = JSON.stringify([iou, least]);
  const known = test.byIou.get(key);
  if (known) return known;
  const found = matchTable(test.table, iou);
  const small = smallOf(test, least);
  const scores = tableScores(test.table, found, small);
  const made: AtIou = { found, scores, small, ...pointsOf(test, scores), curves: null };
  test.byIou.set(key, made);
  for (const oldest of test.byIou.keys()) {
    if (test.byIou.size <= kept) break;
    test.byIou.delete(oldest);
  }
  return made;
}
