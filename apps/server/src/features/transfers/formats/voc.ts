/** Pascal VOC: an XML for each image, with rectangles. Pixels are counted from 1 and the last one is inside, as VOC has it. */
import { exportFormats, type FolderType, type Problem } from '@loupe/contract';
import { boundsOf, rotatedRectCorners } from '@loupe/geometry';
import type { ZipEntry } from '../../../core/zip.ts';
import { lossesBy, shortFloat, type ExportShape } from '../exports/shapes.ts';
import { namedBatches, type NamedImage, type Work } from '../exports/work.ts';
import type { ArchiveEntry } from '../archive/index.ts';
import type { Purposes } from '../imports/annotations.ts';
import type { Purpose } from '../imports/layout.ts';
import { makeSayings, sayListed, type ImageList } from '../imports/purposes.ts';
import { FileFault, type FileFormat, type Found } from './format.ts';
import { boxRecord, classNameOf, isTrue, leave, outlineRecord, type Left } from './objects.ts';
import { withoutEnding } from '../without-ending.ts';
import { readPerImage, writePerImage, type FileContent } from './per-image.ts';
import { childOf, numberOf, readXml, textIn, xmlText, type XmlNode } from './xml.ts';

/**
 * Most programs write edges from 0; VOC itself, and so also we, write the first and the last pixel, from 1. Who follows VOC
 * says so by the name of the data base; no other file has a pixel 0 then.
 */
const fromOne = /\bVOC|pascal/i;
const database = 'Pascal VOC (Loupe)';
const sides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

type Box = [number, number, number, number];
const boxOf = (node: XmlNode): Box => sides.map((side) => numberOf(textIn(node, side))) as Box;

/** LabelMe 3 writes outlines into such files: `<polygon><pt><x>…`. */
const outlineOf = (polygon: XmlNode): number[] =>
  polygon.children
    .filter(({ name }) => name === 'pt')
    .flatMap((pt) => [numberOf(textIn(pt, 'x')), numberOf(textIn(pt, 'y'))]);

/** An object of a file; undefined for one without any place. */
function objectOf(node: XmlNode, place: number, offset: number, left: Left) {
  const className = classNameOf(textIn(node, 'name'));
  const name = `${className} ${place}`;
  const beside = { ignore: isTrue(textIn(node, 'difficult')) };
  leave(left, 'objectParts', node.children.filter((one) => one.name === 'part').length);
  leave(
    left,
    'attributes',
    node.children.filter((one) => one.name === 'attributes').flatMap((one) => one.children).length,
  );
  const turned = childOf(node, 'robndbox');
  const box = childOf(node, 'bndbox');
  const polygon = childOf(node, 'polygon');
  if (turned) {
    const [cx, cy, width, height, angle] = ['cx', 'cy', 'w', 'h', 'angle'].map((key) =>
      numberOf(textIn(turned, key)),
    ) as [number, number, number, number, number];
    return outlineRecord(className, name, place, [rotatedRectCorners({ cx, cy, width, height, angle })], {
      ...beside,
      isTurned: true,
    });
  }
  if (polygon && childOf(polygon, 'pt')) return outlineRecord(className, name, place, [outlineOf(polygon)], beside);
  if (!box) {
    leave(left, 'others');
    return undefined;
  }
  const [x1, y1, x2, y2] = boxOf(box);
  return boxRecord(className, name, place, [x1 - offset, y1 - offset, x2, y2], beside);
}

const isRecord = (name: string, depth: number): boolean => depth === 2 && name !== 'segmented';

async function parse(text: string): Promise<FileContent> {
  const nodes = new Map<string, XmlNode[]>();
  await readXml(text, {
    isRecord,
    take: (node) => {
      const known = nodes.get(node.name);
      if (known) known.push(node);
      else nodes.set(node.name, [node]);
    },
  });
  const of = (name: string): XmlNode | undefined => nodes.get(name)?.[0];
  const objects = nodes.get('object') ?? [];
  if (objects.length === 0 && !of('size') && !of('imagesize') && !of('filename'))
    throw new FileFault('annotationFile.why.shape', { name: 'object' });
  const said = textIn(of('source') ?? { name: '', attributes: {}, children: [], text: '' }, 'database') ?? '';
  const boxes = objects.flatMap((node) => childOf(node, 'bndbox') ?? []).map(boxOf);
  const offset = fromOne.test(said) && boxes.every(([x, y]) => !(x < 1 || y < 1)) ? 1 : 0;
  const left: Left = new Map();
  const size = of('size') ?? of('imagesize');
  const sizeOf = (...names: string[]): number | undefined => {
    const value = size && names.map((name) => numberOf(textIn(size, name))).find((one) => one > 0);
    return value === undefined ? undefined : value;
  };
  return {
    imageName: of('filename')?.text.trim() || undefined,
    width: sizeOf('width', 'ncols'),
    height: sizeOf('height', 'nrows'),
    objects: objects.flatMap((node, i) => objectOf(node, i + 1, offset, left) ?? []),
    problems: [],
    left,
  };
}

