/**
 * What `locate` and `inspect` hand over in the engine of the tests: both with the graph `bright`, which finds the box around
 * bright pixels. A crop of 8 × 8 px in the middle of a bright part is bright all over: that is what the second stage finds.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cropRuleOf, type Job, type ManifestLine } from '@loupe/contract';
import { cropOf, type Box } from '@loupe/geometry';
import { decodeImage } from '../core/decode.ts';
import type { Maker, Makers } from './fake-engine.ts';

const bright = path.join(import.meta.dirname, '../inference/fixtures/bright.onnx');
type Pixels = Awaited<ReturnType<typeof decodeImage>>;
interface Found {
  c: number;
  score: number;
  p: Box;
}

/** The box around pixels above 200, as the graph gives it: wide ones are of the first label. */
function brightBox({ width, height, data }: Pixels, within = { x: 0, y: 0, width, height }): Found | undefined {
  let [x1, y1, x2, y2, top] = [Infinity, Infinity, 0, 0, 0];
  for (let y = within.y; y < within.y + within.height; y++) {
    for (let x = within.x; x < within.x + within.width; x++) {
      const at = 3 * (y * width + x);
      const value = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
      top = Math.max(top, value);
      if (value > 200) [x1, y1, x2, y2] = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x + 1), Math.max(y2, y + 1)];
    }
  }
  return x1 > x2 ? undefined : { c: x2 - x1 > y2 - y1 ? 0 : 1, score: top / 255 - 0.0006, p: [x1, y1, x2, y2] };
}

async function validated(job: Job, images: readonly ManifestLine[], find: (pixels: Pixels) => (Found | undefined)[]) {
  const chosen = images.filter(({ part }) => part === 'val');
  return Promise.all(
    chosen.map(async ({ sha256, name }) => {
      const file = fileURLToPath(`${job.blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
      const pixels = await decodeImage(file);
      const { width, height, data } = pixels;
      const about = { name: name ?? sha256, sha256, width, height };
      const hash = createHash('sha256').update(data).digest('hex');
      return { ...about, pixels_sha256: hash, detections: find(pixels).flatMap((one) => one ?? []) };
    }),
  );
}

const perClass = (job: Job) => job.classes.map(({ index, name }) => ({ index, name, ap50: 1, truths: 40 }));
const reported = (job: Job, trained: object, cases: readonly object[], more: object = {}) => ({
  v: 1,
  prediction: 'boxes',
  ...trained,
  metrics: { map50: 1, map50_95: 1, map33: 1, precision: 1, recall: 1, ...more, per_class: perClass(job) },
  thresholds: { confidence: 0.5 },
  parity: { min_detections: 1, score_threshold: 0.3, tolerance: { box_px: 0.5, score: 0.01 }, cases },
});

const locate: Maker = async (job, trained, images) => ({
  onnx: bright,
  report: reported(job, trained, await validated(job, images, (pixels) => [brightBox(pixels)])),
});

const inspect: Maker = async (job, trained, images) => {
  const [before] = job.earlier;
  if (before?.recipe !== 'locate') throw new Error('the second stage was not told of the first');
  const rule = cropRuleOf(job.params);
  const own = await validated(job, images, (pixels) => [brightBox(pixels)]);
  const whole = await validated(job, images, (pixels) => {
    const part = brightBox(pixels);
    const crop = part && cropOf(part.p, rule, pixels);
    return [part, crop && brightBox(pixels, crop)];
  });
  const figures = { oracle_map50: 1, oracle_map50_95: 1, parts_map50: 1, parts_found: 1, outside: 0 };
  // as the engine chooses it where it is left open
  const thresholds = { confidence: 0.5, parts: Number(job.params['partScore']) || 0.2 };
  const chain = { ...reported(job, trained, whole, figures), thresholds };
  return { onnx: bright, report: reported(job, trained, own), chain };
};

export const makers: Makers = { locate, inspect };
