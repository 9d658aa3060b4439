// How wide a text is for the network that reads it: columns, and how many of them it occupies. The engine
// has the same in `recipes/text/widths.py`; both are held to `packages/contract/fixtures/text-widths.json`. Plain
// arithmetic alone, in the same order on both sides.

/** Start of the line at its top, end at its top, end at its bottom, start at its bottom; pixels of the image. */
export type TextQuad = readonly [
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
];

/**
 * `keep`: a text keeps its shape, to a step, and fills its columns unless it is very short. `fixed`: it is stretched over
 * `fixed` columns. `step`: columns are multiples of it; files of earlier versions do not say it, and read in few widths up to
 * `widestOfFew`.
 */
export interface TextWidth {
  zoom: 'keep' | 'fixed';
  fixed: number;
  step?: number | undefined;
}

/** Rows that the network sees. */
const rows = 48;
/** Columns are multiples of it, and the text fills them: what the network sees beside it costs time and spoils long ones. */
export const textStep = 16;
/** Columns at least and at most. */
const narrowest = 80;
const widest = 1280;
const fewWidths = [80, 160, 320, 640] as const;
const widestOfFew = 640;
/** Times its width: an image higher than that is a line of text on its side. */
const tall = 1.5;
/** Columns that are no column more: corners of two runtimes differ by less. */
const rounding = 1e-3;
/** Of the height, however much is cut from the edges. */
const leastLeft = 0.1;

const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** Columns that the network sees of a text, and how many of them it occupies, from the left. */
export function textColumns(quad: TextQuad, width: TextWidth): { columns: number; content: number } {
  if (width.zoom === 'fixed') return { columns: width.fixed, content: width.fixed };
  const [x0, y0, x1, y1, x2, y2, x3, y3] = quad;
  const wide = Math.max(length(x1 - x0, y1 - y0), length(x2 - x3, y2 - y3));
  const high = Math.max(length(x2 - x1, y2 - y1), length(x3 - x0, y3 - y0));
  const most = width.step ? widest : widestOfFew;
  const occupied = high > 0 ? Math.min((rows * wide) / high, most) : most;
  const content = Math.max(1, Math.ceil(occupied - rounding));
  if (!width.step) return { columns: fewWidths.find((one) => one >= content) ?? widestOfFew, content };
  if (content < narrowest) return { columns: narrowest, content };
  const columns = Math.ceil(content / width.step) * width.step;
  return { columns, content: columns };
}

/** The quad without that share of its height at its top, and as much at its bottom; a tenth of it is always left. */
export function insetQuad(quad: TextQuad, edgeCut: number): TextQuad {
  const cut = Math.min(edgeCut, (1 - leastLeft) / 2);
  const [x0, y0, x1, y1, x2, y2, x3, y3] = quad;
  return [
    x0 + (x3 - x0) * cut,
    y0 + (y3 - y0) * cut,
    x1 + (x2 - x1) * cut,
    y1 + (y2 - y1) * cut,
    x2 + (x1 - x2) * cut,
    y2 + (y1 - y2) * cut,
    x3 + (x0 - x3) * cut,
    y3 + (y0 - y3) * cut,
  ];
}

/** The quad of an image that is one text. A tall one is read from its top to its bottom: it begins top right. */
export const wholeQuad = (width: number, height: number): TextQuad =>
  height > tall * width ? [width, 0, width, height, 0, height, 0, 0] : [0, 0, width, 0, width, height, 0, height];
