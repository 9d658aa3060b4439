/** Formats with one file for many images: all of it is read once, and what it says of each image is held, as bounded. */
import { limits, type ImportFormat, type Problem } from '@loupe/contract';
import { problem, shownName } from '../../datasets/index.ts';
import type { Archive } from '../archive/index.ts';
import {
  countShapes,
  makeTally,
  noAnnotations,
  saysEmpty,
  textOf,
  type Annotations,
  type ImageRecords,
} from '../imports/annotations.ts';
import { byLastName, imagePaths, isOfRefused, meant } from '../imports/find-image.ts';
import type { Purpose } from '../imports/layout.ts';
import { makeSayings, type Sayings } from '../imports/purposes.ts';
import { withoutEnding } from '../without-ending.ts';
import type { Found } from './format.ts';
import { leaveAll, leavesShapes, leftProblems, type Left } from './objects.ts';
import { faultOf } from './per-image.ts';

/** What a file says of one image. */
export interface ListedImage extends ImageRecords {
  /** Names of the image, as the file gives them, the likeliest first. */
  names: readonly string[];
  /** The names have no ending. */
  areStems?: boolean;
  left: Left;
  /** What it is for, if the file says it. */
  purpose?: Purpose | undefined;
}
/** What a file says. */
export interface ListedFile {
  /** All classes that it lists, each with its colour where it gives one. */
  classes: ReadonlyMap<string, string | undefined>;
  images: readonly ListedImage[];
  /** Beside what is left out of images. */
  left: Left;
}
/** Throws `FileFault`. `path`: that of the file. */
type Parse = (text: string, path: string) => ListedFile | Promise<ListedFile>;

/** The one image that the names mean; undefined for none, null for several. */
function imagesFinder(archive: Archive) {
  const paths = imagePaths(archive);
  const byStem = Map.groupBy(paths, withoutEnding);
  const [names, stems] = [byLastName(paths), byLastName([...byStem.keys()])];
  const ofStem = (name: string): string | null | undefined => {
    const stem = meant(name, stems);
    const found = stem ? byStem.get(stem)! : [];
    return stem === null || found.length > 1 ? null : found[0];
  };
  return ({ names: wanted, areStems = false }: Pick<ListedImage, 'names' | 'areStems'>) => {
    const found = wanted.map((given) => ({ given, path: areStems ? ofStem(given) : meant(given, names) }));
    const one = found.find(({ path }) => typeof path === 'string') ?? found.find(({ path }) => path === null);
    return { path: one?.path, isRefused: typeof one?.path === 'string' && isOfRefused(archive, one.path, one.given) };
  };
}

interface Held {
  file: string;
  records: ImageRecords;
}
interface Reading {
  find: ReturnType<typeof imagesFinder>;
  held: Map<string, Held>;
  classes: Map<string, number>;
  colors: Map<string, string>;
  left: Left;
  purposes: Sayings;
  note: (one: Problem) => void;
}

/** Adds what one file says; of two records of an image the first is used. */
function addFile(
  { find, held, classes, colors, left, purposes, note }: Reading,
  file: string,
  content: ListedFile,
): void {
  for (const [name, color] of content.classes) {
    classes.set(name, classes.get(name) ?? 0);
    if (color !== undefined && !colors.has(name)) colors.set(name, color);
  }
  leaveAll(left, content.left);
  for (const { names, areStems, purpose, left: own, ...records } of content.images) {
    const { path, isRefused } = find({ names, areStems: areStems ?? false });
    const shown = shownName(names.at(-1) ?? '');
    const known = path ? held.get(path) : undefined;
    if (path && !isRefused && purpose) purposes.say(path, purpose);
    if (path === undefined) note(problem(shown, 'annotationFile.noImage'));
    else if (path === null) note(problem(shown, 'annotationFile.ambiguous'));
    else if (isRefused) note(problem(shown, 'annotationFile.ofRefused'));
    else if (known) note(problem(`${file} · ${shown}`, 'annotationFile.second', { first: known.file }));
    else {
      held.set(path, { file, records: { ...records, isCut: leavesShapes(own) } });
      leaveAll(left, own);
      countShapes(classes, records.objects, records);
    }
  }
}

/** Counts the records of one file before they are made, so that a file of tiny ones does not fill the memory. */
export function recordBudget(): (records: number) => void {
  const tally = makeTally();
  return (records) => tally.add({ bytes: 0, records });
}

const recordsIn = ({ images }: ListedFile): number => images.reduce((sum, { objects }) => sum + objects.length + 1, 0);

/** The first problems one by one, the others of each file as a number. */
function notes(problems: Problem[]) {
  const more = new Map<string, number>();
  return {
    note: (file: string) => (one: Problem) => {
      if (problems.length < limits.importProblems) problems.push(one);
      else more.set(file, (more.get(file) ?? 0) + 1);
    },
    rest: () => [...more].map(([list, count]) => problem(list, 'coco.moreRecords', { list, count })),
  };
}

export async function readManyImages(
  format: ImportFormat,
  { archive, files, signal }: Found,
  parse: Parse,
  isPart?: RegExp,
): Promise<Annotations> {
  const problems: Problem[] = [];
  const { note, rest } = notes(problems);
  const shared = {
    find: imagesFinder(archive),
    held: new Map<string, Held>(),
    classes: new Map<string, number>(),
    colors: new Map<string, string>(),
    left: new Map() as Left,
    purposes: makeSayings(),
  };
  const tally = makeTally();
  let read = 0;
  for (const { path, ...entry } of files) {
    signal.throwIfAborted();
    try {
      // one at a time: each may fill tens of megabytes
      // oxlint-disable-next-line no-await-in-loop
      const text = await textOf(archive, { ...entry, path }, problems);
      if (text === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      const content = await parse(text, path);
      tally.add({ bytes: entry.bytes, records: recordsIn(content) });
      addFile({ ...shared, note: note(path) }, path, content);
      if (content.images.length > 0) read++;
    } catch (error) {
      note(path)(faultOf(error, path));
    }
  }
  const { held, classes, colors, left, purposes } = shared;
  problems.push(...rest(), ...leftProblems(left), ...purposes.problems());
  if (read === 0) return { ...noAnnotations, problems };
  // a list of images alone says nothing about defects
  const says = [...held.values()].some(({ records }) => records.objects.length > 0);
  const used = new Set(files.map(({ path }) => path));
  return {
    format,
    files: read,
    empties: says ? [...held.values()].filter(({ records }) => saysEmpty(records)).length : 0,
    classes,
    colors,
    problems,
    images: new Set(held.keys()),
    purposes: purposes.all(),
    uses: (path) => used.has(path) || isPart?.test(path) === true,
    of: (path) => Promise.resolve(says ? held.get(path)?.records : undefined),
  };
}
