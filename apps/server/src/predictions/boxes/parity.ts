/** Parity of boxes: every firm detection of the engine is found here, and nothing else is. */
import { limits, ofType, type BoxReport, type PredictedBox } from '@loupe/contract';
import type { Settings } from '../graph.ts';
import type { Comparison } from '../parity.ts';

type Case = BoxReport['parity']['cases'][number];
type EngineBox = PredictedBox & { firm: boolean };
interface Deltas {
  box: number;
  score: number;
  pairs: number;
}

/** The engine proposes tolerances; these are the widest that still mean "the same verdict". */
const widest = { box: 1, score: 0.01 };
/** Without so many compared detections there is no proof, whatever the engine asks for. */
const fewest = 1;

const boxDelta = (a: PredictedBox, b: PredictedBox): number =>
  Math.max(...a.p.map((value, i) => Math.abs(value - (b.p[i] as number))));

/** Or touches: of boxes beside the image that overlap there, only an edge is left in it. */
const overlaps = ({ p: a }: PredictedBox, { p: b }: PredictedBox): boolean =>
  Math.min(a[2], b[2]) >= Math.max(a[0], b[0]) && Math.min(a[3], b[3]) >= Math.max(a[1], b[1]);

/** The counterpart of a detection: same class, score within tolerance, nearest box. */
function counterpart(own: PredictedBox, others: Iterable<PredictedBox>, tolerance: typeof widest) {
  let best: PredictedBox | undefined;
  for (const other of others) {
    if (other.c !== own.c || Math.abs(other.score - own.score) > tolerance.score) continue;
    if (boxDelta(own, other) <= (best ? boxDelta(own, best) : tolerance.box)) best = other;
  }
  return best;
}

/**
 * Pairs the detections of both sides, whatever their order. Every firm one of the engine must be here, but for those that
 * a full list here has no room for: of tied scores either side may keep others, so the engine lists them all. What is only
 * here is a difference too, unless it stands for one that is not firm (of two boxes whose scores are all but equal either
 * may win), or its score is by the least that is compared.
 */
function comparePair(
  engine: readonly EngineBox[],
  server: readonly PredictedBox[],
  tolerance: typeof widest,
  floor: number,
) {
  const left = new Set(server);
  const isFull = server.length >= limits.predictionMax;
  const last = isFull ? Math.min(...server.map(({ score }) => score)) + tolerance.score : 0;
  const deltas: Deltas = { box: 0, score: 0, pairs: 0 };
  const missing: PredictedBox[] = [];
  // firm ones first: another may not take their counterpart
  for (const own of [...engine].sort((a, b) => Number(b.firm) - Number(a.firm))) {
    const same = counterpart(own, left, tolerance);
    if (same) left.delete(same);
    if (same && own.firm) {
      deltas.pairs++;
      deltas.box = Math.max(deltas.box, boxDelta(own, same));
      deltas.score = Math.max(deltas.score, Math.abs(own.score - same.score));
    } else if (own.firm && own.score > last) missing.push(own);
  }
  const loose = engine.filter(({ firm }) => !firm);
  const extra = [...left].filter(
    (box) => box.score > floor + tolerance.score && !loose.some((own) => own.c === box.c && overlaps(own, box)),
  );
  return { deltas, missing, extra };
}

const shown = ({ c, score, p }: PredictedBox): string =>
  `class ${c}, score ${score.toFixed(4)}, box ${p.map((v) => v.toFixed(2)).join(' ')}`;

/** `defaults`: the settings of the version, where the report names no others. */
export function boxComparison({ parity, metrics }: BoxReport, defaults: Settings): Comparison<Case> {
  const tolerance = {
    box: Math.min(parity.tolerance.box_px, widest.box),
    score: Math.min(parity.tolerance.score, widest.score),
  };
  const floor = parity.score_threshold;
  return {
    request: {
      prediction: 'boxes',
      settings: {
        ...defaults,
        score_threshold: floor,
        ...(parity.iou_threshold === undefined ? {} : { iou_threshold: parity.iou_threshold }),
      },
      classes: metrics.per_class.length,
    },
    cases: parity.cases,
    fewest: Math.max(parity.min_detections, fewest),
    unit: 'detections',
    tolerance,
    compare(one, answer) {
      const engine = one.detections.map(({ c, score, p, firm }) => ({ c, score, p: p as PredictedBox['p'], firm }));
      const server = ofType(answer, 'boxes').items;
      const { deltas, missing, extra } = comparePair(engine, server, tolerance, floor);
      return Promise.resolve({
        failures: [
          ...missing.map((box) => `${one.name}: only the engine found ${shown(box)}`),
          ...extra.map((box) => `${one.name}: only the server found ${shown(box)}`),
        ],
        compared: deltas.pairs,
        deltas: { box: deltas.box, score: deltas.score },
      });
    },
  };
}
