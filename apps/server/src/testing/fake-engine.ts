/**
 * An engine without a network: it speaks protocol v 1 as the real one does (events to a file first, posts by a cursor,
 * checkpoints, artefacts, requests, fence), and its "weights" are a hash chain, so that a wrong resume shows.
 *
 *   node fake-engine.ts [--step-ms=5] [--hold-at=STEP,…] [--die-at=STEP] [--fail=CODE] [--mute=1] [--flush-ms=N]
 *     [--onnx=FILE] [--recipes=MODULE] run <job.json>
 *
 * `--hold-at`: a step for each attempt, behind which it waits for a request or for the file `go` in its run
 * folder. `--recipes`: address of a module whose `makers` hand over what further recipes make. A test that sends something to a training that is alive needs no guess of how long that is.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  Job,
  ManifestLine,
  type BoxReport,
  type EngineEvent,
  type RecipeId,
  type ReportAnswer,
  type ScoreReport,
} from '@loupe/contract';
import { decodeImage } from '../core/decode.ts';
import { maskReport } from './fake-masks.ts';
import { mapReport, readReport } from './fake-texts.ts';

/** Steps of one epoch; each epoch ends with a checkpoint. */
const epochSteps = 5;

type Body<E> = E extends unknown ? Omit<E, 'seq' | 't'> : never;
type Desired = ReportAnswer['desired'];
interface State {
  step: number;
  chain: string;
}
/** What a recipe hands over: its report, that of the whole chain where it is the last stage, and its graph. */
export type Maker = (
  job: Job,
  trained: ReturnType<typeof trainedWith>,
  images: readonly ManifestLine[],
) => Promise<{ report: object; chain?: object; onnx?: string }>;
export type Makers = Readonly<Record<string, Maker>>;
interface Engine {
  job: Job;
  makers: Makers;
  out: string;
  option: (name: string) => string | undefined;
  desired: () => Desired;
  emit: (body: Body<EngineEvent>) => void;
  /** Posts until everything is acknowledged, or the time is over. */
  flush: (milliseconds: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const nextState = ({ step, chain }: State, seed: number): State => ({
  step: step + 1,
  chain: sha256(`${chain} ${seed} ${step + 1}`),
});

function writeWhole(file: string, data: string | Buffer): string {
  writeFileSync(`${file}.part`, data);
  fsyncSync(openSync(`${file}.part`, 'r+'));
  renameSync(`${file}.part`, file);
  return sha256(data);
}

/** events.jsonl and the cursor over it. */
function openEvents(job: Job, out: string, isMute: boolean): Pick<Engine, 'emit' | 'flush' | 'desired'> {
  const file = path.join(out, 'events.jsonl');
  const token = readFileSync(path.join(out, 'token'), 'utf8');
  const events: string[] = [];
  let desired: Desired = 'run';
  let ack = 0;
  let posted = 0;
  let pending = Promise.resolve();
  process.on('SIGTERM', () => (desired = 'pause'));
  const post = async () => {
    const { url } = JSON.parse(readFileSync(job.report!.address_file, 'utf8')) as { url: string };
    const body = `{"v":1,"from":${ack + 1},"events":[${events.slice(ack, ack + 256).join()}]}`;
    const answer = await fetch(`${url}/engine/v1/attempts/${job.task}/${job.attempt}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    });
    if (answer.status === 409 || answer.status === 410) process.exit(75);
    if (answer.status !== 200) return;
    const reply = (await answer.json()) as ReportAnswer;
    ack = reply.ack;
    if (desired !== 'pause') desired = reply.desired;
  };
  const cursor = () => {
    if (isMute) return pending;
    pending = pending.then(() => {
      if (events.length === ack && Date.now() - posted < 1000) return;
      posted = Date.now();
      return post().catch(() => undefined);
    });
    return pending;
  };
  setInterval(() => void cursor(), 50).unref();
  return {
    desired: () => desired,
    emit: (body) => {
      const line = JSON.stringify({ seq: events.length + 1, t: Date.now() / 1000, ...body });
      appendFileSync(file, `${line}\n`);
      events.push(line);
    },
    flush: async (milliseconds) => {
      for (const end = Date.now() + milliseconds; ack < events.length && Date.now() < end;) {
        await cursor();
        await sleep(10);
      }
    },
  };
}

function startState({ job }: Engine): State {
  if (!job.resume) return { step: 0, chain: sha256(job.manifest.sha256) };
  const text = readFileSync(fileURLToPath(job.resume.path), 'utf8');
  if (sha256(text) !== job.resume.sha256) throw new Error('the checkpoint is damaged');
  return JSON.parse(text) as State;
}

/** The manifest is read as the real engine does; false when an image is not where it should be. */
function readManifest({ job }: Engine): ManifestLine[] {
  const packed = readFileSync(fileURLToPath(job.manifest.url));
  if (sha256(packed) !== job.manifest.sha256) throw new Error('the manifest is damaged');
  const lines = gunzipSync(packed).toString().trimEnd().split('\n');
  return lines.map((line) => ManifestLine.parse(JSON.parse(line)));
}

function artefact(
  { out, emit }: Engine,
  role: 'onnx' | 'best' | 'report' | 'chain',
  name: string,
  data: string | Buffer,
): void {
  const hash = writeWhole(path.join(out, name), data);
  emit({ type: 'artefact', role, path: name, bytes: Buffer.byteLength(data), sha256: hash });
}

const trainedWith = ({ step, chain }: State) => ({
  weights_sha256: chain,
  kept: 'raw' as const,
  epochs_done: step / epochSteps,
});

/** Of a recipe whose images have one score each: that of the graph `glow`, so that its certificate holds. */
async function scoreReport({ job }: Engine, state: State, images: readonly ManifestLine[]): Promise<ScoreReport> {
  const cases: ScoreReport['parity']['cases'] = [];
  const scores: { ok: number[]; ng: number[] } = { ok: [], ng: [] };
  for (const { sha256: hash, role, part, name } of images) {
    if (part !== 'val') continue;
    const file = fileURLToPath(`${job.blobs}${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`);
    // one after the other, as it is a test
    // oxlint-disable-next-line no-await-in-loop
    const { width, height, data } = await decodeImage(file);
    const { score, heatMean } = glow(width, height, data);
    const pixels = { width, height, pixels_sha256: sha256(Buffer.from(data)) };
    cases.push({ name: name ?? hash, sha256: hash, ...pixels, score, heat_mean: heatMean });
    scores[role === 'ng' ? 'ng' : 'ok'].push(score);
  }
  for (const list of Object.values(scores)) list.sort((a, b) => a - b);
  const [ok, ng] = [scores.ok.length, scores.ng.length];
  return {
    v: 1,
    prediction: 'scoremap',
    ...trainedWith(state),
    metrics: {
      image_auroc: ng > 0 ? 1 : null,
      pixel_auroc: null,
      pro: null,
      false_reject: 0,
      true_reject: ng > 0 ? 1 : null,
      ok,
      ng,
    },
    thresholds: { score: 0.5 },
    scores,
    probes: {
      images: ok,
      refused: 0,
      judged: ok,
      held: ok,
      needed: Math.max(0, 49 - ok),
      cells: [
        { kind: 'stain', px: 3, share: 0.06, found: 4, tried: 10 },
        { kind: 'stain', px: 6, share: 0.12, found: 10, tried: 10 },
      ],
      examples: [],
    },
    parity: { min_cases: Math.max(1, cases.length), tolerance: { score: 1e-3, heat: 2 }, cases },
  };
}

/** What the graph `glow` gives (inference/fixtures). */
function glow(width: number, height: number, rgb: Uint8Array): { score: number; heatMean: number } {
  const at = (x: number, y: number) => Math.max(...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      sum += at(x, y);
      count++;
    }
  }
  return { score: rgb.reduce((most, value) => Math.max(most, value), 0) / 255, heatMean: sum / count };
}

function boxReport({ job }: Engine, state: State): BoxReport {
  return {
    v: 1,
    prediction: 'boxes',
    ...trainedWith(state),
    metrics: {
      map50: 0.5,
      map50_95: 0.25,
      map33: 0.6,
      precision: 0.7,
      recall: 0.8,
      per_class: job.classes.map(({ index, name }) => ({ index, name, ap50: 0.5, truths: 20 })),
    },
    thresholds: { confidence: 0.31, own: [{ index: 0, confidence: 0.44 }] },
    parity: { min_detections: 1, score_threshold: 0.01, tolerance: { box_px: 0.5, score: 0.01 }, cases: [] },
  };
}

/** Waits behind the step that this attempt shall wait behind. */
async function hold({ job, out, option, desired }: Engine, step: number): Promise<void> {
  const holdAt = option('hold-at')?.split(',')[job.attempt - 1];
  if (step !== Number(holdAt ?? -1)) return;
  // oxlint-disable-next-line no-await-in-loop
  while (desired() === 'run' && !existsSync(path.join(out, 'go'))) await sleep(5);
}

async function finish(engine: Engine, state: State, images: readonly ManifestLine[]): Promise<void> {
  const { job, option, emit } = engine;
  emit({ type: 'phase', name: 'export' });
  const file = option('onnx');
  artefact(engine, 'best', 'best.json', JSON.stringify(state));
  const own: Partial<Record<RecipeId, () => Promise<unknown>>> = {
    detect: () => Promise.resolve({ report: boxReport(engine, state) }),
    locate: () => Promise.resolve({ report: boxReport(engine, state) }),
    inspect: () => Promise.resolve({ report: boxReport(engine, state), chain: boxReport(engine, state) }),
    anomaly: async () => ({ report: await scoreReport(engine, state, images) }),
    segment: async () => ({ report: await maskReport(job, trainedWith(state), images) }),
    textdet: () => mapReport(job, trainedWith(state), images),
    textrec: () => readReport(job, trainedWith(state), images),
  };
  const make = (engine.makers[job.recipe] ?? own[job.recipe]) as Maker;
  const { report, chain, onnx = file } = await make(job, trainedWith(state), images);
  artefact(engine, 'onnx', 'model.onnx', onnx ? readFileSync(onnx) : `no graph ${state.chain}`);
  artefact(engine, 'report', 'report.json', JSON.stringify(report));
  if (chain) artefact(engine, 'chain', 'chain.json', JSON.stringify(chain));
}

async function train(engine: Engine): Promise<Body<EngineEvent> & { type: 'end' }> {
  const { job, out, option, desired, emit } = engine;
  const images = readManifest(engine);
  let state = startState(engine);
  emit({ type: 'started', device: 'cpu', threads: job.threads, dtype: 'float32', versions: { fake: '1' } });
  emit({ type: 'phase', name: 'train' });
  const fault = option('fail');
  if (fault) {
    const cause = { code: fault, stage: 'train', file: images[0]?.name ?? null, args: { why: 'as asked' } };
    return { type: 'end', as: 'failed', step: state.step, cause };
  }
  // a recipe with a time budget has none
  const epochs = Number(job.params['epochs'] ?? 1);
  while (state.step < epochs * epochSteps && desired() !== 'complete') {
    await sleep(Number(option('step-ms') ?? 5));
    state = nextState(state, job.seed);
    if (state.step === Number(option('die-at') ?? -1)) process.kill(process.pid, 'SIGKILL');
    emit({ type: 'series', step: state.step, values: { loss: 1 / state.step, attempt: job.attempt } });
    const total = epochs * epochSteps;
    emit({ type: 'progress', done: state.step, total, unit: 'step', eta_s: (total - state.step) * 0.02 });
    await hold(engine, state.step);
    const halts = desired() === 'pause' || desired() === 'stop';
    if (halts || state.step % epochSteps === 0) {
      const name = `checkpoint-${String(state.step).padStart(9, '0')}.json`;
      emit({
        type: 'checkpoint',
        step: state.step,
        path: name,
        sha256: writeWhole(path.join(out, name), JSON.stringify(state)),
      });
    }
    if (halts) return { type: 'end', as: desired() === 'pause' ? 'paused' : 'stopped', step: state.step };
  }
  await finish(engine, state, images);
  return { type: 'end', as: 'completed', step: state.step };
}

async function main(): Promise<void> {
  const option = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
  const module = option('recipes');
  const { makers } = module ? ((await import(module)) as { makers: Makers }) : { makers: {} };
  const job = Job.parse(JSON.parse(readFileSync(process.argv.at(-1)!, 'utf8')));
  const out = fileURLToPath(job.out);
  if (existsSync(path.join(out, 'events.jsonl'))) throw new Error('this attempt ran already');
  const engine: Engine = { job, makers, out, option, ...openEvents(job, out, option('mute') !== undefined) };
  engine.emit(await train(engine));
  await engine.flush(Number(option('flush-ms') ?? 10_000));
}

await main();
