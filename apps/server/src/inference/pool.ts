/** A few inference hosts with one bounded queue: limits on time and memory, restart with backoff, a breaker per model. */
import { rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Prediction } from '@loupe/contract';
import { AppError } from '../core/errors.ts';
import type { Asking } from '../predictions/parity.ts';
import type { Services } from '../core/services.ts';
import { makeBreaker } from './breaker.ts';
import { featuresFile } from './features/file.ts';
import { modelFileName } from './hash.ts';
import { HostLost, startHost, type Host, type HostOptions, type Question } from './host-process.ts';
import type { HostPrediction, HostRefusal, Look, Region, TileOutput } from './protocol.ts';
import { runtimeName } from './runtime.ts';
import { makeWorkFolder } from './work-folder.ts';

export interface InferenceRequest extends Asking {
  onnxPath: string;
  sha256: string;
  source: { path: string } | { bytes: Buffer };
  /** An image with more pixels is refused. */
  pixelsMax?: number;
  /** Who asks: those who wait take turns. */
  by?: string;
  /** Name of the image, for messages. */
  name?: string;
  hashPixels?: boolean;
  /** The same `source` is asked for again right after this: where it can be, it is not decoded twice. */
  keep?: boolean;
}
/** What was seen of an image: size, hash of the decoded RGB bytes where `hashPixels` asked for it, and times. */
export interface Seen {
  width: number;
  height: number;
  pixelsSha256: string | null;
  ms: { load: number; decode: number; model: number };
}
export interface InferenceAnswer extends Seen {
  prediction: Prediction;
}
export interface RegionAnswers extends Seen {
  /** One for each region, in its own pixels. */
  predictions: Prediction[];
}
export interface TileAnswers extends Seen {
  tiles: TileOutput[];
}
export interface InferenceHealth {
  runtime: string;
  processes: number;
  busy: number;
  waiting: number;
  /** Processes lost since the start, by reason. */
  lost: { timeout: number; memory: number; crash: number };
  pids: number[];
}
export interface Inference {
  /** Of the whole image. */
  run: (request: InferenceRequest) => Promise<InferenceAnswer>;
  /** Of parts of the image, which is decoded once. At least one. */
  runRegions: (request: InferenceRequest, regions: readonly Region[]) => Promise<RegionAnswers>;
  /** Features of an image, which is decoded once, or what heads make of them. */
  look: (request: LookRequest, look: Look) => Promise<TileAnswers>;
  health: () => InferenceHealth;
  close: () => Promise<void>;
}
export interface InferenceOptions {
  seconds: number;
  memoryMb: number;
  processes?: number;
  threads?: number;
  waitingMax?: number;
  /** Where the processes get their empty folder. */
  folder?: string;
  /** Addresses of modules that register further prediction types in the processes (`registerGraph`). */
  modules?: readonly string[];
  log?: Pick<Services['log'], 'warn'>;
}

interface Slot {
  host: Host | undefined;
  busy: boolean;
  /** Models that this host has loaded, so that a request goes where its model is. */
  models: Set<string>;
  /** Number of the image that it was asked to keep. */
  imageId: number | null;
  faults: number;
}
/** Whose features are asked for. */
export type LookRequest = Pick<InferenceRequest, 'source' | 'by' | 'name' | 'pixelsMax'>;
type Asked = Omit<InferenceRequest, 'prediction'> & {
  prediction: string;
  regions?: readonly Region[];
  look?: Look;
};
type Answer = RegionAnswers & TileAnswers;
interface Waiting {
  request: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}
const backoffMs = (faults: number): number => (faults === 0 ? 0 : Math.min(100 * 2 ** (faults - 1), 5000));

function refusal({ fault, why }: HostRefusal, { sha256, name = '', pixelsMax = 0 }: Asked): AppError {
  const model = modelFileName(sha256);
  if (fault === 'model.damaged') return new AppError('version.damaged', { args: { model } });
  if (fault === 'model.refused' || fault === 'model.failed')
    return new AppError('inference.failed', { args: { model, why } });
  return new AppError(fault, { args: { file: name, megapixels: pixelsMax / 1_000_000 } });
}

/** A host that was lost while it decoded: that is the image's fault. */
function decodeError({ reason }: HostLost, file: string, seconds: number): AppError {
  if (reason === 'timeout') return new AppError('image.slow', { args: { file, seconds } });
  return new AppError(reason === 'memory' ? 'image.memory' : 'image.corrupt', { args: { file } });
}

function lossError(lost: HostLost, { sha256, name = '' }: Asked, seconds: number): AppError {
  const { reason, message, stage } = lost;
  const model = modelFileName(sha256);
  if (stage === 'decode') return decodeError(lost, name, seconds);
  if (reason === 'timeout') return new AppError('inference.timeout', { args: { model, seconds } });
  if (reason === 'memory') return new AppError('inference.memory', { args: { model } });
  return new AppError('inference.failed', { args: { model, why: message } });
}

const answerOf = ({ predictions, tiles, width, height, pixelsSha256, ms }: HostPrediction): Answer => ({
  predictions,
  tiles,
  width,
  height,
  pixelsSha256,
  ms,
});

// Numbers, so that a process that keeps an image keeps no upload of this one in memory.
const imageIds = new WeakMap<InferenceRequest['source'], number>();
let images = 0;
function imageIdOf(source: InferenceRequest['source']): number {
  const id = imageIds.get(source) ?? ++images;
  imageIds.set(source, id);
  return id;
}

