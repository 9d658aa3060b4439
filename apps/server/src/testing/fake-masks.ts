/** What the fake engine hands over of a recipe that gives masks: the answers of the graph `outline`, so that its certificate holds. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Job, ManifestLine, MaskReport } from '@loupe/contract';
import { windowOfMask } from '@loupe/geometry';
import { decodeImage } from '../core/decode.ts';

type Case = MaskReport['parity']['cases'][number];
const cell = 2;

/** As the graph: the box around bright pixels, and the whole image with a low score; both with the bright cells. */
function outline(width: number, height: number, rgb: Uint8Array, iou: number): Case['detections'] {
  const brightest = (x: number, y: number) => Math.max(...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));
  const pixels = Uint8Array.from({ length: width * height }, (_, i) =>
    Number(brightest(i % width, Math.floor(i / width)) > 200),
  );
  const found = windowOfMask(pixels, width, height);
  if (found.w === 0) return [];
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const cells = Uint8Array.from(
    { length: columns * rows },
    (_, i) => pixels[cell * Math.floor(i / columns) * width + cell * (i % columns)]!,
  );
  const window = windowOfMask(cells, columns, rows);
  const mask = { ...window, counts: [...window.counts] };
  const score = rgb.reduce((most, value) => Math.max(most, value), 0) / 255 - iou * 0.001;
  const { x, y, w, h } = found;
  return [
    { c: w > h ? 0 : 1, score, p: [x, y, x + w, y + h], firm: true, mask },
    { c: 0, score: 0.05, p: [0, 0, width, height], firm: true, mask },
  ];
}

/** Of the validation images; `trained`: what every report says of the weights. */
export async function maskReport(
  job: Job,
  trained: Pick<MaskReport, 'weights_sha256' | 'kept' | 'epochs_done'>,
  images: readonly ManifestLine[],
): Promise<MaskReport> {
  const cases: Case[] = [];
  for (const { sha256, part, name } of images) {
    if (part !== 'val') continue;
    const file = fileURLToPath(`${job.blobs}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
    // one after the other, as it is a test
    // oxlint-disable-next-line no-await-in-loop
    const { width, height, data } = await decodeImage(file);
    const pixels = createHash('sha256').update(data).digest('hex');
    const detections = outline(width, height, data, 0.5);
    cases.push({ name: name ?? sha256, sha256, width, height, pixels_sha256: pixels, detections });
  }
  return {
    v: 1,
    prediction: 'masks',
    ...trained,
    metrics: {
      map50: 0.5,
      map50_95: 0.25,
      box_map50: 0.6,
      precision: 0.7,
      recall: 0.8,
      boundary_f: 0.9,
      area_error: 0.1,
      per_class: job.classes.map(({ index, name }) => ({ index, name, ap50: 0.5, truths: 20 })),
    },
    thresholds: { confidence: 0.31, own: [{ index: 0, confidence: 0.44 }] },
    parity: {
      min_detections: cases.length,
      score_threshold: 0.01,
      iou_threshold: 0.5,
      tolerance: { box_px: 1, score: 0.01, pixels: 0.999 },
      cases,
    },
  };
}
