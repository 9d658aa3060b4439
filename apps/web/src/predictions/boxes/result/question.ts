/** What the screen asks the worker of a result, and what it gets. Plain data both ways. */
import type { MatchHead } from '@loupe/contract';
import type { OperatingPoint, Rates, TableVerdict, VerdictRates } from '@loupe/metrics';
import type { BoxFilter } from '../list.ts';
import type { Line } from '../../shared/chart-options.ts';

export const compareKinds = ['worse', 'better', 'same'] as const;
export type CompareKind = (typeof compareKinds)[number];

export interface AtThresholds {
  confidence: number;
  /** Of labels that have their own, by name. */
  byLabel?: Readonly<Record<string, number>>;
  iou: number;
  /** Of labels by name what objects must have to decide, in pixels of the image. */
  least?: Readonly<Record<string, { area: number; length: number }>>;
}
export interface ListRequest {
  kind: BoxFilter;
  /** Only images where this class is concerned. */
  classIndex: number | null;
  /** Only images with this entry of the confusion matrix: truth, detected; the number of classes is background. */
  cell: readonly [number, number] | null;
  sort: 'worst' | 'name';
}
export interface Question extends AtThresholds {
  /** From here on a person looks; null: no grey zone. */
  review: number | null;
  list: ListRequest;
  /** Shares that must be kept, 0 … 1. */
  targets: { overkill: number; escape: number };
  /** Curves are dear: only where they are seen. */
  curves: { classIndex: number | null } | null;
  /** The other test, at its own confidence; null while none is compared. */
  other: { confidence: number; kind: CompareKind } | null;
}

export interface CurveSet {
  /** Precision over recall of each class, empty where there is nothing to find, and of all together last. */
  pr: Line[];
  /** Over the confidence, of the chosen class or of all. */
  f1: Line;
  precision: Line;
  recall: Line;
  best: { threshold: number; f1: number } | null;
  /** Shares over the threshold. */
  overkill: Line;
  escape: Line;
  histogram: { right: number[]; wrong: number[] };
}
export interface Side {
  total: Rates;
  perClass: Rates[];
  ap50: (number | null)[];
  map50: number | null;
  map50_95: number | null;
  verdict: VerdictRates;
}
export interface Comparison {
  shared: number;
  /** Seen by both, with another truth: they say nothing. */
  changed: number;
  own: Side;
  other: Side;
  /** For each own class its place among the other version's, or −1. */
  classes: number[];
  counts: Record<CompareKind, number>;
}
/** How many images of each kind get which verdict. */
export type VerdictTable = Record<'good' | 'defective', Record<TableVerdict, number>>;
/** What a threshold would stand on, and what it takes: `learned` a mean AP, the others counts. */
export interface Missing {
  code: 'learned' | 'hits' | 'caught' | 'good';
  have: number;
  wanted: number;
}
/** Without a point and with nothing missing: no threshold keeps the target. */
export interface Suggested<P extends { threshold: number }> {
  point: P | null;
  missing: Missing | null;
}
export interface Suggestions {
  bestF1: Suggested<{ threshold: number; f1: number }>;
  escape: Suggested<OperatingPoint>;
  overkill: Suggested<OperatingPoint>;
}
export interface Answer {
  total: Rates;
  perClass: Rates[];
  /** A row a truth, background last. */
  matrix: Float64Array;
  detections: number;
  verdict: VerdictRates;
  verdicts: VerdictTable;
  suggestions: Suggestions;
  counts: Record<BoxFilter, number>;
  /** Places of images in the order of the list. */
  list: Uint32Array;
  /** Of each image: right, false, missed, confused, four numbers each. */
  images: Uint16Array;
  /** Of each image its best score. */
  scores: Float64Array;
  /** Of each image how many of its parts nothing looked at, −1 where none was found; null: the version has no parts. */
  parts: readonly number[] | null;
  curves: CurveSet | null;
  comparison: Comparison | null;
  /** Of each image what the other test makes of it: errors here minus errors there; only with a comparison. */
  change: Float32Array | null;
  /** Milliseconds of work. */
  ms: number;
}

export interface Loaded {
  head: MatchHead;
  imageIds: Float64Array;
}
export type ToWorker =
  { kind: 'load'; slot: 'own' | 'other'; bytes: ArrayBuffer } | { kind: 'drop' } | { kind: 'ask'; question: Question };
export type FromWorker =
  | { kind: 'loaded'; slot: 'own' | 'other'; loaded: Loaded }
  | { kind: 'answer'; question: Question; answer: Answer }
  | { kind: 'failed'; why: string };
