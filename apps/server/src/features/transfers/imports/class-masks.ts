/** Masks of classes in an archive: each region of each class becomes a shape; filled again it is the same region. */
import { buffer } from 'node:stream/consumers';
import { limits, type MessageKey, type Problem } from '@loupe/contract';
import { pixelRings } from '@loupe/geometry';
import { decodeImage, ImageError, inspectImage } from '../../../core/decode.ts';
import { readIndexPng } from '../../../core/index-png.ts';
import { problem } from '../../datasets/index.ts';
import { EntryError, sizeText, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { labelDirectories } from '../exports/names.ts';
import { isMaskNames, readMaskNames, type MaskNames } from '../label-map.ts';
import { textOf, type Annotations, type ImageRecords, type ObjectRecord } from './annotations.ts';
import { isOfRefused } from './find-image.ts';
import type { MaskFile, MaskLayout } from './mask-layout.ts';

interface Size {
  width: number;
  height: number;
}
/** What a mask says: a number for each pixel, and the class of each number but those that mean nothing. */
interface Numbers {
  data: Uint8Array;
  classOf: (number: number) => string | undefined;
  /** Whether it means that nobody has said anything of the pixel. */
  isVoid: (number: number) => boolean;
}
const never = (): boolean => false;

/** Of a mask in black and white that nothing names. */
const unnamed = 'object';
/** Losing formats leave grey around what is black. */
const blackestOf = { png: 0, bmp: 0, jpg: 127, tif: 0 } as const;
const voidNumber = 255;
const namesBytes = 1024 ** 2;

const named = (name: string | undefined, other: string | undefined): string | undefined => {
  const found = name ?? other;
  return found === '' ? undefined : found;
};

/** Shades of grey or a palette, whose numbers are the classes. */
function ofNumbers(data: Uint8Array, palette: Uint8Array | null, { byNumber, byColor, voids }: MaskNames): Numbers {
  const present = new Uint8Array(256);
  for (const one of data) present[one] = 1;
  // with names of several classes, 255 is what nobody has said anything of
  const mayBeOne = palette === null && byNumber.size <= 2;
  const isBlackWhite = mayBeOne && present.every((one, i) => one === 0 || i === 0 || i === voidNumber);
  const colorOf = (number: number) =>
    palette ? [...palette.subarray(3 * number, 3 * number + 3)].join(',') : undefined;
  const isUnsaid = (number: number) => number === voidNumber && !isBlackWhite && !byNumber.has(number);
  // numbers that a program chose itself are told by their colours
  const isByColor = (color: string | undefined): color is string => color !== undefined && byColor.has(color);
  return {
    data,
    classOf: (number) => {
      if (number === 0) return undefined;
      const own = byNumber.get(number);
      if (isBlackWhite) return named(own, byNumber.get(1) ?? unnamed);
      if (isUnsaid(number)) return undefined;
      const color = colorOf(number);
      return named(isByColor(color) ? byColor.get(color) : own, `class_${number}`);
    },
    isVoid: (number) => {
      const color = isBlackWhite ? undefined : colorOf(number);
      return isUnsaid(number) || (isByColor(color) ? voids.colors.has(color) : voids.numbers.has(number));
    },
  };
}

const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

/** Colours, each of which is a class. */
function ofColors(rgb: Uint8Array, { byColor, voids }: MaskNames): Numbers | 'mask.colours' {
  const numbers = new Map<number, number>([[0, 0]]);
  const data = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < data.length; i++) {
    const color = (rgb[3 * i]! << 16) | (rgb[3 * i + 1]! << 8) | rgb[3 * i + 2]!;
    let number = numbers.get(color);
    if (number === undefined) {
      if (numbers.size > 255) return 'mask.colours';
      numbers.set(color, (number = numbers.size));
    }
    data[i] = number;
  }
  const colors = [...numbers.keys()];
  const keyOf = (number: number): string => {
    const color = colors[number]!;
    return [color >> 16, (color >> 8) & 255, color & 255].join(',');
  };
  return {
    data,
    classOf: (number) => (number === 0 ? undefined : named(byColor.get(keyOf(number)), hex(colors[number]!))),
    isVoid: (number) => voids.colors.has(keyOf(number)),
  };
}

