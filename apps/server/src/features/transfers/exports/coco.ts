/** The records of a COCO file. Pure. */
import { boundsOf, cocoMask, cocoText, fillRings, polygonArea, ringsOf } from '@loupe/geometry';
import { fillShape } from './filled.ts';
import { attributesOf, cornersOf, ringsBySide, shortFloat, type ExportShape } from './shapes.ts';

export interface CocoImage {
  id: number;
  file: string;
  width: number;
  height: number;
}

export const cocoImage = ({ id, file, width, height }: CocoImage) => ({ id, width, height, file_name: file });

/** Categories count from 1, in the labels' order. */
export const cocoCategory = (name: string, index: number) => ({ id: index + 1, name, supercategory: '' });

/** A length that gives the second point back when it is added to the first. */
function shortLength(from: number, to: number): number {
  const short = Math.round((to - from) * 100) / 100;
  return Math.fround(from + short) === to ? short : to - from;
}

function boxOf(points: number[]): number[] {
  const [x1, y1, x2, y2] = boundsOf(points);
  const [x, y] = [shortFloat(x1), shortFloat(y1)];
  return [x, y, shortLength(x, x2), shortLength(y, y2)];
}

/** Cells of a side of the grid that a ring is filled on. */
const fine = 256;

/**
 * The area of a ring as readers fill it. Where it crosses itself its loops take area from each other, down to nothing, and trainers
 * leave out what has none: there the cells that it fills count.
 */
function filledArea(ring: number[]): number {
  const area = polygonArea(ring);
  const [x1, y1, x2, y2] = boundsOf(ring);
  const box = (x2 - x1) * (y2 - y1);
  if (area > box / 20) return area;
  const scaled = ring.map((value, i) => (i % 2 === 0 ? (value - x1) / (x2 - x1) : (value - y1) / (y2 - y1)) * fine);
  const cells = fillRings([scaled], fine, fine).reduce((sum, one) => sum + one, 0);
  const filled = (cells * box) / fine ** 2;
  return cells > fine && filled > 2 * area ? filled : area;
}

interface Place {
  id: number;
  imageId: number;
  categoryId: number;
}

/** Text and score stand beside, where programs that do not know them look past. `ignore` is COCO's crowd. */
function record({ id, imageId, categoryId }: Place, shape: ExportShape, area: number, segmentation: object) {
  const attributes = attributesOf(shape);
  return {
    id,
    image_id: imageId,
    category_id: categoryId,
    bbox: boxOf(shape.points),
    area,
    segmentation,
    iscrowd: shape.ignore ? 1 : 0,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}

/**
 * A rectangle has a box and no segmentation, everything else its rings too: readers fill holes, so the area is that of the
 * outer rings.
 */
export function cocoAnnotation(place: Place, shape: ExportShape) {
  const isRect = shape.kind === 'rect';
  const rings = isRect ? [cornersOf(shape)] : ringsBySide(shape).outer;
  const area = Number(rings.reduce((sum, ring) => sum + filledArea(ring), 0).toFixed(3));
  const outline = isRect ? [] : ringsOf(shape.points, shape.parts).map((ring) => ring.map(shortFloat));
  return record(place, shape, area, outline);
}

/** With the words of COCO-Text, and an outline of every shape: readers of texts look for no boxes. */
export function textAnnotation(place: Place, shape: ExportShape) {
  const outline = cornersOf(shape).map(shortFloat);
  return {
    ...cocoAnnotation(place, shape),
    ...(shape.kind === 'rect' ? { segmentation: [outline] } : {}),
    ...(shape.text === null ? {} : { utf8_string: shape.text }),
    legibility: shape.ignore ? 'illegible' : 'legible',
  };
}

/** Everything but a rectangle as the pixels that it covers, packed as pycocotools does. */
export function maskAnnotation(place: Place, shape: ExportShape, image: { width: number; height: number }) {
  if (shape.kind === 'rect') return cocoAnnotation(place, shape);
  const { width, height } = image;
  const { window, filled } = fillShape(shape, image);
  const { counts } = cocoMask(filled, window, width, height);
  const area = filled.reduce((sum, one) => sum + one, 0);
  return record(place, shape, area, { size: [height, width], counts: cocoText(counts) });
}
