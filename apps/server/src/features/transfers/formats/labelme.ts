/** LabelMe: a JSON beside each image, and what X-AnyLabeling adds: rotated rectangles, `difficult`, texts as descriptions. */
import { exportFormats } from '@loupe/contract';
import { boundsOf, ringsOf, rotatedRectOf } from '@loupe/geometry';
import { lossesBy, shortFloat, type ExportShape } from '../exports/shapes.ts';
import type { NamedImage, Work } from '../exports/work.ts';
import type { ObjectRecord } from '../imports/annotations.ts';
import type { FileFormat } from './format.ts';
import { asList, asObject, asSize, asText, flatPoints, parseWith, type Json } from './json.ts';
import {
  boxRecord,
  classNameOf,
  ellipsePoints,
  isTrue,
  leave,
  leaveKind,
  outlineRecord,
  type Beside,
  type ImportLoss,
  type Left,
} from './objects.ts';
import { readPerImage, writePerImage, type FileContent } from './per-image.ts';

/** Shapes that no data set has a place for. */
const leftOut: ReadonlyMap<string, ImportLoss> = new Map([
  ['point', 'points'],
  ['points', 'points'],
  ['line', 'polylines'],
  ['linestrip', 'polylines'],
  ['cuboid', 'cuboids'],
]);
const countTrue = (flags: Json): number => Object.values(flags).filter(isTrue).length;

function circle([cx = Number.NaN, cy = Number.NaN, x = Number.NaN, y = Number.NaN]: readonly number[]): number[] {
  const side = 2 * Math.hypot(x - cx, y - cy);
  return ellipsePoints({ cx, cy, width: side, height: side, angle: 0 });
}

/** A rectangle is two corners, or four in newer files. */
function rectangle(points: readonly number[]): readonly [number, number, number, number] {
  return points.length >= 4 ? boundsOf(points) : [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
}

function besideOf(raw: Json): Beside {
  const flags = asObject(raw['flags']);
  const ignore = isTrue(raw['difficult']) || isTrue(flags['ignore']) || isTrue(flags['difficult']);
  return { ignore, text: asText(raw['description']) || undefined };
}

/** Objects of the shapes in their order; polygons of one label and group are one object with pieces. */
function objectsOf(shapes: readonly unknown[], left: Left): ObjectRecord[] {
  const objects: ObjectRecord[] = [];
  const groups = new Map<string, number[][]>();
  for (const [i, one] of shapes.entries()) {
    const raw = asObject(one);
    const className = classNameOf(raw['label']);
    const place = i + 1;
    const name = `${className} ${place}`;
    const points = flatPoints(raw['points']);
    const beside = besideOf(raw);
    const type = asText(raw['shape_type']) ?? 'polygon';
    const group = raw['group_id'];
    leave(left, 'attributes', Object.keys(asObject(raw['attributes'])).length + countTrue(asObject(raw['flags'])));
    if (type === 'rectangle') objects.push(boxRecord(className, name, place, rectangle(points), beside));
    else if (type === 'rotation' || type === 'oriented_rectangle')
      objects.push(outlineRecord(className, name, place, [points], { ...beside, isTurned: true }));
    else if (type === 'circle') objects.push(outlineRecord(className, name, place, [circle(points)], beside));
    else if (type === 'quadrilateral') objects.push(outlineRecord(className, name, place, [points], beside));
    else if (type !== 'polygon') leaveKind(left, leftOut, type);
    else if (typeof group !== 'number' && typeof group !== 'string')
      objects.push(outlineRecord(className, name, place, [points], beside));
    else {
      const key = JSON.stringify([className, group]);
      const known = groups.get(key);
      if (known) known.push(points);
      else {
        const rings = [points];
        groups.set(key, rings);
        objects.push(outlineRecord(className, name, place, rings, beside));
      }
    }
  }
  return objects;
}

function parse(text: string): FileContent {
  const file = parseWith(text, 'shapes');
  const left: Left = new Map();
  leave(left, 'imageLabels', countTrue(asObject(file['flags'])));
  return {
    imageName: asText(file['imagePath']) || undefined,
    width: asSize(file['imageWidth']),
    height: asSize(file['imageHeight']),
    objects: objectsOf(asList(file['shapes']), left),
    problems: [],
    left,
  };
}

const pairs = (ring: readonly number[]): number[][] =>
  Array.from({ length: ring.length / 2 }, (_, i) => [shortFloat(ring[2 * i]!), shortFloat(ring[2 * i + 1]!)]);

/** Pieces of one shape share a group, of which the shape's number in the file is the name. */
function shapeJson(shape: ExportShape, label: string, group: number): object[] {
  const rings = shape.kind === 'rect' ? [shape.points] : ringsOf(shape.points, shape.parts);
  const common = {
    label,
    group_id: rings.length > 1 ? group : null,
    description: shape.text ?? '',
    difficult: shape.ignore,
    flags: {},
    attributes: {},
    ...(shape.score === null ? {} : { score: shape.score }),
  };
  if (shape.kind === 'rect') return [{ ...common, points: pairs(shape.points), shape_type: 'rectangle' }];
  if (shape.kind === 'rrect') {
    const { angle } = rotatedRectOf(shape.points);
    const direction = Number(((angle + 2 * Math.PI) % (2 * Math.PI)).toFixed(6));
    return [{ ...common, points: pairs(shape.points), shape_type: 'rotation', direction }];
  }
  return rings.map((ring) => ({ ...common, points: pairs(ring), shape_type: 'polygon' }));
}

const fileJson = (image: NamedImage, shapes: readonly object[]): string =>
  `${JSON.stringify({
    version: '5.5.0',
    flags: {},
    shapes,
    imagePath: image.file.slice(image.file.lastIndexOf('/') + 1),
    imageData: null,
    imageHeight: image.height,
    imageWidth: image.width,
  })}\n`;

const entries = (work: Work) =>
  writePerImage(work, {
    path: (stem) => `images/${stem}.json`,
    content: (image, all) =>
      fileJson(
        image,
        all.flatMap(({ shape, label }, i) => shapeJson(shape, label, i + 1)),
      ),
  });

const isPart = /(^|\/)(labels|classes|flags)\.txt$/i;

/** The image in a file, as its base64; undefined where there is none. */
export function imageIn(text: string): { imageName: string | undefined; data: string } | undefined {
  const file = parseWith(text, 'shapes');
  const data = asText(file['imageData'])?.trim();
  return data ? { imageName: asText(file['imagePath']) || undefined, data } : undefined;
}

export const labelme = {
  recognise: ({ keys }) => ['shapes', 'imagePath', 'imageData'].some((key) => keys.has(key)),
  read: (found) => readPerImage('labelme', found, parse, isPart),
  writes: {
    labelme: { suffix: 'labelme', imageRoot: 'images/', lossesOf: lossesBy(exportFormats.labelme.holds), entries },
  },
} as const satisfies FileFormat;
