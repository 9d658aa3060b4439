/**
 * What the fake engine hands over of the two recipes of OCR: the answers of the graphs `text-map` and `text-read`, and those of
 * both together, so that their certificates hold.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, ManifestLine, TextReport } from '@loupe/contract';
import { insetQuad, textBoxes, textColumns, wholeQuad, type TextQuad } from '@loupe/geometry';
import { decodeImage } from '../core/decode.ts';
import { findAndRead } from '../families/ocr/find-and-read.ts';

type Case = TextReport['parity']['cases'][number];
type EngineText = Case['texts'][number];
type Pixels = Awaited<ReturnType<typeof decodeImage>>;
type Trained = Pick<TextReport, 'weights_sha256' | 'kept' | 'epochs_done'>;
interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
  quad?: number[];
}

const thresholds = { binary: 0.5, box: 0.5, unclip: 0, textScore: 0.5 };
const graph = (name: string): string => path.join(import.meta.dirname, `../inference/fixtures/${name}.onnx`);

/** As `text-map`. */
function found({ width, height, data }: Pixels): EngineText[] {
  const probability = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.max(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!),
  );
  const map = { probability, width, height, scale: [1, 1] as const };
  return textBoxes(map, { width, height }, thresholds, 300).map(({ quad, score }) => ({
    quad,
    score,
    text: null,
    textScore: null,
    firm: true,
  }));
}

/** As `text-read`. */
function read({ data, width }: Pixels, region: Region, edgeCut: number): { text: string; textScore: number } {
  const whole = (region.quad as unknown as TextQuad | undefined) ?? wholeQuad(region.width, region.height);
  const quad = insetQuad(whole, edgeCut);
  let sum = 0;
  for (let y = region.y; y < region.y + region.height; y++) {
    const start = 3 * (y * width + region.x);
    for (let i = start; i < start + 3 * region.width; i++) sum += data[i]!;
  }
  const mean = sum / (3 * region.width * region.height);
  const { content } = textColumns(quad, { zoom: 'keep', fixed: 320 });
  const first = 'ABCD'[Math.floor(mean / 64)]!;
  return { text: `${first}${Math.fround(quad[0]) < 2 ? 'C' : 'D'}`, textScore: 0.9 - content / 10_000 };
}

/** Of the validation images. */
async function casesOf(
  job: Job,
  images: readonly ManifestLine[],
  textsOf: (pixels: Pixels) => EngineText[],
): Promise<Case[]> {
  const chosen = images.filter(({ part }) => part === 'val');
  return Promise.all(
    chosen.map(async ({ sha256, name }) => {
      const file = fileURLToPath(`${job.blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
      const pixels = await decodeImage(file);
      const { width, height, data } = pixels;
      const hash = createHash('sha256').update(data).digest('hex');
      return { name: name ?? sha256, sha256, width, height, pixels_sha256: hash, texts: textsOf(pixels) };
    }),
  );
}

const none = { det_precision: null, det_recall: null, det_hmean: null, word_accuracy: null };
const figures = { ...none, one_minus_ned: null, char_accuracy: null, end_to_end: null };
const reported = (trained: Trained, cases: Case[], metrics: Partial<TextReport['metrics']>): TextReport => ({
  v: 1,
  prediction: 'texts',
  ...trained,
  metrics: { ...figures, ...metrics },
  thresholds,
  parity: { min_texts: 1, score_threshold: thresholds.box, tolerance: { quad_px: 0.5, score: 0.001 }, cases },
});

interface Made {
  report: TextReport;
  chain?: TextReport;
  onnx: string;
}

export async function mapReport(job: Job, trained: Trained, images: readonly ManifestLine[]): Promise<Made> {
  const cases = await casesOf(job, images, found);
  return {
    onnx: graph('text-map'),
    report: reported(trained, cases, { det_precision: 1, det_recall: 1, det_hmean: 1 }),
  };
}

export async function readReport(job: Job, trained: Trained, images: readonly ManifestLine[]): Promise<Made> {
  const edgeCut = Number(job.params['edgeCut'] ?? 0);
  const whole = ({ width, height }: Pixels) => ({ x: 0, y: 0, width, height });
  const own = await casesOf(job, images, (pixels) => [
    {
      quad: [...wholeQuad(pixels.width, pixels.height)],
      score: 1,
      ...read(pixels, whole(pixels), edgeCut),
      firm: true,
    },
  ]);
  const read1 = { word_accuracy: 0.9, one_minus_ned: 0.95, char_accuracy: 0.95 };
  const made = { onnx: graph('text-read'), report: reported(trained, own, read1) };
  if (job.earlier.length === 0) return made;
  const together = await casesOf(job, images, (pixels) => {
    const items = found(pixels);
    const prediction = { type: 'texts' as const, items: items.map((one) => ({ ...one, charScores: [] })) };
    const stage = { ordinal: 1, recipe: 'textrec', params: job.params };
    const regions = findAndRead.regionsOf(stage, [{ region: whole(pixels), prediction }], pixels);
    return items.map((one, i) => ({ ...one, ...read(pixels, regions[i]!, edgeCut) }));
  });
  const all = { ...read1, det_precision: 1, det_recall: 1, det_hmean: 1, end_to_end: 0.9 };
  return { ...made, chain: reported(trained, together, all) };
}
