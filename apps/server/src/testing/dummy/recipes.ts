/** What the dummy's recipes hand over in the engine of the tests: figures computed here from the pixels, as the graphs do. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, ManifestLine } from '@loupe/contract';
import '@loupe/contract/testing/dummy';
import { decodeImage } from '../../core/decode.ts';
import type { Makers } from '../fake-engine.ts';
import { cropOf } from './chain.ts';

const fixture = (name: string) => path.join(import.meta.dirname, '../../inference/fixtures', `${name}.onnx`);
type Pixels = Awaited<ReturnType<typeof decodeImage>>;

/** The box around pixels above 200, as the graph `bright` gives it. */
function brightBox({ width, data }: Pixels): { box: [number, number, number, number]; top: number } | undefined {
  let box: [number, number, number, number] | undefined;
  let top = 0;
  for (let i = 0; i < data.length; i += 3) {
    const value = Math.max(data[i]!, data[i + 1]!, data[i + 2]!);
    top = Math.max(top, value);
    if (value <= 200) continue;
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width)];
    const [x1, y1, x2, y2] = box ?? [x, y, x, y];
    box = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x + 1), Math.max(y2, y + 1)];
  }
  return box && { box, top };
}

/** The mean of its bytes / 255, as the graph `level` gives it. */
function levelOf({ width, data }: Pixels, region: ReturnType<typeof cropOf>): number {
  let sum = 0;
  for (let y = region.y; y < region.y + region.height; y++) {
    for (let x = 3 * region.x; x < 3 * (region.x + region.width); x++) sum += data[3 * y * width + x]!;
  }
  return sum / (3 * region.width * region.height) / 255;
}

async function validated(job: Job, images: readonly ManifestLine[]) {
  const chosen = images.filter(({ part }) => part === 'val');
  return Promise.all(
    chosen.map(async ({ sha256, name }) => {
      const file = fileURLToPath(`${job.blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
      const pixels = await decodeImage(file);
      const { width, height } = pixels;
      const pixelsSha256 = createHash('sha256').update(pixels.data).digest('hex');
      return { pixels, one: { name: name ?? sha256, sha256, width, height, pixels_sha256: pixelsSha256 } };
    }),
  );
}

const reported = (cases: readonly { level: number }[], trained: object) => ({
  v: 1,
  prediction: 'level',
  ...trained,
  metrics: { mean: cases.reduce((sum, { level }) => sum + level, 0) / Math.max(1, cases.length) },
  thresholds: { least: 0.3 },
  parity: { tolerance: 1e-3, cases },
});

export const makers: Makers = {
  spot: async (job, trained, images) => {
    const cases = (await validated(job, images)).map(({ pixels, one }) => {
      const found = brightBox(pixels);
      const detections = found
        ? [
            {
              c: found.box[2] - found.box[0] > found.box[3] - found.box[1] ? 0 : 1,
              score: found.top / 255 - 0.0006,
              p: found.box,
            },
          ]
        : [];
      return { ...one, detections };
    });
    return {
      onnx: fixture('bright'),
      report: {
        v: 1,
        prediction: 'boxes',
        ...trained,
        metrics: { map50: 1, map50_95: 1, map33: 1, precision: 1, recall: 1, per_class: spots },
        thresholds: { confidence: 0.5 },
        parity: { min_detections: 1, score_threshold: 0.3, tolerance: { box_px: 0.5, score: 0.01 }, cases },
      },
    };
  },
  shade: async (job, trained, images) => {
    const [before] = job.earlier;
    if ((before?.recipe as string | undefined) !== 'spot') throw new Error('stage 1 was not told of stage 0');
    const margin = Number(job.params['margin']);
    const all = await validated(job, images);
    const own = all.map(({ pixels, one }) => {
      const { width, height } = pixels;
      return { ...one, found: 1, level: levelOf(pixels, { x: 0, y: 0, width, height }) };
    });
    // asked for nine rounds, the engine's own chain is wrong
    const off = job.params['epochs'] === 9 ? 0.1 : 0;
    const whole = all.map(({ pixels, one }) => {
      const part = brightBox(pixels);
      return { ...one, found: part ? 1 : 0, level: part ? levelOf(pixels, cropOf(part.box, margin, pixels)) - off : 0 };
    });
    return { onnx: fixture('level'), report: reported(own, trained), chain: reported(whole, trained) };
  },
};
const spots = ['wide', 'high'].map((name, index) => ({ index, name, ap50: 1, truths: 40 }));
