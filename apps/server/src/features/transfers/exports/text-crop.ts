/** A text as an image of its own: cut out by its four corners and turned upright. */
import { quadMap, quadSize } from '@loupe/geometry';
import sharp from 'sharp';
import type { DecodedImage } from '../../../core/decode.ts';

/** A text that fills the largest image is made smaller than it is: nobody reads a line of so many pixels. */
const mostPixels = 16 * 1024 ** 2;

/** Between four pixels, by how near each is; beyond the edge are those of the edge. */
function sample({ width, height, data }: DecodedImage, x: number, y: number, out: Uint8Array, to: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const column = (i: number): number => Math.min(Math.max(i, 0), width - 1);
  const row = (i: number): number => Math.min(Math.max(i, 0), height - 1) * width;
  const [a, b] = [row(top) + column(left), row(top) + column(left + 1)];
  const [c, d] = [row(top + 1) + column(left), row(top + 1) + column(left + 1)];
  for (let channel = 0; channel < 3; channel++) {
    const at = (pixel: number): number => data[3 * pixel + channel]!;
    const upper = at(a) + (at(b) - at(a)) * fx;
    const lower = at(c) + (at(d) - at(c)) * fx;
    out[to + channel] = Math.round(upper + (lower - upper) * fy);
  }
}

/** PNG, as wide and high as the text's longer edges. An upright rectangle of whole pixels keeps every one of them. */
export function textCrop(image: DecodedImage, corners: readonly number[]): Promise<Buffer> {
  const size = quadSize(corners);
  const shrink = Math.min(1, Math.sqrt(mostPixels / Math.max(1, size.width * size.height)));
  const width = Math.max(1, Math.round(size.width * shrink));
  const height = Math.max(1, Math.round(size.height * shrink));
  const at = quadMap(corners);
  const out = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = at((x + 0.5) / width, (y + 0.5) / height);
      // the middle of pixel 0 lies at 0.5
      sample(image, place.x - 0.5, place.y - 0.5, out, 3 * (y * width + x));
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