const questionOf = (request: Asked): Question => ({
  // the host runs in another folder
  onnx: { path: path.resolve(request.onnxPath), sha256: request.sha256 },
  prediction: request.prediction,
  image: 'path' in request.source ? path.resolve(request.source.path) : null,
  imageId: imageIdOf(request.source),
  keep: request.keep ?? false,
  regions: request.regions ? [...request.regions] : null,
  look: request.look ?? null,
  settings: request.settings,
  classes: request.classes ?? null,
  pixelsMax: request.pixelsMax ?? null,
  hashPixels: request.hashPixels ?? false,
});

/** Askers whose last turn is remembered. */
const servedKept = 64;
/** It never came to the model. */
const isImageFault = (error: unknown): boolean => error instanceof AppError && error.key.startsWith('image.');

/** Two processes at least, so that one hanging model does not hold up the others. */
export const defaultProcesses = (): number => Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2)));

const loadOf = (slots: readonly Slot[]) => ({
  busy: slots.filter((slot) => slot.busy).length,
  pids: slots.flatMap((slot) => (slot.host?.isAlive() ? [slot.host.pid] : [])),
});

/** A free slot: one that has the image, else one that has the model, else an unused one, else any. */
function freeSlot(slots: readonly Slot[], { sha256, source }: Asked): Slot | undefined {
  const free = slots.filter((slot) => !slot.busy);
  const imageId = imageIdOf(source);
  return (
    free.find((slot) => slot.imageId === imageId) ??
    free.find((slot) => slot.models.has(sha256)) ??
    free.find((slot) => slot.models.size === 0) ??
    free[0]
  );
}

/** Asks one slot's host, started where there is none. Rejects with `HostLost` where the host died. */
async function askSlot(slot: Slot, request: Asked, options: HostOptions, limitMs: number) {
  if (!slot.host?.isAlive()) {
    slot.models.clear();
    slot.imageId = null;
    await sleep(backoffMs(slot.faults));
    slot.host = await startHost(options);
  }
  slot.imageId = request.keep ? imageIdOf(request.source) : null;
  const body = 'bytes' in request.source ? request.source.bytes : undefined;
  const answer = await slot.host.ask(questionOf(request), body, limitMs);
  slot.faults = 0;
  if (!answer.ok) throw refusal(answer, request);
  slot.models.add(request.sha256);
  return answerOf(answer);
}

/** Makes a pool. Processes start when they are first needed. */
export function createPool(options: InferenceOptions): Inference {
  const processes = options.processes ?? defaultProcesses();
  const threads = options.threads ?? Math.max(1, Math.floor(availableParallelism() / processes));
  const { seconds, memoryMb, waitingMax = 64, modules = [] } = options;
  const folder = makeWorkFolder(options.folder ?? tmpdir());
  const newSlot = (): Slot => ({ host: undefined, busy: false, models: new Set(), imageId: null, faults: 0 });
  const slots = Array.from({ length: processes }, newSlot);
  const waiting: Waiting[] = [];
  // who had a turn, the last one at the end
  let served: (string | undefined)[] = [];
  const breaker = makeBreaker();
  const lost = { timeout: 0, memory: 0, crash: 0 };
  let closed = false;
  const onEnd = (text: string): void => {
    if (text.trim() && !closed) options.log?.warn({ stderr: text }, 'inference process ended');
  };

  async function begin(slot: Slot, { request, resolve, reject }: Waiting): Promise<void> {
    slot.busy = true;
    breaker.begin(request.sha256);
    let outcome: Parameters<typeof breaker.end>[1] = 'answered';
    try {
      resolve(await askSlot(slot, request, { threads, memoryMb, folder, modules, onEnd }, seconds * 1000));
    } catch (error) {
      const isLost = error instanceof HostLost;
      if (isLost) {
        lost[error.reason]++;
        if (error.reason === 'crash') slot.faults++;
      }
      const refused = isLost ? lossError(error, request, seconds) : error;
      if (isImageFault(refused)) outcome = 'untried';
      else if (isLost) outcome = refused as AppError;
      reject(refused);
    }
    slot.busy = false;
    breaker.end(request.sha256, outcome);
    dispatch();
  }

  function dispatch(): void {
    for (;;) {
      const may = waiting.filter(({ request }) => breaker.mayBegin(request.sha256));
      const [next] = may.toSorted((a, b) => served.indexOf(a.request.by) - served.indexOf(b.request.by));
      const slot = next && freeSlot(slots, next.request);
      if (!slot) return;
      waiting.splice(waiting.indexOf(next), 1);
      served = [...served.filter((by) => by !== next.request.by), next.request.by].slice(-servedKept);
      void begin(slot, next);
    }
  }

  const ask = (request: Asked): Promise<Answer> => {
    const refused = breaker.refusal(request.sha256);
    if (closed || waiting.length >= waitingMax) return Promise.reject(new AppError('inference.busy'));
    if (refused) return Promise.reject(refused);
    return new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      dispatch();
    });
  };
  const run = async (request: InferenceRequest): Promise<InferenceAnswer> => {
    const { predictions, tiles: _, ...seen } = await ask(request);
    return { prediction: predictions[0]!, ...seen };
  };
  const runRegions = (request: InferenceRequest, regions: readonly Region[]) => ask({ ...request, regions });
  const look = (request: LookRequest, wanted: Look) =>
    ask({ ...request, ...featuresFile, prediction: 'features', settings: {}, look: wanted });
  const close = async (): Promise<void> => {
    closed = true;
    for (const { reject } of waiting.splice(0)) reject(new AppError('inference.busy'));
    await Promise.all(slots.map((slot) => slot.host?.end()));
    rmSync(folder, { recursive: true, force: true });
  };
  const health = (): InferenceHealth => {
    return { runtime: runtimeName(), processes, waiting: waiting.length, lost: { ...lost }, ...loadOf(slots) };
  };
  return { run, runRegions, look, health, close };
}