function oneClass(rgb: Uint8Array, blackest: number, className: string): Numbers {
  const data = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < data.length; i++)
    data[i] = Number(Math.max(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!) > blackest);
  return { data, classOf: (number) => (number === 0 ? undefined : className), isVoid: never };
}

const isGrey = (rgb: Uint8Array): boolean => {
  for (let i = 0; i < rgb.length; i += 3) if (rgb[i] !== rgb[i + 1] || rgb[i] !== rgb[i + 2]) return false;
  return true;
};

interface Reading {
  archive: Archive;
  entries: ReadonlyMap<string, ArchiveEntry>;
  names: MaskNames;
  /** Labels by the directories that exports give them. */
  byDirectory: ReadonlyMap<string, string>;
}

/** `size`: that of the image; undefined while only its classes are asked for. */
async function readNumbers(
  reading: Reading,
  { path, className }: MaskFile,
  size?: Size,
): Promise<(Numbers & Size) | Problem> {
  const { archive, entries, names, byDirectory } = reading;
  const entry = entries.get(path)!;
  if (entry.bytes > limits.cocoBytes)
    return problem(path, 'annotationFile.tooLarge', { max: sizeText(limits.cocoBytes) });
  try {
    const bytes = await buffer(await archive.read(entry));
    const { format, width, height, bits } = await inspectImage(bytes);
    const own = { width, height };
    if (size && (width !== size.width || height !== size.height))
      return problem(path, 'mask.size', { mask: `${width} × ${height}`, image: `${size.width} × ${size.height}` });
    const wrong = (key: MessageKey) => problem(path, key);
    if (className === undefined && format === 'jpg') return wrong('mask.lossy');
    if (className === undefined && bits > 8) return wrong('mask.deep');
    const indexed = className === undefined ? readIndexPng(bytes) : undefined;
    if (indexed) return { ...ofNumbers(indexed.data, indexed.palette, names), ...own };
    const { data } = await decodeImage(bytes);
    if (className !== undefined)
      return { ...oneClass(data, blackestOf[format], byDirectory.get(className) ?? className), ...own };
    if (isGrey(data))
      return {
        ...ofNumbers(
          data.filter((_, i) => i % 3 === 0),
          null,
          names,
        ),
        ...own,
      };
    const colors = ofColors(data, names);
    return typeof colors === 'string' ? wrong(colors) : { ...colors, ...own };
  } catch (error) {
    if (error instanceof EntryError) return problem(path, error.key);
    if (error instanceof ImageError) return problem(path, 'mask.corrupt');
    throw error;
  }
}

interface Region {
  className: string;
  rings: number[][];
}

/** Pixels that it says nothing of. */
function voidPixels({ data, isVoid }: Numbers): number {
  const counts = new Uint32Array(256);
  for (const one of data) counts[one]!++;
  return counts.reduce((sum, count, number) => (count > 0 && isVoid(number) ? sum + count : sum), 0);
}

/** The window of each number, and the regions within. */
function* regionsOf({ data, classOf, width, height }: Numbers & Size): Generator<Region> {
  const boxes = new Map<number, [number, number, number, number]>();
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const number = data[at]!;
      if (number === 0) continue;
      const box = boxes.get(number);
      if (!box) boxes.set(number, [x, y, x, y]);
      else {
        if (x < box[0]) box[0] = x;
        if (x > box[2]) box[2] = x;
        if (y > box[3]) box[3] = y;
      }
    }
  }
  for (const [number, [x1, y1, x2, y2]] of boxes) {
    const className = classOf(number);
    if (className === undefined) continue;
    const [w, h] = [x2 - x1 + 1, y2 - y1 + 1];
    const part = new Uint8Array(w * h);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) part[y * w + x] = Number(data[(y + y1) * width + x + x1] === number);
    for (const rings of pixelRings(part, { x: x1, y: y1, width: w, height: h })) yield { className, rings };
  }
}

