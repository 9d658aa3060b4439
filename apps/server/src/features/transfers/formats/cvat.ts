/** CVAT for images 1.1: one XML for all images. Rotated boxes turn by degrees, masks are runs row by row within their box. */
import { exportFormats, limits, patterns } from '@loupe/contract';
import { boundsOf, rowRuns } from '@loupe/geometry';
import { fillShape } from '../exports/filled.ts';
import { pieces } from '../exports/pieces.ts';
import { attributesOf, lossesBy, shortFloat, shortNumber, uprightBox } from '../exports/shapes.ts';
import type { NamedImage, Work } from '../exports/work.ts';
import type { ObjectRecord } from '../imports/annotations.ts';
import { purposeOfName } from '../imports/purposes.ts';
import { FileFault, type FileFormat } from './format.ts';
import { readManyImages, recordBudget, type ListedFile, type ListedImage } from './many-images.ts';
import {
  besideOf,
  classNameOf,
  ellipsePoints,
  isTrue,
  leave,
  leaveKind,
  outlineRecord,
  sizedRecord,
  turnableRecord,
  type ImportLoss,
  type Left,
} from './objects.ts';
import { labelledImages, type Labelled } from './per-image.ts';
import { numberOf, readXml, textIn, xmlText, type XmlNode } from './xml.ts';

/** Shapes that no data set has a place for, and words about the whole image. */
const leftOut: ReadonlyMap<string, ImportLoss> = new Map([
  ['points', 'points'],
  ['polyline', 'polylines'],
  ['cuboid', 'cuboids'],
  ['skeleton', 'skeletons'],
  ['tag', 'imageLabels'],
]);
/** Labels that no object here can have. */
const otherTypes = /^(points|polyline|cuboid|skeleton|tag)$/;

const numbers = <const Names extends readonly string[]>(
  { attributes }: XmlNode,
  names: Names,
): { [I in keyof Names]: number } =>
  names.map((name) => numberOf(attributes[name])) as unknown as { [I in keyof Names]: number };

/** `x,y;x,y;…`. One point more than a shape may have is enough to refuse it. */
function pointsOf(text = ''): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length && points.length <= 2 * limits.pointsPerShape;) {
    const end = text.indexOf(';', at);
    const piece = text.slice(at, end < 0 ? undefined : end);
    const comma = piece.indexOf(',');
    points.push(numberOf(piece.slice(0, Math.max(0, comma))), numberOf(piece.slice(comma + 1)));
    at = end < 0 ? text.length : end + 1;
  }
  return points;
}

const degreesOf = ({ attributes }: XmlNode): number =>
  attributes['rotation'] === undefined ? 0 : numberOf(attributes['rotation']);

/** The object of an element; undefined for one that is left out. */
function objectOf(node: XmlNode, place: number, left: Left): ObjectRecord | undefined {
  const className = classNameOf(node.attributes['label']);
  const name = `${className} ${place}`;
  const said = () => {
    const own = node.children.filter((one) => one.name === 'attribute');
    if (isTrue(node.attributes['occluded'])) leave(left, 'attributes');
    return besideOf(
      own.map((one) => [one.attributes['name'] ?? '', one.text] as const),
      left,
    );
  };
  if (node.name === 'box') {
    const [x1, y1, x2, y2] = numbers(node, ['xtl', 'ytl', 'xbr', 'ybr']);
    return turnableRecord(className, name, place, [x1, y1, x2 - x1, y2 - y1], degreesOf(node), said());
  }
  if (node.name === 'polygon')
    return outlineRecord(className, name, place, [pointsOf(node.attributes['points'])], said());
  if (node.name === 'ellipse') {
    const [cx, cy, rx, ry] = numbers(node, ['cx', 'cy', 'rx', 'ry']);
    const angle = (degreesOf(node) * Math.PI) / 180;
    const outline = ellipsePoints({ cx, cy, width: 2 * rx, height: 2 * ry, angle });
    return outlineRecord(className, name, place, [outline], said());
  }
  if (node.name === 'mask') {
    const [x, y, width, height] = numbers(node, ['left', 'top', 'width', 'height']);
    const cells = { x, y, width, height, runs: node.attributes['rle'] ?? '' };
    return sizedRecord(className, name, place, [x, y, width, height], said(), { cells });
  }
  leaveKind(left, leftOut, node.name);
  return undefined;
}

/** Lower ones first; without an order as they stand. */
const zOf = (node: XmlNode): number => numberOf(node.attributes['z_order']) || 0;

function imageOf(node: XmlNode): ListedImage {
  const { name = '', subset } = node.attributes;
  const left: Left = new Map();
  const sizeOf = (key: string): number | undefined => {
    const value = numberOf(node.attributes[key]);
    return value > 0 ? value : undefined;
  };
  const objects = node.children
    .map((one, i) => ({ one, place: i + 1 }))
    .toSorted((a, b) => zOf(a.one) - zOf(b.one))
    .flatMap(({ one, place }) => objectOf(one, place, left) ?? []);
  return {
    names: subset ? [`${subset}/${name}`, name] : [name],
    purpose: subset ? purposeOfName(subset) : undefined,
    width: sizeOf('width'),
    height: sizeOf('height'),
    objects,
    problems: [],
    left,
  };
}

