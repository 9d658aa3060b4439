/** Datumaro: `annotations/<subset>.json` with categories and items. It has no rotated boxes; CVAT turns a box by a property. */
import { exportFormats } from '@loupe/contract';
import { boundsOf, cocoMask, cocoText, ringsOf } from '@loupe/geometry';
import { fillShape } from '../exports/filled.ts';
import { linesOf, pieces } from '../exports/pieces.ts';
import { attributesOf, lossesBy, ringsBySide, shortFloat, shortNumber, uprightBox } from '../exports/shapes.ts';
import type { NamedImage, Work } from '../exports/work.ts';
import type { ObjectRecord } from '../imports/annotations.ts';
import { purposeOfName } from '../imports/purposes.ts';
import { problem } from '../../datasets/index.ts';
import type { FileFormat } from './format.ts';
import { asList, asNumber, asObject, asSize, asText, parseWith, type Json } from './json.ts';
import { readManyImages, recordBudget, type ListedFile, type ListedImage } from './many-images.ts';
import {
  besideOf,
  classNameOf,
  ellipsePoints,
  leaveKind,
  outlineRecord,
  sizedRecord,
  turnableRecord,
  type ImportLoss,
  type Left,
} from './objects.ts';
import { withoutEnding } from '../without-ending.ts';
import { labelledImages, type Labelled } from './per-image.ts';

const leftOut: ReadonlyMap<string, ImportLoss> = new Map([
  ['label', 'imageLabels'],
  ['caption', 'captions'],
  ['points', 'points'],
  ['polyline', 'polylines'],
  ['cuboid', 'cuboids'],
  ['cuboid_2d', 'cuboids'],
  ['cuboid_3d', 'cuboids'],
  ['skeleton', 'skeletons'],
]);
/** What programs keep beside for themselves; nobody drew it. */
const ofPrograms = ['hash_key', 'feature_vector'];
const kept = ['bbox', 'polygon', 'mask', 'ellipse'];

type Four = [number, number, number, number];
const numbersOf = (value: unknown): number[] => asList(value).map(asNumber);
const four = (value: unknown): Four => [0, 1, 2, 3].map((i) => numbersOf(value)[i] ?? Number.NaN) as Four;
const hexOf = ({ r, g, b }: Json): string | undefined => {
  const all = [r, g, b].map(asNumber);
  const isColor = all.every((one) => Number.isInteger(one) && one >= 0 && one <= 255);
  return isColor ? `#${all.map((one) => one.toString(16).padStart(2, '0')).join('')}` : undefined;
};

interface Item {
  names: readonly (string | undefined)[];
  left: Left;
  problems: ListedImage['problems'];
  shown: string;
}

/** One annotation; undefined for what is left out. */
function objectOf(raw: Json, place: number, { names, left, problems, shown }: Item): ObjectRecord | undefined {
  const type = asText(raw['type']) ?? '';
  if (!kept.includes(type)) {
    if (!ofPrograms.includes(type)) leaveKind(left, leftOut, type);
    return undefined;
  }
  const labelId = raw['label_id'];
  const known = typeof labelId === 'number' ? names[labelId] : undefined;
  if (known === undefined && labelId !== undefined && labelId !== null) {
    const category = typeof labelId === 'number' ? labelId : '?';
    problems.push(problem(shown, 'coco.unknownCategory', { annotation: `${type} ${place}`, category }));
    return undefined;
  }
  const className = classNameOf(known);
  const name = `${className} ${place}`;
  const { rotation, ...rest } = asObject(raw['attributes']);
  const beside = besideOf(Object.entries(rest), left);
  const degrees = rotation === undefined || rotation === null ? 0 : asNumber(rotation);
  if (type === 'bbox') return turnableRecord(className, name, place, four(raw['bbox']), degrees, beside);
  if (type === 'mask') {
    const segmentation = asObject(raw['rle']);
    return sizedRecord(className, name, place, undefined, beside, { segmentation });
  }
  if (type === 'polygon') return outlineRecord(className, name, place, [numbersOf(raw['points'])], beside);
  const [x1, y1, x2, y2] = four(raw['points']);
  const [cx, cy, width, height] = [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1];
  const angle = (degrees * Math.PI) / 180;
  return outlineRecord(className, name, place, [ellipsePoints({ cx, cy, width, height, angle })], beside);
}

/** Objects, lower ones first; polygons of one label and group are the pieces of one. */
function objectsOf(all: readonly unknown[], item: Item): ObjectRecord[] {
  const objects: ObjectRecord[] = [];
  const groups = new Map<string, number[][]>();
  const sorted = all
    .map((one, i) => ({ raw: asObject(one), place: i + 1 }))
    .toSorted((a, b) => (asNumber(a.raw['z_order']) || 0) - (asNumber(b.raw['z_order']) || 0));
  for (const { raw, place } of sorted) {
    const object = objectOf(raw, place, item);
    if (!object) continue;
    const group = asNumber(raw['group']);
    const rings = object.annotation.segmentation;
    if (raw['type'] !== 'polygon' || !(group > 0) || !Array.isArray(rings)) {
      objects.push(object);
      continue;
    }
    const key = JSON.stringify([group, object.className, object.annotation.iscrowd]);
    const known = groups.get(key);
    if (known) known.push(...(rings as number[][]));
    else {
      groups.set(key, rings as number[][]);
      objects.push(object);
    }
  }
  return objects;
}

