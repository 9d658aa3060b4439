// Heat maps beside drawn defects: figures by pixel, in memory that does not grow with the images.

const levels = 256;

export type PixelFigures = {
  /** Area under the ROC of single pixels; null without defects or without clean pixels. */
  pixelAuroc: number | null;
  /** Mean overlap of defects up to `PRO_FALSE_SHARE` false pixels, 0…1; null without defects. */
  pro: number | null;
};

/** Share of false pixels up to which overlap counts (Bergmann et al., MVTec AD, IJCV 129, 2021). */
export const PRO_FALSE_SHARE = 0.3;

/** `counts[level]` to the number at that level or above. */
const fromAbove = (counts: Float64Array): Float64Array => {
  const sums = Float64Array.from(counts);
  for (let level = levels - 2; level >= 0; level--) sums[level]! += sums[level + 1]!;
  return sums;
};

/** Area under a curve of (x, y) from x = 0 to `until`, ending between two points where need be. */
function areaUntil(points: readonly (readonly [number, number])[], until: number): number {
  let area = 0;
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1]!;
    const [x1, y1] = points[i]!;
    if (x0 >= until) break;
    const end = Math.min(x1, until);
    const y = x1 === x0 ? y1 : y0 + ((y1 - y0) * (end - x0)) / (x1 - x0);
    area += ((end - x0) * (y0 + y)) / 2;
  }
  return area;
}

/**
 * Takes heat maps (a grey level a pixel) one after the other. `regions` has one mask a defect, of the same size, 1 where
 * it is; an image without defects has none. The figures are exact for heat maps of 256 levels.
 */
export function pixelFigures() {
  const clean = new Float64Array(levels);
  const faulty = new Float64Array(levels);
  const overlap = new Float64Array(levels);
  let defects = 0;
  return {
    add(heat: Uint8Array, regions: readonly Uint8Array[]): void {
      const any = new Uint8Array(heat.length);
      for (const region of regions) {
        const own = new Float64Array(levels);
        let size = 0;
        for (let i = 0; i < region.length; i++) {
          if (region[i] === 0) continue;
          any[i] = 1;
          own[heat[i]!]!++;
          size++;
        }
        if (size === 0) continue;
        defects++;
        fromAbove(own).forEach((count, level) => (overlap[level]! += count / size));
      }
      for (let i = 0; i < heat.length; i++) (any[i] === 1 ? faulty : clean)[heat[i]!]!++;
    },
    end(): PixelFigures {
      const [falseAbove, trueAbove] = [fromAbove(clean), fromAbove(faulty)];
      if (defects === 0 || falseAbove[0] === 0 || trueAbove[0] === 0) return { pixelAuroc: null, pro: null };
      const curve = (y: (level: number) => number): [number, number][] => [
        [0, 0],
        ...Array.from({ length: levels }, (_, i): [number, number] => {
          const level = levels - 1 - i;
          return [falseAbove[level]! / falseAbove[0]!, y(level)];
        }),
      ];
      return {
        pixelAuroc: areaUntil(
          curve((level) => trueAbove[level]! / trueAbove[0]!),
          1,
        ),
        pro:
          areaUntil(
            curve((level) => overlap[level]! / defects),
            PRO_FALSE_SHARE,
          ) / PRO_FALSE_SHARE,
      };
    },
  };
}