/** Labels of the task, the job or the project, wherever they stand in `meta`. */
function addLabels(node: XmlNode, classes: Map<string, string | undefined>): void {
  const isLabel = node.name === 'label' && textIn(node, 'name') !== undefined;
  if (!isLabel) return node.children.forEach((one) => addLabels(one, classes));
  // the points of a skeleton are listed as labels too
  if (otherTypes.test(textIn(node, 'type') ?? '') || textIn(node, 'parent')) return;
  const color = textIn(node, 'color')?.toLowerCase();
  classes.set(classNameOf(textIn(node, 'name')), color && patterns.color.test(color) ? color : undefined);
}

const isRecord = (_: string, depth: number): boolean => depth === 2;

async function parse(text: string): Promise<ListedFile> {
  const classes = new Map<string, string | undefined>();
  const images: ListedImage[] = [];
  const left: Left = new Map();
  const spend = recordBudget();
  await readXml(text, {
    isRecord,
    take: (node) => {
      if (node.name === 'meta') addLabels(node, classes);
      else if (node.name === 'track') leave(left, 'tracks');
      else if (node.name === 'image') {
        spend(node.children.length + 1);
        images.push(imageOf(node));
      }
    },
  });
  if (images.length === 0 && left.size === 0) throw new FileFault('annotationFile.why.shape', { name: 'image' });
  return { classes, images, left };
}

const attributesXml = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');

/** The element of a shape and what says its place. */
function placeXml({ shape }: Labelled, image: NamedImage): [name: string, place: Record<string, string | number>] {
  const { kind, points, parts } = shape;
  if (kind === 'rect') {
    const [xtl, ytl, xbr, ybr] = boundsOf(points).map(shortFloat) as [number, number, number, number];
    return ['box', { xtl, ytl, xbr, ybr }];
  }
  if (kind === 'rrect') {
    const { x, y, width, height, degrees } = uprightBox(points);
    const [xtl, ytl, xbr, ybr] = [x, y, x + width, y + height].map(shortNumber) as [number, number, number, number];
    return ['box', { xtl, ytl, xbr, ybr, rotation: degrees }];
  }
  if (parts.length === 1) {
    const all = Array.from({ length: points.length / 2 }, (_, i) =>
      [points[2 * i]!, points[2 * i + 1]!].map(shortFloat).join(),
    );
    return ['polygon', { points: all.join(';') }];
  }
  const { window, filled } = fillShape(shape, image);
  const { x: left, y: top, width, height } = window;
  return ['mask', { rle: rowRuns(filled).join(', '), left, top, width, height }];
}

function shapeXml(labelled: Labelled, z: number, image: NamedImage): string {
  const { shape, label } = labelled;
  const [name, place] = placeXml(labelled, image);
  const said = { ...(shape.ignore && { ignore: true }), ...attributesOf(shape) };
  const inner = Object.entries(said).map(
    ([key, value]) => `      <attribute name="${key}">${xmlText(String(value))}</attribute>\n`,
  );
  const head = attributesXml({ label, source: 'manual', occluded: 0, ...place, z_order: z });
  return `    <${name}${head}>\n${inner.join('')}    </${name}>\n`;
}

/** Attributes that a shape may have; CVAT takes none that its label does not list. */
const declared = [
  ['ignore', 'checkbox', 'false', 'false'],
  ['text', 'text', '', ''],
  ['score', 'text', '', ''],
].map(
  ([name, type, first, values]) =>
    `<attribute><name>${name}</name><mutable>False</mutable><input_type>${type}</input_type>` +
    `<default_value>${first}</default_value><values>${values}</values></attribute>`,
);

function metaXml({ input, labels, images }: Work): string {
  const label = ({ name, color }: Work['labels'][number]) =>
    `        <label><name>${xmlText(name)}</name><color>${color}</color><type>any</type>` +
    `<attributes>${declared.join('')}</attributes></label>\n`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n    <task>\n',
    `      <name>${xmlText(input.datasetName)}</name>\n      <size>${images}</size>\n      <mode>annotation</mode>\n`,
    `      <labels>\n${labels.map(label).join('')}      </labels>\n    </task>\n  </meta>\n`,
  ].join('');
}

async function* documentOf(work: Work): AsyncGenerator<string> {
  yield metaXml(work);
  let id = 0;
  for await (const { image, shapes } of labelledImages(work)) {
    const { file: name, width, height } = image;
    yield `  <image${attributesXml({ id: id++, name, width, height })}>\n`;
    for (const [z, one] of shapes.entries()) yield shapeXml(one, z, image);
    yield '  </image>\n';
  }
  yield '</annotations>\n';
}

async function* entries(work: Work) {
  yield { name: 'annotations.xml', bytes: pieces(documentOf(work)), deflate: true };
}

export const cvat = {
  recognise: ({ root }) => root === 'annotations',
  read: (found) => readManyImages('cvat', found, parse),
  writes: { cvat: { suffix: 'cvat', imageRoot: 'images/', lossesOf: lossesBy(exportFormats.cvat.holds), entries } },
} as const satisfies FileFormat;
