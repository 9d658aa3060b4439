/** YOLO's texts: a line an object (class, then a box or a polygon in shares of the image), and lists of class names. Pure. */
import type { CocoAnnotation } from '../../annotation/index.ts';

export interface YoloObject {
  classIndex: number;
  /** Place in the file, from 1. */
  line: number;
  /** Center x, center y, width, height; or x, y, x, y, … of a polygon. In shares of the image. */
  box?: [number, number, number, number];
  polygon?: number[];
  /** Its numbers are no shares. */
  inPixels?: boolean;
}

/** Programs let objects leave the image by a part of themselves; numbers above this are pixels. */
const largestShare = 2;
const marked = (one: YoloObject, numbers: readonly number[]): YoloObject =>
  numbers.some((share) => Math.abs(share) > largestShare) ? { ...one, inPixels: true } : one;

/** The objects of a file, and the lines that are none. */
export function yoloObjects(text: string): { objects: YoloObject[]; bad: number[] } {
  const objects: YoloObject[] = [];
  const bad: number[] = [];
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    const fields = raw.trim().split(/[\s,]+/);
    if (fields[0] === '') continue;
    const [classIndex, ...numbers] = fields.map(Number);
    const line = i + 1;
    const right = Number.isInteger(classIndex) && classIndex! >= 0 && numbers.every(Number.isFinite);
    // five numbers: a box with its score, as a model writes it
    if (right && (numbers.length === 4 || numbers.length === 5))
      objects.push(
        marked(
          { classIndex: classIndex!, line, box: numbers.slice(0, 4) as YoloObject['box'] & {} },
          numbers.slice(0, 4),
        ),
      );
    else if (right && numbers.length >= 6 && numbers.length % 2 === 0)
      objects.push(marked({ classIndex: classIndex!, line, polygon: numbers }, numbers));
    else bad.push(line);
  }
  return { objects, bad };
}

/** The object as COCO has it, in pixels; what leaves the image is cut at its edge. */
export function asCoco({ box, polygon, line }: YoloObject, width: number, height: number): CocoAnnotation {
  const common = { id: line, image_id: 0, category_id: 0, place: line };
  if (polygon) {
    const ring = polygon.map((share, i) => share * (i % 2 === 0 ? width : height));
    // whether four corners are a rectangle or an outline, no file says: those of a rectangle are one
    return { ...common, segmentation: [ring], ...(ring.length === 8 ? { corners: 'any' as const } : {}) };
  }
  const [x, y, w, h] = box!;
  return { ...common, bbox: [(x - w / 2) * width, (y - h / 2) * height, w * width, h * height] };
}

/** A name as it is meant: in single quotes `''` is one, in double quotes there are escapes, as JSON has them. */
function unquoted(text: string): string {
  const own = text.trim();
  const [, quote, inner = ''] = /^(['"])(.*)\1$/s.exec(own) ?? [];
  if (quote === "'") return inner.replaceAll("''", "'");
  if (quote === undefined) return own;
  try {
    return String(JSON.parse(own));
  } catch {
    return inner;
  }
}
/** Up to a `#` behind a space. Looked for in one pass: an expression would try each of very many spaces again. */
function withoutComment(line: string): string {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1))
    if (at > 0 && line.slice(at - 1, at).trim() === '') return line.slice(0, at);
  return line;
}

/** What stands in a list in brackets, as it is written, without remarks; commas and brackets in quotes end nothing. */
function flowItems(list: string): string[] {
  const items: string[] = [];
  let [item, quote, last] = ['', '', ''];
  for (let i = 1; i < list.length; i++) {
    const one = list[i]!;
    if (quote === '' && one === '#' && list[i - 1]!.trim() === '') {
      const end = list.indexOf('\n', i);
      i = end < 0 ? list.length : end;
      continue;
    }
    if (quote === '' && /[,\]}]/.test(one)) {
      items.push(item);
      [item, last] = ['', ''];
      if (one !== ',') break;
      continue;
    }
    item += one;
    if (quote === '"' && one === '\\') item += list[++i] ?? '';
    else if (quote !== '') quote = one === quote ? '' : quote;
    // within a word it is an apostrophe
    else if (/['"]/.test(one) && (last === '' || last === ':' || list[i - 1] === one)) quote = one;
    if (one.trim() !== '') last = one;
  }
  return [...items, item].filter((one) => one.trim() !== '');
}
const numbered = /^\s*['"]?(\d+)['"]?\s*:\s*(.+)$/;

/**
 * The `names` of a data.yaml, in the three ways that programs write them: a list in brackets, a list or numbered lines
 * below. Nothing else of the file is needed, so nothing else of YAML is read.
 */
export function yamlNames(text: string): string[] {
  const head = /^names\s*:[ \t]*(.*)$/m.exec(text);
  if (!head) return [];
  const rest = text.slice(head.index + head[0].length);
  const first = withoutComment(head[1]!).trim();
  if (/^[[{]/.test(first)) return namesOf(flowItems(head[1]! + rest));
  const lines: string[] = [];
  for (const line of rest.split(/\r?\n/).slice(1)) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    if (!/^\s*-\s+/.test(line) && !/^\s+\S/.test(line)) break;
    lines.push(withoutComment(line).replace(/^\s*-\s+/, ''));
  }
  return namesOf(lines);
}

function namesOf(parts: readonly string[]): string[] {
  const names: string[] = [];
  for (const part of parts) {
    const own = numbered.exec(part);
    if (own && Number(own[1]) < 10_000) names[Number(own[1])] = unquoted(own[2]!);
    else if (!own) names.push(unquoted(part));
  }
  return names;
}

/** A class a line. */
export const listedNames = (text: string): string[] => {
  const names = text.split(/\r?\n/).map((one) => one.trim());
  while (names.at(-1) === '') names.pop();
  return names;
};
