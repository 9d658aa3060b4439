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

/** A class a line. */
export const listedNames = (text: string): string[] => {
  const names = text.split(/\r?\n/).map((one) => one.trim());
  while (names.at(-1) === '') names.pop();
  return names;
};
