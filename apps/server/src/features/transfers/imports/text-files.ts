/** Lists of texts in an archive: Label.txt and rec_gt.txt of PPOCRLabel, gt_*.txt of ICDAR 2015. Lines that are none are named. */
import { limits, type MessageArgs, type Problem } from '@loupe/contract';
import { wholeQuad } from '@loupe/geometry';
import { storable } from '../../../core/storable.ts';
import { problem, shownName } from '../../datasets/index.ts';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import { isListLine, readIcdarLine, readTabLine, type TextLine } from '../text-lines.ts';
import { makeTally, noAnnotations, textOf, type Annotations, type ObjectRecord } from './annotations.ts';
import { byLastName, imagePaths, isOfRefused, meant } from './find-image.ts';

/** Of all texts: they are one class. */
const className = 'text';
const isList = /\.txt$/i;
/** Lists of PPOCRLabel for its reader: each image is a text. */
const isCropList = /(^|\/)rec_gt[^/]*$/i;

interface Record {
  name: string;
  line: TextLine;
}
interface Found {
  records: Map<string, Record[]>;
  problems: Problem[];
  files: Set<string>;
}
interface Reading {
  found: Found;
  archive: Archive;
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
const folderOf = (path: string): string => path.split('/').at(-2) ?? '';
/** Of images of a file's name the one of its directory's name, where several have that name. */
function ownImage(images: readonly string[], path: string): string | undefined {
  const near = images.length > 1 ? images.filter((one) => folderOf(one) === folderOf(path)) : images;
  return near.length === 1 ? near[0] : undefined;
}
const linesIn = (content: string): string[] => content.replace(/^\uFEFF/, '').split(/\r?\n/);

function note(found: Found, file: string, key: 'yolo.line' | 'textFile.some', args: MessageArgs): void {
  if (found.problems.length < limits.importProblems) found.problems.push(problem(file, key, args));
}
function add({ records }: Found, path: string, texts: readonly Record[]): void {
  records.set(path, [...(records.get(path) ?? []), ...texts]);
}

/** A file for one image: `gt_img_1.txt` for `img_1.jpg`. False: it is no such file. */
function addIcdar({ found, archive }: Reading, entry: ArchiveEntry, lines: readonly string[], image: string): boolean {
  const { path } = entry;
  const read = lines.map((line) => (line.trim() === '' ? null : readIcdarLine(line)));
  // an empty file says that the image has no text
  const isEmpty = read.every((one) => one === null) && /(^|\/)gt_[^/]*$/i.test(path);
  if (!isEmpty && !read.some((one) => one)) return false;
  if (isOfRefused(archive, image, entry.raw ?? path)) {
    found.problems.push(problem(path, 'annotationFile.ofRefused'));
    return true;
  }
  const texts = read.flatMap((line, i) => (line ? [{ name: String(i + 1), line }] : []));
  read.forEach((line, i) => line === undefined && note(found, path, 'yolo.line', { line: i + 1 }));
  add(found, image, texts);
  return true;
}

/** A list of images. False: no line of it is one. */
function addList(
  { found, archive }: Reading,
  { path }: ArchiveEntry,
  lines: readonly string[],
  images: ReadonlyMap<string, readonly string[]>,
) {
  const areCrops = isCropList.test(path) || (lines.some(isListLine) ? false : undefined);
  const read = lines.map((line) => (line.trim() === '' ? null : readTabLine(line, areCrops)));
  const paths = read.map((one) => (one ? meant(one.image, images) : undefined));
  if (!paths.some(Boolean)) return false;
  read.forEach((one, i) => {
    if (one === null) return;
    if (one === undefined) {
      note(found, path, 'yolo.line', { line: i + 1 });
      return;
    }
    if (one.bad > 0) note(found, path, 'textFile.some', { line: i + 1, count: one.bad });
    const image = paths[i];
    const shown = shownName(one.image);
    if (image === undefined) found.problems.push(problem(shown, 'coco.unknownImage'));
    else if (image === null) found.problems.push(problem(shown, 'annotationFile.ambiguous'));
    else if (isOfRefused(archive, image, one.image)) found.problems.push(problem(shown, 'annotationFile.ofRefused'));
    else
      add(
        found,
        image,
        one.texts.map((line, t) => ({ name: `${i + 1}.${t + 1}`, line })),
      );
  });
  return true;
}

const asObject = ({ name, line }: Record, width: number, height: number): ObjectRecord => ({
  className,
  name,
  annotation: {
    place: 0,
    image_id: 0,
    category_id: 0,
    segmentation: [line.points ?? [...wholeQuad(width, height)]],
    iscrowd: line.ignore,
    utf8_string: line.text === null ? undefined : storable(line.text),
  },
});

export async function readTextFiles(archive: Archive, signal: AbortSignal): Promise<Annotations> {
  const paths = imagePaths(archive);
  const images = byLastName(paths);
  const byStem = Map.groupBy(paths, stemOf);
  const found: Found = { records: new Map(), problems: [], files: new Set() };
  const unreadable: Problem[] = [];
  const tally = makeTally();
  for (const entry of archive.entries) {
    if (!isList.test(entry.path)) continue;
    signal.throwIfAborted();
    // one at a time: each may fill tens of megabytes
    // oxlint-disable-next-line no-await-in-loop
    const content = await textOf(archive, entry, unreadable);
    if (content === undefined) continue;
    const lines = linesIn(content);
    tally.add({ bytes: entry.bytes, records: lines.length });
    const own = ownImage(byStem.get(stemOf(entry.path).replace(/^gt_/i, '')) ?? [], entry.path);
    const isOwn = own !== undefined && addIcdar({ found, archive }, entry, lines, own);
    if (isOwn || addList({ found, archive }, entry, lines, images)) found.files.add(entry.path);
  }
  if (found.files.size === 0) return { ...noAnnotations, problems: unreadable };
  const { records, problems, files } = found;
  const count = [...records.values()].reduce((sum, list) => sum + list.length, 0);
  return {
    format: 'texts',
    files: files.size,
    empties: [...records.values()].filter((list) => list.length === 0).length,
    classes: new Map([[className, count]]),
    problems: [...unreadable, ...problems],
    uses: (path) => files.has(path),
    of: (path, { width, height }) => {
      const list = records.get(path);
      return Promise.resolve(list && { objects: list.map((one) => asObject(one, width, height)), problems: [] });
    },
  };
}
