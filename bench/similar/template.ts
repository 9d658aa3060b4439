/** The dumb rival: the example's pixels laid over every place of an image (normalised cross-correlation of its grey). */
import sharp from 'sharp';
import { apart } from '../../apps/server/src/features/preannotation/similar/windows.ts';
import type { Box, Marked } from './sets.ts';
import type { Scored } from './judge.ts';

interface Grey {
  width: number;
  height: number;
  data: Float64Array;
}
/** Side of an example in pixels of what is compared. */
const side = 16;

async function greyOf({ path, size }: Marked, scale: number): Promise<Grey> {
  const [width, height] = [Math.max(8, Math.round(size.width * scale)), Math.max(8, Math.round(size.height * scale))];
  const { data } = await sharp(path)
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data: Float64Array.from(data) };
}

function cut({ width, height, data }: Grey, box: Box): Grey {
  const wide = Math.min(width, Math.max(3, Math.round(box.width)));
  const high = Math.min(height, Math.max(3, Math.round(box.height)));
  const left = Math.min(width - wide, Math.max(0, Math.round(box.x)));
  const top = Math.min(height - high, Math.max(0, Math.round(box.y)));
  const out = new Float64Array(wide * high);
  for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) out[y * wide + x] = data[(top + y) * width + left + x]!;
  const mean = out.reduce((sum, one) => sum + one, 0) / out.length;
  return { width: wide, height: high, data: out.map((one) => one - mean) };
}

function correlated(image: Grey, template: Grey): Scored[] {
  const found: Scored[] = [];
  const { width: wide, height: high, data: own } = template;
  const length = Math.sqrt(own.reduce((sum, one) => sum + one * one, 0)) || 1;
  for (let y = 0; y + high <= image.height; y++) {
    for (let x = 0; x + wide <= image.width; x++) {
      let [product, sum, squares] = [0, 0, 0];
      for (let j = 0; j < high; j++) {
        const at = (y + j) * image.width + x;
        for (let i = 0; i < wide; i++) {
          const value = image.data[at + i]!;
          product += value * own[j * wide + i]!;
          sum += value;
          squares += value * value;
        }
      }
      const spread = Math.sqrt(Math.max(0, squares - (sum * sum) / (wide * high)));
      const score = spread < 1 ? 0 : product / (spread * length);
      if (score > 0.2) found.push({ x, y, width: wide, height: high, score });
    }
  }
  return found;
}

export async function byTemplate(
  examples: readonly { image: Marked; box: Box }[],
  images: readonly Marked[],
): Promise<Scored[][]> {
  const sides = examples.map(({ box }) => Math.log(side / Math.sqrt(box.width * box.height)));
  const scale = Math.min(1, Math.exp(sides.reduce((sum, one) => sum + one, 0) / sides.length));
  const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
    x: x * by,
    y: y * by,
    width: width * by,
    height: height * by,
  });
  const templates: Grey[] = [];
  for (const { image, box } of examples) templates.push(cut(await greyOf(image, scale), scaled(box, scale)));
  const all: Scored[][] = [];
  for (const one of images) {
    const grey = await greyOf(one, scale);
    const peaks = templates.flatMap((template) =>
      apart(
        correlated(grey, template)
          .toSorted((a, b) => b.score - a.score)
          .slice(0, 400),
        0.2,
        40,
      ),
    );
    all.push(apart(peaks, 0.2, 40).map((peak) => ({ ...scaled(peak, 1 / scale), score: peak.score })));
  }
  return all;
}