/** The regions of a mask, or what is wrong with it as a whole. */
function regionsOrProblem(numbers: Numbers & Size, file: string): Region[] | Problem {
  const regions: Region[] = [];
  for (const region of regionsOf(numbers)) {
    const points = region.rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    regions.push(region);
    if (
      regions.length > limits.maskRegions ||
      points > limits.pointsPerShape ||
      region.rings.length > limits.ringsPerShape
    )
      return problem(file, 'mask.tooFine', { regions: limits.maskRegions, points: limits.pointsPerShape });
  }
  return regions;
}

async function readNames(archive: Archive, problems: Problem[]): Promise<MaskNames> {
  const entry = archive.entries.find(({ path }) => isMaskNames(path));
  return readMaskNames(entry ? ((await textOf(archive, entry, problems, namesBytes)) ?? '') : '');
}

/** As an export names them: a label may be called as no directory can be. */
function byDirectoryOf({ byNumber }: MaskNames): ReadonlyMap<string, string> {
  const labels = [...byNumber].flatMap(([id, name]) => (name === '' ? [] : [{ id, name }]));
  // no export has more; telling apart what a list of many thousands names would take long
  const directories = labelDirectories(labels.slice(0, limits.labelsPerDataset));
  return new Map([...directories].map(([id, directory]) => [directory, byNumber.get(id)!]));
}

/** Every mask is read once for its classes, and once more with its image. */
export async function readClassMasks(archive: Archive, layout: MaskLayout, signal: AbortSignal): Promise<Annotations> {
  const problems: Problem[] = layout.problems.map(({ file, key }) => problem(file, key));
  const names = await readNames(archive, problems);
  const entries = new Map(archive.entries.map((one) => [one.path, one]));
  const reading: Reading = { archive, entries, names, byDirectory: byDirectoryOf(names) };
  const classes = new Map<string, number>();
  const files = [...layout.of.values()].flat();
  const blank = new Set<MaskFile>();
  const unsaid = { file: '', masks: 0, pixels: 0 };
  for (const file of files) {
    signal.throwIfAborted();
    // one at a time: each is as large as its image. What is wrong with it is said when its image comes
    // oxlint-disable-next-line no-await-in-loop
    const numbers = await readNumbers(reading, file);
    const regions = 'data' in numbers ? regionsOrProblem(numbers, file.path) : [];
    const pixels = 'data' in numbers ? voidPixels(numbers) : 0;
    if (pixels > 0) {
      unsaid.file ||= file.path;
      unsaid.masks++;
      unsaid.pixels += pixels;
    } else if ('data' in numbers && Array.isArray(regions) && regions.length === 0) blank.add(file);
    for (const { className } of Array.isArray(regions) ? regions : [])
      classes.set(className, (classes.get(className) ?? 0) + 1);
  }
  const isUnnamed = [...classes.keys()].some((name) => /^(class_\d+|#[0-9a-f]{6})$/.test(name));
  if (isUnnamed) problems.push(problem(files[0]!.path, 'mask.noNames'));
  if (unsaid.masks > 0)
    problems.push(problem(unsaid.file, 'mask.void', { count: unsaid.masks, pixels: unsaid.pixels }));
  return {
    format: 'masks',
    files: files.length,
    empties: [...layout.of.values()].filter((own) => own.every((file) => blank.has(file))).length,
    classes,
    problems,
    uses: isMaskNames,
    async of(path, size) {
      const own = layout.of.get(path);
      if (!own) return undefined;
      const records: ImageRecords = { objects: [], problems: [] };
      for (const file of own) {
        if (isOfRefused(archive, path, entries.get(file.path)!.raw ?? file.path)) {
          records.problems.push(problem(file.path, 'annotationFile.ofRefused'));
          continue;
        }
        // oxlint-disable-next-line no-await-in-loop
        const numbers = await readNumbers(reading, file, size);
        const regions = 'data' in numbers ? regionsOrProblem(numbers, file.path) : numbers;
        if ('data' in numbers && voidPixels(numbers) > 0) records.isCut = true;
        if (Array.isArray(regions)) records.objects.push(...regions.map((one, i) => objectOf(one, file.path, i)));
        else records.problems.push(regions);
      }
      return records;
    },
  };
}

const objectOf = ({ className, rings }: Region, file: string, i: number): ObjectRecord => ({
  className,
  name: `${file} ${i + 1}`,
  annotation: { id: i + 1, image_id: 0, category_id: 0, segmentation: rings, place: i },
});
