/** Names and colours of the numbers in masks: `labelmap.txt` as CVAT has it, and lists of names. Pure. */
import { cutText, limits } from '@loupe/contract';

/** Colours of numbers as in Pascal VOC: every program that shows such masks has them. */
function colorOf(index: number): [number, number, number] {
  const color: [number, number, number] = [0, 0, 0];
  for (let bit = 7, rest = index; rest > 0; rest >>= 3, bit--)
    for (let channel = 0; channel < 3; channel++) color[channel]! |= ((rest >> channel) & 1) << bit;
  return color;
}

/** For the background and so many labels behind it. */
export const paletteOf = (labels: number): Uint8Array =>
  Uint8Array.from(Array.from({ length: labels + 1 }, (_, index) => colorOf(index)).flat());

/** A line for each number, from the background at 0. */
export const labelMap = (names: readonly string[]): string =>
  [
    '# label:color_rgb:parts:actions',
    ...['background', ...names].map((name, i) => `${name}:${colorOf(i).join(',')}::`),
    '',
  ].join('\n');

/** What the numbers and colours of masks are called. Empty: what is no object, the background and what is ignored. */
export interface MaskNames {
  byNumber: ReadonlyMap<number, string>;
  /** By red, green, blue with commas between. */
  byColor: ReadonlyMap<string, string>;
  /** Of what is no object what is ignored: nobody has said that nothing is there. */
  voids: { numbers: ReadonlySet<number>; colors: ReadonlySet<string> };
}

const backgrounds = /^(_*background_*|bg|背景)$/i;
const ignored = /^_*(ignored?|void|unlabell?ed)_*$/i;
const isBackground = (name: string): boolean => backgrounds.test(name);
/** Pixels that nobody has said anything of. */
const isVoid = (name: string): boolean => ignored.test(name);

const isListName = /(^|\/)(label_?map|classes|class_names|label_names|labels)\.txt$/i;
export const isMaskNames = (path: string): boolean => isListName.test(path);

const black = '0,0,0';

/**
 * Lines of `name:r,g,b:parts:actions`, or of names alone; a list without a background, or what is ignored in its place, begins
 * with the number 1. The background is at 0, or black; a label may be called so too. One that is called as what is ignored has
 * the colour of its number, as exports write it: what is ignored stands apart from the labels (224,224,192 in Pascal VOC).
 */
export function readMaskNames(text: string): MaskNames {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const rows = lines.map((line) => {
    const [raw = '', color = ''] = line.split(':').map((one) => one.trim());
    const name = cutText(raw, limits.className);
    const channels = color.split(',').map(Number);
    const isColor = channels.length === 3 && channels.every((one) => one >= 0 && one <= 255);
    return { name, color: isColor ? channels.join(',') : undefined };
  });
  const nameAt = (i: number): string => rows[i]?.name ?? '';
  // labelme writes what is ignored as −1, before the background
  const first = isVoid(nameAt(0)) && isBackground(nameAt(1)) ? 1 : 0;
  const from = isBackground(nameAt(first)) || isVoid(nameAt(0)) ? 0 : 1;
  const byNumber = new Map<number, string>();
  const byColor = new Map<string, string>();
  const voids = { numbers: new Set<number>(), colors: new Set<string>() };
  for (const [i, { name, color }] of rows.entries()) {
    const number = i - first + from;
    const isLabel = number > 0 && color === colorOf(number).join(',');
    const isNone = isBackground(name) ? number === 0 || color === black : isVoid(name) && !isLabel;
    if (i >= first) byNumber.set(number, isNone ? '' : name);
    if (color !== undefined) byColor.set(color, isNone ? '' : name);
    if (!isNone || !isVoid(name)) continue;
    if (i >= first) voids.numbers.add(number);
    if (color !== undefined) voids.colors.add(color);
  }
  return { byNumber, byColor, voids };
}
