/** The parity certificate: from file bytes to detections, engine and server give the same on the engine's cases. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { limits, messageText, type Certificate, type EngineReport, type PredictedBox } from '@loupe/contract';
import { inspectPicture } from '../core/decode.ts';
import { AppError } from '../core/errors.ts';
import { sha256OfFile } from '../core/hash.ts';
import type { Inference, InferenceAnswer } from './pool.ts';

export interface CertifyInput {
  onnxPath: string;
  /** Of the ONNX file; taken from the file where it is left out. */
  sha256?: string;
  report: EngineReport;
  /** Folder of the run; cases name their files within it. */
  runDir: string;
  blobPath: (sha256: string) => string;
  iouThreshold: number;
}

type ParityCase = EngineReport['parity']['cases'][number];
type EngineBox = PredictedBox & { firm: boolean };
interface Deltas {
  box: number;
  score: number;
  pairs: number;
}

/** The engine proposes tolerances; these are the widest that still mean "the same verdict". */
const widest = { boxPx: 1, score: 0.01 };
/** Without so many compared detections there is no proof, whatever the engine asks for. */
const fewest = 1;
const failuresListed = 20;

/** The file of a case: in the run's folder, or a stored picture. Undefined where it names neither, or leaves the folder. */
function fileOf({ file, sha256 }: ParityCase, input: CertifyInput): string | undefined {
  if (file) {
    const full = path.resolve(input.runDir, file);
    return full.startsWith(path.resolve(input.runDir) + path.sep) ? full : undefined;
  }
  return sha256 ? input.blobPath(sha256) : undefined;
}

const boxDelta = (a: PredictedBox, b: PredictedBox): number =>
  Math.max(...a.p.map((value, i) => Math.abs(value - (b.p[i] as number))));

const overlaps = ({ p: a }: PredictedBox, { p: b }: PredictedBox): boolean =>
  Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);

/** The counterpart of a detection: same class, score within tolerance, nearest box. */
function counterpart(own: PredictedBox, others: Iterable<PredictedBox>, tolerance: typeof widest) {
  let best: PredictedBox | undefined;
  for (const other of others) {
    if (other.c !== own.c || Math.abs(other.score - own.score) > tolerance.score) continue;
    if (boxDelta(own, other) <= (best ? boxDelta(own, best) : tolerance.boxPx)) best = other;
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

interface CaseResult {
  failures: string[];
  deltas: Deltas;
  pixelsEqual: boolean;
  format: string | undefined;
}

const nothing: Deltas = { box: 0, score: 0, pairs: 0 };
const failedCase = (why: string): CaseResult => ({
  failures: [why],
  deltas: nothing,
  pixelsEqual: false,
  format: undefined,
});

async function formatOfFile(file: string): Promise<string> {
  const { format, bits, orientation } = await inspectPicture(file);
  return [format, bits > 8 ? `${bits} bit` : '', orientation > 1 ? 'turned' : ''].filter(Boolean).join(' ');
}

function judge(
  one: ParityCase,
  answer: InferenceAnswer,
  tolerance: typeof widest,
  floor: number,
): Omit<CaseResult, 'format'> {
  const failures: string[] = [];
  if (answer.width !== one.width || answer.height !== one.height)
    failures.push(`${one.name}: ${answer.width}×${answer.height} here, ${one.width}×${one.height} in the engine`);
  const pixelsEqual = answer.pixelsSha256 === one.pixels_sha256;
  if (!pixelsEqual) failures.push(`${one.name}: the decoded pixels differ`);
  const engine = one.detections.map(({ c, score, p, firm }) => ({ c, score, p: p as PredictedBox['p'], firm }));
  const { deltas, missing, extra } = comparePair(engine, answer.prediction.items, tolerance, floor);
  for (const box of missing) failures.push(`${one.name}: only the engine found ${shown(box)}`);
  for (const box of extra) failures.push(`${one.name}: only the server found ${shown(box)}`);
  return { failures, deltas, pixelsEqual };
}

type Known = CertifyInput & { sha256: string };

async function runCase(one: ParityCase, input: Known, inference: Inference, tolerance: typeof widest) {
  const file = fileOf(one, input);
  if (
    !file ||
    !(await access(file).then(
      () => true,
      () => false,
    ))
  )
    return failedCase(`${one.name}: its file is missing`);
  const { onnxPath, sha256, iouThreshold, report } = input;
  const classes = report.metrics.per_class.length;
  try {
    const request = {
      onnxPath,
      sha256,
      iouThreshold: report.parity.iou_threshold ?? iouThreshold,
      scoreThreshold: report.parity.score_threshold,
      classes,
      source: { path: file },
      name: one.name,
      hashPixels: true,
    };
    const answer = await inference.run(request);
    return { ...judge(one, answer, tolerance, report.parity.score_threshold), format: await formatOfFile(file) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failedCase(`${one.name}: ${messageText(error.key, 'en', error.args)}`);
  }
}

/** Runs the cases and says whether the version may be used. Never throws for what the model or the report holds. */
export async function certify(input: CertifyInput, inference: Inference): Promise<Certificate> {
  const { parity } = input.report;
  const tolerance = {
    boxPx: Math.min(parity.tolerance.box_px, widest.boxPx),
    score: Math.min(parity.tolerance.score, widest.score),
  };
  const sha256 = input.sha256 ?? (await sha256OfFile(input.onnxPath));
  const results: CaseResult[] = [];
  // one after the other: the hosts are for people who wait
  for (const one of parity.cases) results.push(await runCase(one, { ...input, sha256 }, inference, tolerance));
  const detections = results.reduce((sum, r) => sum + r.deltas.pairs, 0);
  const minDetections = Math.max(parity.min_detections, fewest);
  const failures = results.flatMap((r) => r.failures);
  if (detections < minDetections)
    failures.unshift(`${detections} detections were compared; ${minDetections} are needed for a proof`);
  return {
    v: 1,
    passed: failures.length === 0,
    cases: results.length,
    detections,
    minDetections,
    maxBoxDelta: Math.max(0, ...results.map((r) => r.deltas.box)),
    maxScoreDelta: Math.max(0, ...results.map((r) => r.deltas.score)),
    tolerance,
    pixelsEqual: results.length > 0 && results.every((r) => r.pixelsEqual),
    formats: [...new Set(results.flatMap((r) => (r.format ? [r.format] : [])))].sort(),
    failures: failures.slice(0, failuresListed),
    runtime: inference.health().runtime,
    at: new Date().toISOString(),
  };
}