const line = (name: string, value: string | number): string => `<${name}>${value}</${name}>`;

function objectXml(shape: ExportShape, label: string): string {
  const [x1, y1, x2, y2] = boundsOf(shape.points).map(shortFloat) as Box;
  const plus = (value: number) => Number((value + 1).toFixed(9));
  return [
    '  <object>',
    `    ${line('name', xmlText(label))}${line('pose', 'Unspecified')}${line('truncated', 0)}${line('difficult', shape.ignore ? 1 : 0)}`,
    `    <bndbox>${line('xmin', plus(x1))}${line('ymin', plus(y1))}${line('xmax', x2)}${line('ymax', y2)}</bndbox>`,
    '  </object>\n',
  ].join('\n');
}

function fileXml(image: NamedImage, objects: string): string {
  const [folder = '', name = ''] = [image.file.slice(0, image.file.lastIndexOf('/')), image.file.split('/').at(-1)];
  return [
    '<annotation>',
    `  ${line('folder', xmlText(folder))}`,
    `  ${line('filename', xmlText(name))}`,
    `  <source>${line('database', database)}</source>`,
    `  <size>${line('width', image.width)}${line('height', image.height)}${line('depth', 3)}</size>`,
    `  ${line('segmented', 0)}`,
    `${objects}</annotation>\n`,
  ].join('\n');
}

const setsOf: readonly (readonly [file: string, type: Purpose, ...others: FolderType[]])[] = [
  ['train', 'train', 'general'],
  ['val', 'validation'],
  ['test', 'test'],
];

async function* listOf(work: Work, types: readonly FolderType[]): AsyncGenerator<Uint8Array> {
  const folders = work.folders.filter(({ type }) => types.includes(type as FolderType));
  for await (const images of namedBatches({ ...work, folders }, { byStem: true }))
    yield Buffer.from(images.map(({ file }) => `${withoutEnding(file)}\n`).join(''));
}

async function* entries(work: Work): AsyncGenerator<ZipEntry> {
  yield* writePerImage(work, {
    path: (stem) => `Annotations/${stem}.xml`,
    content: (image, all) => fileXml(image, all.map(({ shape, label }) => objectXml(shape, label)).join('')),
  });
  for (const [name, ...types] of setsOf)
    yield { name: `ImageSets/Main/${name}.txt`, bytes: listOf(work, types), deflate: true };
}

/**
 * Of each image by the lists of stems in `ImageSets/Main` or `ImageSets/Segmentation`. Where both parts of `trainval` have lists of
 * their own it says nothing; else all of it is for training.
 */
async function purposesOf({ archive }: Found, problems: Problem[]): Promise<Purposes> {
  const named = archive.entries.flatMap((entry) => {
    const [, name] = /(?:^|\/)ImageSets\/[^/]+\/([^/]+)\.txt$/i.exec(entry.path) ?? [];
    return name === undefined ? [] : [{ entry, name: name.toLowerCase() }];
  });
  const directoryOf = ({ path }: ArchiveEntry): string => path.slice(0, path.lastIndexOf('/'));
  const divided = new Set(named.flatMap(({ entry, name }) => (name === 'val' ? directoryOf(entry) : [])));
  const lists = named.flatMap(({ entry, name }): ImageList[] => {
    const [, type] =
      setsOf.find(([file]) => file === (name === 'trainval' && !divided.has(directoryOf(entry)) ? 'train' : name)) ??
      [];
    return type ? [{ entry, types: [type], areStems: true }] : [];
  });
  const sayings = makeSayings();
  problems.push(...(await sayListed(archive, lists, sayings)), ...sayings.problems());
  return sayings.all();
}

const isPart = /(^|\/)ImageSets\/.*\.txt$|(^|\/)(labelmap|labels|classes)\.txt$/i;

export const voc = {
  recognise: ({ root }) => root === 'annotation',
  async read(found) {
    const read = await readPerImage('voc', found, parse, isPart);
    if (read.format === 'none') return read;
    const problems = [...read.problems];
    return { ...read, purposes: await purposesOf(found, problems), problems };
  },
  writes: {
    voc: {
      suffix: 'voc',
      imageRoot: 'JPEGImages/',
      keepsFolderTypes: true,
      lossesOf: lossesBy(exportFormats.voc.holds),
      entries,
    },
  },
} as const satisfies FileFormat;
