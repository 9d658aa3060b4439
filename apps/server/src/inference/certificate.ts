/** The parity certificate: from file bytes to a prediction, engine and server give the same on the engine's cases. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { messageText, type Certificate, type EngineReport, type Thresholds } from '@loupe/contract';
import { inspectImage } from '../core/decode.ts';
import { AppError } from '../core/errors.ts';
import { sha256OfFile } from '../core/hash.ts';
import { chainOf } from '../families/index.ts';
import { predictionTypeOf, type Settings } from '../predictions/index.ts';
import { nothingCompared, type Compared, type Comparison, type ParityCase } from '../predictions/parity.ts';
import type { Inference, InferenceAnswer } from './pool.ts';
import { predictChain, type Asked, type Network } from './predictor.ts';

export interface CaseInput {
  report: EngineReport;
  /** Folder of the run; cases name their files within it. */
  runDir: string;
  blobPath: (sha256: string) => string;
  /** What the version's graph is given beside the image. */
  settings: Settings;
}
/** Of one network. */
export interface CertifyInput extends CaseInput {
  onnxPath: string;
  /** Of the ONNX file; taken from the file where it is left out. */
  sha256?: string;
}
/** Of all networks of a version together. */
export interface CertifyChainInput extends CaseInput {
  modelType: string;
  networks: readonly Network[];
  thresholds: Thresholds;
}

const failuresListed = 20;

/** The file of a case: in the run's folder, or a stored image. Undefined where it names neither, or leaves the folder. */
function fileOf({ file, sha256 }: ParityCase, input: CaseInput): string | undefined {
  if (file) {
    const full = path.resolve(input.runDir, file);
    return full.startsWith(path.resolve(input.runDir) + path.sep) ? full : undefined;
  }
  return sha256 ? input.blobPath(sha256) : undefined;
}

interface CaseResult extends Compared {
  pixelsEqual: boolean;
  format: string | undefined;
}
const failedCase = (why: string): CaseResult => ({
  ...nothingCompared,
  failures: [why],
  pixelsEqual: false,
  format: undefined,
});

async function formatOfFile(file: string): Promise<string> {
  const { format, bits, orientation } = await inspectImage(file);
  return [format, bits > 8 ? `${bits} bit` : '', orientation > 1 ? 'turned' : ''].filter(Boolean).join(' ');
}

/** Size and pixels, before anything is said of the prediction. */
function judgePixels(one: ParityCase, answer: InferenceAnswer): { failures: string[]; pixelsEqual: boolean } {
  const failures: string[] = [];
  if (answer.width !== one.width || answer.height !== one.height)
    failures.push(`${one.name}: ${answer.width}×${answer.height} here, ${one.width}×${one.height} in the engine`);
  const pixelsEqual = answer.pixelsSha256 === one.pixels_sha256;
  if (!pixelsEqual) failures.push(`${one.name}: the decoded pixels differ`);
  return { failures, pixelsEqual };
}

/** Both sides' prediction of a case: here. */
type Ask = (asked: Asked, by: Comparison) => Promise<InferenceAnswer>;

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function runCase(one: ParityCase, input: CaseInput, ask: Ask, by: Comparison): Promise<CaseResult> {
  const file = fileOf(one, input);
  if (!file || !(await isThere(file))) return failedCase(`${one.name}: its file is missing`);
  try {
    const answer = await ask({ source: { path: file }, name: one.name, hashPixels: true }, by);
    const { failures, pixelsEqual } = judgePixels(one, answer);
    const compared = await by.compare(one, answer.prediction);
    const format = await formatOfFile(file);
    return { ...compared, failures: [...failures, ...compared.failures], pixelsEqual, format };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failedCase(`${one.name}: ${messageText(error.key, 'en', error.args)}`);
  }
}

/** Runs the cases and says whether the version may be used. Never throws for what the model or the report holds. */
async function compareCases(input: CaseInput, inference: Inference, ask: Ask): Promise<Certificate> {
  const by = predictionTypeOf(input.report.prediction).parity(input.report, input.settings);
  const results: CaseResult[] = [];
  // one after the other: the hosts are for people who wait
  for (const one of by.cases) results.push(await runCase(one, input, ask, by));
  const compared = results.reduce((sum, r) => sum + r.compared, 0);
  const whole = by.end?.() ?? nothingCompared;
  const failures = [...results.flatMap((r) => r.failures), ...whole.failures];
  if (compared < by.fewest)
    failures.unshift(`${compared} ${by.unit} were compared; ${by.fewest} are needed for a proof: train longer`);
  const largest = (name: string): number => Math.max(0, ...[...results, whole].map((one) => one.deltas[name] ?? 0));
  return {
    v: 2,
    prediction: input.report.prediction,
    passed: failures.length === 0,
    cases: results.length,
    compared,
    minCompared: by.fewest,
    deltas: Object.entries(by.tolerance).map(([name, tolerance]) => ({
      name,
      largest: largest(name),
      tolerance,
    })),
    pixelsEqual: results.length > 0 && results.every((r) => r.pixelsEqual),
    formats: [...new Set(results.flatMap((r) => (r.format ? [r.format] : [])))].sort(),
    failures: failures.slice(0, failuresListed),
    runtime: inference.health().runtime,
    at: new Date().toISOString(),
  };
}

export async function certify(input: CertifyInput, inference: Inference): Promise<Certificate> {
  const { onnxPath } = input;
  const sha256 = input.sha256 ?? (await sha256OfFile(onnxPath));
  return compareCases(input, inference, (asked, by) => inference.run({ ...by.request, ...asked, onnxPath, sha256 }));
}

/** That of the whole: the engine's own chain and the server's give one prediction. */
export function certifyChain(input: CertifyChainInput, inference: Inference): Promise<Certificate> {
  const { modelType, networks, thresholds } = input;
  const chain = chainOf(modelType);
  return compareCases(input, inference, (asked, { request }) =>
    predictChain(inference, chain, networks, thresholds, asked, request.settings),
  );
}
