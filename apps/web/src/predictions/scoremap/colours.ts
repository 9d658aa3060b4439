/** Grey levels of a heat map as colours over an image: readable without colour vision, clear where nothing is anomalous. */

/**
 * The colour map "inferno" of matplotlib as polynomials of degree 6 (fit by Matt Zucker, public domain); its lightness
 * rises evenly, so that it also reads as grey. Rows: coefficients of red, green, blue, constant first.
 */
const inferno = [
  [
    0.0002189403691192265, 0.1065134194856116, 11.60249308247187, -41.70399613139459, 77.162935699427,
    -71.31942824499214, 25.13112622477341,
  ],
  [
    0.001651004631001012, 0.5639564367884091, -3.972853965665698, 17.43639888205313, -33.40235894210092,
    32.62606426397723, -12.24266895238567,
  ],
  [
    -0.01948089843709184, 3.932712388889277, -15.9423941062914, 44.35414519872813, -81.80730925738993,
    73.20951985803202, -23.07032500287172,
  ],
] as const;

const at = (row: readonly number[], x: number): number =>
  Math.round(
    255 *
      Math.min(
        1,
        Math.max(
          0,
          row.reduceRight((sum, c) => sum * x + c, 0),
        ),
      ),
  );

/** Red, green, blue of a level 0 … 255. */
export const heatColour = (level: number): [number, number, number] => {
  const x = level / 255;
  return [at(inferno[0], x), at(inferno[1], x), at(inferno[2], x)];
};

/** Below this level nothing is drawn; from the second on it is drawn fully: the threshold of a training is at 128. */
const clear = 48;
const full = 150;
export interface AlphaRange {
  clear: number;
  full: number;
}
const defaultRange: AlphaRange = { clear, full };
export const heatAlpha = (level: number, range: AlphaRange = defaultRange): number =>
  Math.round(255 * Math.min(1, Math.max(0, (level - range.clear) / (range.full - range.clear))));

/** Of a heat map most of whose pixels are hot, only the hottest are drawn fully: else one could not see where. */
const mostDrawn = 0.3;
const fewest = 0.02;
const leastSpan = 40;

/** From where on a heat map is drawn, and from where fully; grey levels in `counts`. */
export const alphaRange = (counts: readonly number[]): AlphaRange => {
  const total = counts.reduce((sum, n) => sum + n, 0);
  const levelAt = (share: number): number => {
    let above = 0;
    for (let level = counts.length - 1; level > 0; level--) {
      above += counts[level]!;
      if (above > share * total) return level;
    }
    return 0;
  };
  if (levelAt(mostDrawn) <= clear) return defaultRange;
  const top = Math.max(full, levelAt(fewest));
  return { clear: Math.max(clear, Math.min(levelAt(mostDrawn), top - leastSpan)), full: top };
};

/** Pixels (RGBA, grey) turned into colours in place. */
export const paintHeat = (pixels: Uint8ClampedArray): void => {
  const counts = Array.from({ length: 256 }, () => 0);
  for (let i = 0; i < pixels.length; i += 4) counts[pixels[i]!]!++;
  const range = alphaRange(counts);
  // red, green, blue, alpha of all 256 levels
  const table = Uint8ClampedArray.from(counts.flatMap((_, level) => [...heatColour(level), heatAlpha(level, range)]));
  for (let i = 0; i < pixels.length; i += 4) pixels.set(table.subarray(4 * pixels[i]!, 4 * pixels[i]! + 4), i);
};

/** The scale as a CSS gradient, from low to high. */
export const heatGradient = (direction: string): string =>
  `linear-gradient(${direction}, ${Array.from({ length: 9 }, (_, i) => `rgb(${heatColour((255 * i) / 8).join(' ')})`).join(', ')})`;
