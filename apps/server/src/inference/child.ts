/** The inference host in Node: decodes images and runs models, one request at a time, in a process that may be killed. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { cutText, type Prediction } from '@loupe/contract';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { decodeImage, inspectImage, ImageError, type DecodedImage } from '../core/decode.ts';
import { sha256OfFile } from '../core/hash.ts';
import { checkGraph, type GraphContract, type GraphPlace, type Output, type Place } from '../predictions/graph.ts';
import { graphOf } from '../predictions/graphs.ts';
import { OnnxRefused } from '../predictions/refused.ts';
import { readOnnx } from './onnx-file.ts';
import { lookAt } from './features/run.ts';
import { encodeFrame, HostRequest, hostProtocol, makeFrameReader, type Frame, type Region } from './protocol.ts';
import type { HostAnswer, HostFault, HostPrediction } from './protocol.ts';
import { runtimeName } from './runtime.ts';

/** Models held in memory, least recently used first. */
const modelsKept = 4;
/** How long a decoded image waits for the request that it is kept for. */
const keepMs = 2000;
/** A model file; protobuf ends at 2 GiB, and the largest network of the product has a quarter of this. */
const modelBytesMax = 1024 * 1024 * 1024;

const options = JSON.parse(process.argv[2] ?? '{}') as {
  threads?: number;
  memoryMb?: number;
  parent: number;
  modules?: string[];
};
const memoryBytes = (options.memoryMb ?? 4096) * 1024 * 1024;

class Fault extends Error {
  readonly fault: HostFault;
  constructor(fault: HostFault, why: string) {
    super(why);
    this.fault = fault;
  }
}
interface Loaded {
  session: InferenceSession;
  /** Labels that the model says it has; null where it says nothing. */
  classes: number | null;
  /** What it says of itself. */
  about: unknown;
}
const loaded = new Map<string, Loaded>();

function aboutIn(metadata: ReadonlyMap<string, string>): unknown {
  try {
    return JSON.parse(metadata.get('loupe') ?? '{}') as unknown;
  } catch {
    return null;
  }
}

function classesIn(about: unknown): number | null {
  const { classes } = (about ?? {}) as { classes?: unknown };
  return Array.isArray(classes) ? classes.length : null;
}

async function letGo(sha256: string, { session }: Loaded): Promise<void> {
  loaded.delete(sha256);
  await session.release();
}

