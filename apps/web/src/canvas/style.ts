// Colours and widths of what is drawn on images. Widths are screen pixels.

export const style = {
  line: 2,
  halo: 3.6,
  haloColor: 'rgba(4, 16, 14, 0.8)',
  fillAlpha: 0.17,
  fillAlphaSelected: 0.26,
  dash: [6, 4],
  /** Teal is for selection and never a label's colour. */
  selection: '#2dd4bf',
  selectionCasing: 5.5,
  handleRadius: 4.5,
  handleFill: '#0b1216',
  /** Where reading starts: dot, arrow from it, half the width of its head. */
  readingDot: 3.5,
  readingArrow: 26,
  readingHead: 4.5,
  /** For shapes without a label, or with one that is gone. */
  unlabelled: '#93a2b1',
  /** Regions to ignore are hatched instead of filled: lines so far apart, so strong. */
  ignoreFillAlpha: 0.06,
  /** Of an outline that is worked out: what it lies on stays to be judged. */
  regionAlpha: 0.2,
  /** Of a brush on its way. */
  strokeAlpha: 0.45,
  /** Of a place that was pointed at: on the object, and beside it. */
  promptRadius: 6,
  promptObject: '#2fbf71',
  promptGround: '#e5484d',
  hatchGap: 9,
  hatchLine: 1.5,
  hatchAlpha: 0.8,
  chipFont: '700 11px Inter, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif',
  chipText: '#081012',
  chipHeight: 16,
  chipPadding: 5,
  /** Light dashes on a dark line: seen on bright images as on dark ones. */
  guide: 'rgba(230, 237, 243, 0.9)',
  guideGround: 'rgba(4, 16, 14, 0.7)',
  guideDash: [5, 5],
  /** Around a place that is pointed out: no label's colour, and not that of a selection. */
  mark: '#fff04d',
  /** Around shapes that nobody has decided between. */
  conflict: '#ff9f1c',
  markLine: 3,
  markGap: 8,
  markArm: 14,
  /** Between pixels. */
  grid: 'rgba(128, 140, 150, 0.28)',
  stage: '#070a0d',
} as const;

/** Characters of a text on a chip. */
export const CHIP_TEXT = 24;

/** Longer side on screen from which on a shape carries its name, and the shapes in sight from which on none does. */
export const NAME_MIN_SIDE = 14;
export const NAMES_MAX_SHAPES = 1500;
/** Length of the first edge on screen from which on its reading direction is shown. */
export const READING_MIN_EDGE = 16;
/** Shapes in sight from which on the dark halo is left out: it doubles the strokes and is then only noise. */
export const HALO_MAX_SHAPES = 4000;
/** Shapes in one path: long paths that cross themselves become slow to fill. */
export const BATCH = 64;

/** Points drawn of a ring whose longer side is below this on the screen. For display only, the data stay whole. */
export const DETAIL: readonly { readonly below: number; readonly points: number }[] = [
  { below: 12, points: 5 },
  { below: 24, points: 10 },
  { below: 64, points: 40 },
  { below: 256, points: 200 },
];
/** Below this a region to ignore is not hatched. */
export const HATCH_SIDE = 12;
/** Below this a shape is drawn as its bounds. */
export const DOT_SIDE = 4;
