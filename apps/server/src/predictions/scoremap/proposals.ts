/** Regions of a heat map that a person may make polygons of. */
import { limits } from '@loupe/contract';
import { simplifyRing, traceMask } from '@loupe/geometry';
import sharp from 'sharp';
import { closeness, flatRings, type Proposes } from '../proposals.ts';

/** Cells of the heat map below which a region is a speck, and how far its outline may leave the cells' edges. */
const leastCells = 4;
const tolerance = 0.7;
const top = 255;

/** Twice the area of a ring: the sum of what its corners span. */
const spanOf = (ring: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    const [nextX, nextY] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!];
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum);
};

/** The hottest cell within the bounds of a ring: bounds of two regions that overlap share the hotter one. */
function peakOf(heat: Uint8Array, width: number, ring: readonly number[]): number {
  const xs = ring.filter((_, i) => i % 2 === 0);
  const ys = ring.filter((_, i) => i % 2 === 1);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  let peak = 0;
  for (let y = Math.min(...ys); y < Math.max(...ys); y++)
    for (let x = left; x < right; x++) peak = Math.max(peak, heat[y * width + x]!);
  return peak;
}

export const regionProposals: Proposes<'scoremap'> = {
  kinds: ['polygon'],
  async of({ score, heat: { width, height, png } }, image, { thresholds, labels, min }) {
    const heat = await sharp(Buffer.from(png, 'base64')).greyscale().raw().toBuffer();
    const level = Math.max(1, Math.round(top * Math.max(min, thresholds.review ?? thresholds.score)));
    const [scaleX, scaleY] = [image.width / width, image.height / height];
    const regions = traceMask(
      heat.map((value) => Number(value >= level)),
      width,
      height,
    ).filter(([outline]) => spanOf(outline!) >= 2 * leastCells);
    const items = regions.map((rings) => {
      const { points, parts } = flatRings(rings.map((ring) => simplifyRing(ring, tolerance)));
      return {
        // a model of score maps has one label, or leaves it to the person
        c: labels.length === 1 ? 0 : null,
        score: peakOf(heat, width, rings[0]!) / top,
        kind: 'polygon' as const,
        points: points.map((value, i) => value * (i % 2 === 0 ? scaleX : scaleY)),
        parts,
      };
    });
    const kept = items.filter(({ points }) => points.length / 2 <= limits.pointsPerShape);
    return { items: kept.sort((a, b) => b.score - a.score), uncertainty: closeness(score, thresholds.score) };
  },
  from: ({ score }, labels) => ({ common: score, own: labels.map(() => score) }),
};
