/** Parity of objects: every firm one of the engine is found here by class, score and box, and nothing else is. */
import { limits, type BoxReport, type MaskReport, type PredictedBox, type PredictionType } from '@loupe/contract';
import type { Settings } from '../graph.ts';
import type { Asking } from '../parity.ts';

export type EngineObject<T extends PredictedBox = PredictedBox> = T & { firm: boolean };
interface Compared<T extends PredictedBox> {
  deltas: { box: number; score: number };
  /** Firm ones with their counterparts here. */
  pairs: [engine: T, server: T][];
  /** What only one side has. */
  missing: T[];
  extra: T[];
}

/** The engine proposes tolerances; these are the widest that still mean "the same verdict". */
const widest = { box: 1, score: 0.01 };
/** Without so many compared detections there is no proof, whatever the engine asks for. */
export const fewestObjects = 1;

const boxDelta = (a: PredictedBox, b: PredictedBox): number =>
  Math.max(...a.p.map((value, i) => Math.abs(value - (b.p[i] as number))));

/** Or touches: of boxes beside the image that overlap there, only an edge is left in it. */
const overlaps = ({ p: a }: PredictedBox, { p: b }: PredictedBox): boolean =>
  Math.min(a[2], b[2]) >= Math.max(a[0], b[0]) && Math.min(a[3], b[3]) >= Math.max(a[1], b[1]);

/** The counterpart of a detection: same class, score within tolerance, nearest box. */
function counterpart<T extends PredictedBox>(own: T, others: Iterable<T>, tolerance: typeof widest): T | undefined {
  let best: T | undefined;
  for (const other of others) {
    if (other.c !== own.c || Math.abs(other.score - own.score) > tolerance.score) continue;
    if (boxDelta(own, other) <= (best ? boxDelta(own, best) : tolerance.box)) best = other;
  }
  return best;
}

/**
 * Pairs the detections of both sides, whatever their order. Every firm one of the engine must be here, but for those that
 * a full list here, of `most`, has no room for: of tied scores either side may keep others, so the engine lists them all.
 * What is only here is a difference too, unless it stands for one that is not firm (of two boxes whose scores are all but
 * equal either may win), or its score is by the least that is compared.
 */
export function compareObjects<T extends PredictedBox>(
  engine: readonly EngineObject<T>[],
  server: readonly T[],
  tolerance: typeof widest,
  floor: number,
  most: number = limits.predictionMax,
): Compared<T> {
  const left = new Set(server);
  const isFull = server.length >= most;
  const last = isFull ? Math.min(...server.map(({ score }) => score)) + tolerance.score : 0;
  const deltas = { box: 0, score: 0 };
  const pairs: [T, T][] = [];
  const missing: T[] = [];
  // firm ones first: another may not take their counterpart
  for (const own of [...engine].sort((a, b) => Number(b.firm) - Number(a.firm))) {
    const same = counterpart(own, left, tolerance);
    if (same) left.delete(same);
    if (same && own.firm) {
      pairs.push([own, same]);
      deltas.box = Math.max(deltas.box, boxDelta(own, same));
      deltas.score = Math.max(deltas.score, Math.abs(own.score - same.score));
    } else if (own.firm && own.score > last) missing.push(own);
  }
  const loose = engine.filter(({ firm }) => !firm);
  const extra = [...left].filter(
    (box) => box.score > floor + tolerance.score && !loose.some((own) => own.c === box.c && overlaps(own, box)),
  );
  return { deltas, pairs, missing, extra };
}

const shown = ({ c, score, p }: PredictedBox): string =>
  `class ${c}, score ${score.toFixed(4)}, box ${p.map((v) => v.toFixed(2)).join(' ')}`;

/** What only one side found, as failures of a case. */
export const strays = (
  name: string,
  { missing, extra }: Pick<Compared<PredictedBox>, 'missing' | 'extra'>,
): string[] => [
  ...missing.map((one) => `${name}: only the engine found ${shown(one)}`),
  ...extra.map((one) => `${name}: only the server found ${shown(one)}`),
];

type Parity = (BoxReport | MaskReport)['parity'];
export const objectTolerance = ({ tolerance }: Parity): typeof widest => ({
  box: Math.min(tolerance.box_px, widest.box),
  score: Math.min(tolerance.score, widest.score),
});

/** `defaults`: the settings of the version, where the report names no others. */
export const objectAsking = (
  prediction: PredictionType,
  { parity, metrics }: BoxReport | MaskReport,
  defaults: Settings,
): Asking => ({
  prediction,
  settings: {
    ...defaults,
    score_threshold: parity.score_threshold,
    ...(parity.iou_threshold === undefined ? {} : { iou_threshold: parity.iou_threshold }),
  },
  classes: metrics.per_class.length,
});
