/** Images of drawn parts for anomaly detection: a striped, noisy surface, and the same with a dark spot. */
import { encodePng, randomFrom } from './png.ts';

const [width, height] = [192, 144];

/** An image of a part; `spot` makes it a bad one. */
export const drawPart = (seed: number, spot: boolean): Buffer => {
  const random = randomFrom(seed);
  const phase = random() * 6;
  const [cx, cy, radius] = [40 + random() * (width - 80), 40 + random() * (height - 80), 8 + random() * 8];
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = spot && (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2;
      const level = 128 + 20 * Math.sin(x / 9 + phase) + (random() - 0.5) * 24 - (inside ? 75 : 0);
      for (let c = 0; c < 3; c++) rgb[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, level));
    }
  }
  return encodePng(width, height, rgb);
};