/** Also of what is no name, so that a person finds it. */
const idOf = (raw: unknown): string => (typeof raw === 'object' ? JSON.stringify(raw ?? '') : String(raw ?? ''));

function imageOf(raw: Json, subset: string, names: Item['names']): ListedImage {
  const image = asObject(raw['image']);
  const [id, path] = [idOf(raw['id']), asText(image['path']) ?? ''];
  const [height, width] = asList(image['size']);
  const left: Left = new Map();
  const problems: ListedImage['problems'] = [];
  const shown = path || id;
  return {
    // a path is that of the image below `images`, or below the folder of its subset there
    names: [`${subset}/${shown}`, shown],
    areStems: path === '',
    purpose: purposeOfName(subset),
    width: asSize(width),
    height: asSize(height),
    objects: objectsOf(asList(raw['annotations']), { names, left, problems, shown }),
    problems,
    left,
  };
}

function parse(text: string, path: string): ListedFile {
  const file = parseWith(text, 'items');
  const categories = asObject(file['categories']);
  const labels = asList(asObject(categories['label'])['labels']).map(asObject);
  const names = labels.map(({ name }) => (asText(name) === undefined ? undefined : classNameOf(name)));
  const classes = new Map<string, string | undefined>();
  for (const name of names) if (name !== undefined) classes.set(name, undefined);
  for (const color of asList(asObject(categories['mask'])['colormap']).map(asObject)) {
    const name = names[asNumber(color['label_id'])];
    if (name !== undefined) classes.set(name, hexOf(color));
  }
  const subset = withoutEnding(path.slice(path.lastIndexOf('/') + 1));
  const all = asList(file['items']).map(asObject);
  const spend = recordBudget();
  for (const one of all) spend(asList(one['annotations']).length + 1);
  const items = all.map((one) => imageOf(one, subset, names));
  return { classes, images: items, left: new Map() };
}

/** What says the place of a shape, for each of its annotations: one, or one for each piece. */
function placesOf({ shape }: Labelled, image: NamedImage): object[] {
  const { kind, points, parts } = shape;
  if (kind === 'rect') {
    const [x1, y1, x2, y2] = boundsOf(points).map(shortFloat) as Four;
    return [{ type: 'bbox', bbox: [x1, y1, shortNumber(x2 - x1), shortNumber(y2 - y1)] }];
  }
  if (kind === 'rrect') {
    const { x, y, width, height, degrees } = uprightBox(points);
    return [{ type: 'bbox', bbox: [x, y, width, height].map(shortNumber), rotation: degrees }];
  }
  if (parts.length === 1 || ringsBySide(shape).holes.length === 0)
    return ringsOf(points, parts).map((ring) => ({ type: 'polygon', points: ring.map(shortFloat) }));
  const { window, filled } = fillShape(shape, image);
  const { counts } = cocoMask(filled, window, image.width, image.height);
  return [{ type: 'mask', rle: { counts: cocoText(counts), size: [image.height, image.width] } }];
}

function annotationsOf(labelled: Labelled, z: number, image: NamedImage): object[] {
  const { shape, place } = labelled;
  const said = { ...(shape.ignore && { ignore: true }), ...attributesOf(shape) };
  const all = placesOf(labelled, image) as { rotation?: number }[];
  return all.map(({ rotation, ...where }) => ({
    id: z + 1,
    attributes: { ...said, ...(rotation === undefined ? {} : { rotation }) },
    group: all.length > 1 ? z + 1 : 0,
    label_id: place,
    z_order: z,
    ...where,
  }));
}

async function* items(work: Work): AsyncGenerator<object> {
  for await (const { image, shapes } of labelledImages(work))
    yield {
      id: withoutEnding(image.file),
      annotations: shapes.flatMap((one, z) => annotationsOf(one, z, image)),
      image: { path: image.file, size: [image.height, image.width] },
    };
}

function head({ input, labels }: Work): string {
  const label = { labels: labels.map(({ name }) => ({ name, parent: '', attributes: [] })), attributes: [] };
  const channel = (color: string, i: number) => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  const colormap = labels.map(({ color }, i) => ({
    label_id: i,
    r: channel(color, 0),
    g: channel(color, 1),
    b: channel(color, 2),
  }));
  const categories = { label, mask: { colormap } };
  const before = { dm_format_version: '1.0', media_type: 2, infos: { description: input.datasetName }, categories };
  return JSON.stringify(before).slice(0, -1);
}

async function* documentOf(work: Work): AsyncGenerator<string> {
  yield `${head(work)},\n"items":[`;
  yield* linesOf(items(work));
  yield '\n]}\n';
}

async function* entries(work: Work) {
  yield { name: 'annotations/default.json', bytes: pieces(documentOf(work)), deflate: true };
}

export const datumaro = {
  // the list of items may stand behind more categories than are looked at
  recognise: ({ keys }) =>
    keys.get('categories') === '{' || (keys.get('items') === '[' && keys.has('dm_format_version')),
  read: (found) => readManyImages('datumaro', found, parse),
  writes: {
    datumaro: {
      suffix: 'datumaro',
      imageRoot: 'images/default/',
      lossesOf: lossesBy(exportFormats.datumaro.holds),
      entries,
    },
  },
} as const satisfies FileFormat;
