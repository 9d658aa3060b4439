/** The lines of a YOLO label file, and data.yaml. Pure. */
import type { FolderType } from '@loupe/contract';
import { boundsOf, clampNumber, readingQuad } from '@loupe/geometry';
import { withoutEnding } from '../without-ending.ts';
import { cornersOf, ringsBySide, type ExportShape } from './shapes.ts';

/** Places are shares of the image; seven digits are less than a hundredth of a pixel on the widest image. */
const share = (value: number, of: number): number => Number(clampNumber(value / of, 0, 1).toFixed(7));

export interface Size {
  width: number;
  height: number;
}

/** Numbers of a line each. */
type Rows = number[][];

/** A shape as its box. */
export function boxRows(shape: ExportShape, { width, height }: Size): Rows {
  const [x1, y1, x2, y2] = boundsOf(shape.points);
  return [[share((x1 + x2) / 2, width), share((y1 + y2) / 2, height), share(x2 - x1, width), share(y2 - y1, height)]];
}

/** The outer rings of a shape as a polygon each. */
export const polygonRows = (shape: ExportShape, { width, height }: Size): Rows =>
  ringsBySide({ points: cornersOf(shape), parts: shape.parts }).outer.map((ring) =>
    ring.map((value, i) => share(value, i % 2 === 0 ? width : height)),
  );

/** Four corners of a shape, clockwise. */
export function cornerRows(shape: ExportShape, { width, height }: Size): Rows {
  const isOutline = shape.kind === 'polygon' || shape.kind === 'mask';
  const corners = isOutline ? readingQuad(shape.points) : cornersOf(shape);
  return [corners.map((value, i) => share(value, i % 2 === 0 ? width : height))];
}

/** The lines of a shape. `index` is the place of its label. */
export const yoloLines = (index: number, rows: Rows): string =>
  rows.map((row) => `${[index, ...row].join(' ')}\n`).join('');

/** Where the label file of an image lies. */
export const labelPath = (image: string): string => `labels/${withoutEnding(image)}.txt`;

export interface YamlFolder {
  path: string;
  type: FolderType;
}

/** Folders for validation and for testing stand under their names, all others train. JSON strings are YAML strings. */
export function dataYaml(name: string, folders: readonly YamlFolder[], labels: readonly string[]): string {
  const list = (...types: FolderType[]) =>
    folders.filter(({ type }) => types.includes(type)).map(({ path }) => `  - ${JSON.stringify(`images/${path}`)}\n`);
  const all = list('train', 'general', 'validation', 'test');
  const train = list('train', 'general');
  const val = list('validation');
  const test = list('test');
  const part = (key: string, lines: readonly string[]) => (lines.length === 0 ? '' : `${key}:\n${lines.join('')}`);
  return [
    `# ${name}\n`,
    'path: .\n',
    part('train', train.length > 0 ? train : all),
    val.length > 0 ? '' : '# no folder is marked for validation: the images of the training stand in\n',
    part('val', val.length > 0 ? val : train.length > 0 ? train : all),
    part('test', test),
    `names:\n${labels.map((label, index) => `  ${index}: ${JSON.stringify(label)}\n`).join('')}`,
  ].join('');
}