async function load({ onnx, prediction }: HostRequest): Promise<Loaded> {
  const kept = loaded.get(onnx.sha256);
  if (kept) {
    loaded.delete(onnx.sha256);
    loaded.set(onnx.sha256, kept);
    return kept;
  }
  const bytes = await stat(onnx.path).then(
    (s) => s.size,
    () => -1,
  );
  if (bytes < 0) throw new Fault('model.damaged', 'the model file is missing');
  if (bytes > modelBytesMax) throw new Fault('model.refused', 'the model file is larger than 1 GiB');
  if ((await sha256OfFile(onnx.path)) !== onnx.sha256) throw new Fault('model.damaged', 'the model file has changed');
  const { metadata } = readOnnx(await readFile(onnx.path));
  const session = await InferenceSession.create(onnx.path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: options.threads ?? 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const graph = graphOf(prediction, session.outputNames);
  checkGraph(graph, session.inputMetadata as readonly Place[], session.outputMetadata as readonly Place[]);
  const about = aboutIn(metadata);
  const entry = { session, classes: classesIn(about), about };
  loaded.set(onnx.sha256, entry);
  for (const [sha256, old] of loaded) {
    if (loaded.size <= modelsKept) break;
    await letGo(sha256, old);
  }
  return entry;
}

/** After a very large image a session keeps what it took: where memory grows short, the other models give theirs back. */
async function makeRoomFor({ onnx }: HostRequest): Promise<void> {
  if (process.memoryUsage.rss() < memoryBytes / 2) return;
  for (const [sha256, other] of loaded) {
    if (sha256 !== onnx.sha256) await letGo(sha256, other); // oxlint-disable-line no-await-in-loop
  }
}

async function decode(request: HostRequest, body: Buffer): Promise<DecodedImage> {
  if (request.pixelsMax !== null) {
    const { width, height } = await inspectImage(request.image ?? body);
    if (width * height > request.pixelsMax) throw new Fault('image.pixels', 'more pixels than allowed');
  }
  if (request.image === null) return decodeImage(body);
  const isThere = await access(request.image).then(
    () => true,
    () => false,
  );
  if (!isThere) throw new Fault('image.missing', 'the image file is missing');
  return decodeImage(request.image);
}

/** RGB bytes of a region. */
function cropOf({ data, width, height }: DecodedImage, region: Region): Uint8Array {
  const { x, y } = region;
  if (x + region.width > width || y + region.height > height)
    throw new Fault('model.failed', `a region of ${region.width}×${region.height} at ${x}, ${y} leaves the image`);
  const row = 3 * region.width;
  const crop = new Uint8Array(row * region.height);
  for (let i = 0; i < region.height; i++) {
    const start = 3 * ((y + i) * width + x);
    crop.set(data.subarray(start, start + row), i * row);
  }
  return crop;
}

const pixelsOf = ({ data, width, height }: DecodedImage) => ({
  data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  width,
  height,
});

async function infer(
  session: InferenceSession,
  graph: GraphContract,
  image: DecodedImage,
  region: Region | null,
  place: GraphPlace,
): Promise<Record<string, Output>> {
  const { data } = image;
  const { width, height, settings } = place;
  const pixels = region ? cropOf(image, region) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const { optional } = graph;
  const filled = graph.fill?.(place) ?? {};
  // only what the graph asks for: the runtime refuses anything else
  const feeds = Object.fromEntries(
    session.inputNames.map((name) => {
      if (name === 'image') return [name, new Tensor('uint8', pixels, [height, width, 3])];
      const own = filled[name];
      if (own) return [name, new Tensor('float32', own.data, [...own.dims])];
      const value = settings[name] ?? optional[name]?.fallback;
      if (value === undefined) throw new OnnxRefused(`the model has an input “${name}” that nobody fills`);
      return [name, new Tensor('float32', Float32Array.of(value), [1])];
    }),
  );
  return (await session.run(feeds)) as unknown as Record<string, Output>;
}

/** Frees the pixels at once: until they are collected a dozen images would pile up, and collecting costs more than this. */
function giveBack({ data }: DecodedImage): void {
  if (data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength) data.buffer.transfer(0);
}

let kept: { imageId: number; image: DecodedImage; until: NodeJS.Timeout } | null = null;

function dropKept(): void {
  if (!kept) return;
  clearTimeout(kept.until);
  giveBack(kept.image);
  kept = null;
}

/** The image of a request, decoded unless the one before was about it too. */
async function imageOf(request: HostRequest, body: Buffer): Promise<DecodedImage> {
  if (kept?.imageId !== request.imageId) {
    dropKept();
    return decode(request, body);
  }
  const { image, until } = kept;
  clearTimeout(until);
  kept = null;
  return image;
}

function keepOrGiveBack({ keep, imageId }: HostRequest, image: DecodedImage): void {
  if (keep) kept = { imageId, image, until: setTimeout(dropKept, keepMs).unref() };
  else giveBack(image);
}

const send = (json: unknown): void => void process.stdout.write(encodeFrame(json));
const reportStage = ({ id }: HostRequest, stage: 'decode' | 'model'): void => send({ v: hostProtocol, id, stage });

async function predict(request: HostRequest, body: Buffer): Promise<HostPrediction> {
  const start = performance.now();
  await makeRoomFor(request);
  const { session, classes, about } = await load(request);
  const graph = graphOf(request.prediction, session.outputNames);
  const ready = performance.now();
  reportStage(request, 'decode');
  const image = await imageOf(request, body);
  const decoded = performance.now();
  const { look } = request;
  const tiles = look ? await lookAt(session, pixelsOf(image), look, () => reportStage(request, 'model')) : [];
  const known = Math.min(request.classes ?? Infinity, classes ?? Infinity);
  const predictions: Prediction[] = [];
  for (const region of look ? [] : (request.regions ?? [null])) {
    // each has the time of one
    reportStage(request, 'model');
    const { settings } = request;
    const { width, height, quad } = { quad: undefined, ...(region ?? image) };
    const place: GraphPlace = { width, height, quad, settings, about };
    const outputs = await infer(session, graph, image, region, place); // oxlint-disable-line no-await-in-loop
    predictions.push(await graph.read(outputs, known, settings, place)); // oxlint-disable-line no-await-in-loop
  }
  const ms = { load: ready - start, decode: decoded - ready, model: performance.now() - decoded };
  const pixelsSha256 = request.hashPixels ? createHash('sha256').update(image.data).digest('hex') : null;
  const { width, height } = image;
  keepOrGiveBack(request, image);
  return { v: hostProtocol, id: request.id, ok: true, predictions, tiles, width, height, pixelsSha256, ms };
}

/** In words for a person: the runtime's first line, without its source places. */
const firstLine = (error: unknown): string =>
  cutText((error instanceof Error ? error.message : String(error)).split('\n')[0]!, 300);

function faultOf(error: unknown): HostFault {
  if (error instanceof Fault) return error.fault;
  if (error instanceof ImageError) return error.key;
  return error instanceof OnnxRefused ? 'model.refused' : 'model.failed';
}

/** A region that is none or a setting that is no number came from what a network before gave: no reason to end for all others. */
function readRequest(json: unknown): HostRequest {
  const parsed = HostRequest.safeParse(json);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Fault('model.failed', `it cannot be asked so: ${path.join('.')}: ${message}`);
}

async function answer({ json, body }: Frame): Promise<HostAnswer> {
  try {
    return await predict(readRequest(json), body);
  } catch (error) {
    const { id } = json as Pick<HostRequest, 'id'>;
    return { v: hostProtocol, id, ok: false, fault: faultOf(error), why: firstLine(error) };
  }
}

for (const module of options.modules ?? []) await import(module); // oxlint-disable-line no-await-in-loop
const watch = { limitBytes: memoryBytes, parent: options.parent };
const watchdog = new Worker(new URL('../core/watchdog.ts', import.meta.url), { workerData: watch });
// nothing runs before somebody watches
await once(watchdog, 'online');
watchdog.unref();
let last: Promise<void> = Promise.resolve();
const read = makeFrameReader((frame) => {
  const own = { json: frame.json, body: Buffer.from(frame.body) };
  last = last.then(async () => send(await answer(own)));
});
process.stdin.on('data', read);
process.stdin.on('end', () => void last.finally(() => process.exit(0)));
send({ v: hostProtocol, hello: runtimeName() });
