/**
 * The engine of the installation that `make-fixture.ts` makes: protocol v 1 with no network behind it. What it hands over
 * is one of two drawn graphs (inference/fixtures), with a report whose parity cases are true of that graph.
 *
 *   node old-engine.ts -m loupe_engine run <job.json>
 *
 * The seed of the training says how it ends: 1 completes, 2 fails on an image, 3 waits behind its first checkpoint for a
 * request.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';

interface Job {
  task: number;
  attempt: number;
  recipe: 'detect' | 'anomaly';
  seed: number;
  threads: number;
  manifest: { url: string };
  blobs: string;
  classes: { index: number; name: string }[];
  out: string;
  report: { address_file: string };
}
interface Line {
  sha256: string;
  part: string;
  role: string;
  name: string;
}

const graphs = { detect: 'bright.onnx', anomaly: 'glow.onnx' } as const;
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const job = JSON.parse(readFileSync(process.argv.at(-1)!, 'utf8')) as Job;
const out = fileURLToPath(job.out);
const lines = gunzipSync(readFileSync(fileURLToPath(job.manifest.url)))
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

const events: string[] = [];
let desired = 'run';
let acknowledged = 0;

function emit(body: Record<string, unknown>): void {
  const line = JSON.stringify({ seq: events.length + 1, t: Date.now() / 1000, ...body });
  appendFileSync(path.join(out, 'events.jsonl'), `${line}\n`);
  events.push(line);
}

/** Sends what is not acknowledged yet, and hears what the person wants. */
async function post(): Promise<void> {
  const { url } = JSON.parse(readFileSync(job.report.address_file, 'utf8')) as { url: string };
  const answer = await fetch(`${url}/engine/v1/attempts/${job.task}/${job.attempt}/report`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${readFileSync(path.join(out, 'token'), 'utf8')}`,
    },
    body: `{"v":1,"from":${acknowledged + 1},"events":[${events.slice(acknowledged).join()}]}`,
  });
  if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
  const said = (await answer.json()) as { ack: number; desired: string };
  acknowledged = said.ack;
  desired = said.desired;
}

function writeFile(name: string, data: string | Uint8Array): { path: string; sha256: string } {
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, name), data);
  return { path: name, sha256: sha256(data) };
}

function hand(role: 'onnx' | 'best' | 'report', name: string, data: string | Uint8Array): void {
  emit({ type: 'artefact', role, bytes: Buffer.byteLength(data), ...writeFile(name, data) });
}

interface Pixels {
  width: number;
  height: number;
  /** The brightest channel of each pixel. */
  grey: Uint8Array;
  head: { name: string; sha256: string; width: number; height: number; pixels_sha256: string };
}

async function read({ sha256: hash, name }: Line): Promise<Pixels> {
  const file = fileURLToPath(`${job.blobs}${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`);
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const grey = Uint8Array.from({ length: width * height }, (_, i) => Math.max(...data.subarray(3 * i, 3 * i + 3)));
  return { width, height, grey, head: { name, sha256: hash, width, height, pixels_sha256: sha256(data) } };
}

/** What the graph `bright` finds, but for the candidate that lies below all thresholds. */
function brightBox({ width, height, grey }: Pixels) {
  const bright = [...grey.keys()].filter((i) => grey[i]! > 200);
  if (bright.length === 0) return [];
  const columns = bright.map((i) => i % width);
  const rows = bright.map((i) => Math.floor(i / width));
  const p = [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1];
  const [x1, y1, x2, y2] = p as [number, number, number, number];
  const best = Math.max(...grey) / 255;
  return [
    { c: x2 - x1 > y2 - y1 ? 0 : 1, score: best - 0.0005, p },
    { c: 0, score: 0.05, p: [0, 0, width, height] },
  ];
}

const weights = { weights_sha256: sha256(`weights of task ${job.task}`), kept: 'averaged', epochs_done: 2 };

async function boxReport(validation: readonly Pixels[]) {
  return {
    v: 1,
    prediction: 'boxes',
    ...weights,
    metrics: {
      map50: 0.91,
      map50_95: 0.62,
      map33: 0.95,
      precision: 0.93,
      recall: 0.88,
      per_class: job.classes.map(({ index, name }) => ({ index, name, ap50: 0.9 + index / 100, truths: 12 + index })),
    },
    thresholds: { confidence: 0.42 },
    parity: {
      min_detections: 1,
      score_threshold: 0.01,
      iou_threshold: 0.5,
      tolerance: { box_px: 0.5, score: 0.01 },
      cases: validation.map((one) => ({ ...one.head, detections: brightBox(one) })),
    },
  };
}

/** What the graph `glow` gives: the brightest value, and the heat of each second pixel. */
function glow({ width, grey }: Pixels) {
  const heat = [...grey.keys()].filter((i) => (i % width) % 2 === 0 && Math.floor(i / width) % 2 === 0);
  return { score: Math.max(...grey) / 255, heat_mean: heat.reduce((sum, i) => sum + grey[i]!, 0) / heat.length };
}

async function scoreReport(validation: readonly Pixels[], of: readonly Line[]) {
  const cases = validation.map((one) => ({ ...one.head, ...glow(one) }));
  const scores = (isNg: boolean) =>
    cases
      .filter((_, i) => (of[i]!.role === 'ng') === isNg)
      .map(({ score }) => score)
      .sort((a, b) => a - b);
  const [ok, ng] = [scores(false), scores(true)];
  return {
    v: 1,
    prediction: 'scoremap',
    ...weights,
    metrics: {
      image_auroc: ng.length > 0 ? 1 : null,
      pixel_auroc: ng.length > 0 ? 0.97 : null,
      pro: null,
      false_reject: 0,
      true_reject: ng.length > 0 ? 1 : null,
      ok: ok.length,
      ng: ng.length,
    },
    thresholds: { score: 0.5 },
    scores: { ok, ng },
    parity: { min_cases: 1, tolerance: { score: 0.001, heat: 2 }, cases },
  };
}

function checkpoint(step: number): void {
  const name = `checkpoint-${String(step).padStart(9, '0')}.json`;
  emit({ type: 'checkpoint', step, ...writeFile(name, JSON.stringify({ step, chain: weights.weights_sha256 })) });
}

/** Gives how it ended. */
async function train(): Promise<Record<string, unknown>> {
  emit({ type: 'started', device: 'cpu', threads: job.threads, dtype: 'float32', versions: { engine: '0.1.0' } });
  emit({ type: 'phase', name: 'prepare' });
  emit({ type: 'warning', code: 'data.labelOutside', args: {}, file: lines[0]!.name });
  emit({ type: 'phase', name: 'train' });
  if (job.seed === 2) {
    const cause = { code: 'data.imageCorrupt', stage: 'train', file: lines[0]!.name, args: {} };
    return { type: 'end', as: 'failed', step: 0, cause };
  }
  for (let step = 1; step <= 10; step++) {
    emit({ type: 'series', step, values: { loss: 1 / step, map50: step / 11 } });
    emit({ type: 'progress', done: step, total: 10, unit: 'step', eta_s: 10 - step });
    if (step % 5 === 0) checkpoint(step);
    while (job.seed === 3 && step === 5 && desired === 'run') {
      await post();
      await sleep(50);
    }
    if (desired === 'pause' || desired === 'stop')
      return { type: 'end', as: desired === 'stop' ? 'stopped' : 'paused', step };
  }
  emit({ type: 'phase', name: 'export' });
  const validation = lines.filter(({ part }) => part === 'val');
  const pixels = await Promise.all(validation.map(read));
  const graph = path.join(import.meta.dirname, '../../inference/fixtures', graphs[job.recipe]);
  hand('onnx', 'model.onnx', readFileSync(graph));
  hand('best', 'best.json', JSON.stringify(weights));
  const report = job.recipe === 'detect' ? boxReport(pixels) : scoreReport(pixels, validation);
  hand('report', 'report.json', JSON.stringify(await report));
  return { type: 'end', as: 'completed', step: 10 };
}

emit(await train());
while (acknowledged < events.length) await post();
