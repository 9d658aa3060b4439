/** COCO files of an archive. Their images are found by path, or by name where only one has it. */
import { limits, type Problem } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { readCoco } from '../../annotation/index.ts';
import { problem, shownName } from '../../datasets/index.ts';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import {
  makeTally,
  noAnnotations,
  textOf,
  saysEmpty,
  tooManyAnnotations,
  type Annotations,
  type ImageRecords,
  type Tally,
} from './annotations.ts';

/** Paths of images by their last name. */
type ByName = ReadonlyMap<string, readonly string[]>;

export function byLastName(paths: readonly string[]): ByName {
  const map = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    map.set(name, [...(map.get(name) ?? []), path]);
  }
  return map;
}

/** The one image that a `file_name` means; undefined for none, null for several. */
export function meant(fileName: string, images: ByName): string | null | undefined {
  const wanted = fileName
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((one) => one !== '' && one !== '.')
    .join('/');
  const candidates = images.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? [];
  const whole = candidates.filter((path) => path === wanted || path.endsWith(`/${wanted}`));
  const [first, ...more] = whole.length > 0 ? whole : candidates;
  return more.length > 0 ? null : first;
}

interface Reading {
  images: ByName;
  records: Map<string, ImageRecords>;
  classes: Map<string, number>;
  problems: Problem[];
  tally: Tally;
}

/** What is wrong with the file is said of it, and the others are read; too much is the end of all. */
function nameInvalid(error: unknown, file: string, problems: Problem[]): undefined {
  if (!(error instanceof AppError)) throw error;
  if (error.key === 'coco.tooMany') throw tooManyAnnotations();
  problems.push(problem(file, 'annotationFile.invalid', { why: error.args['why'] ?? '' }));
}

/** Adds what one file says. False where it is no COCO file. */
async function addFile(
  { images, records, classes, problems, tally }: Reading,
  json: string,
  { path: file, bytes }: ArchiveEntry,
): Promise<boolean> {
  const own: Problem[] = [];
  const coco = await readCoco(json, own, limits.archiveAnnotations).catch((error: unknown) =>
    nameInvalid(error, file, problems),
  );
  if (!coco) return false;
  tally.add({ bytes, records: coco.records });
  for (const one of own) problems.push({ ...one, file: `${file} · ${one.file}` });
  const nameOf = new Map(coco.categories.map((one) => [one.id, one.name]));
  for (const { name } of coco.categories) classes.set(name, classes.get(name) ?? 0);
  const ofImage = new Map<number, ImageRecords | null>();
  for (const image of coco.images) {
    const path = meant(image.file_name, images);
    const shown = shownName(image.file_name);
    if (path === undefined) problems.push(problem(shown, 'coco.unknownImage'));
    if (path === null) problems.push(problem(shown, 'annotationFile.ambiguous'));
    if (!path) {
      ofImage.set(image.id, null);
      continue;
    }
    const { width, height } = image;
    const target = records.get(path) ?? { objects: [], problems: [], width, height };
    records.set(path, target);
    ofImage.set(image.id, target);
  }
  for (const annotation of coco.annotations) {
    const name = String(annotation.id ?? `#${annotation.place}`);
    const target = ofImage.get(annotation.image_id);
    const className = nameOf.get(annotation.category_id);
    if (target === undefined)
      problems.push(problem(file, 'coco.unknownImageId', { annotation: name, image: annotation.image_id }));
    if (!target) continue;
    if (className === undefined) {
      // the image is not clean: something was meant to be on it
      target.problems.push(
        problem(file, 'coco.unknownCategory', { annotation: name, category: annotation.category_id }),
      );
      continue;
    }
    classes.set(className, (classes.get(className) ?? 0) + 1);
    target.objects.push({ className, name, annotation });
  }
  return true;
}

/** `entries`: JSON files that may be COCO. */
export async function readCocoFiles(
  archive: Archive,
  signal: AbortSignal,
  entries: readonly ArchiveEntry[],
): Promise<Annotations> {
  const images = archive.entries.filter((one) => one.kind === 'image').map((one) => one.path);
  const reading: Reading = {
    images: byLastName(images),
    records: new Map(),
    classes: new Map(),
    problems: [],
    tally: makeTally(),
  };
  let files = 0;
  for (const entry of entries) {
    signal.throwIfAborted();
    // one at a time: each may fill tens of megabytes
    // oxlint-disable-next-line no-await-in-loop
    const json = await textOf(archive, entry, reading.problems);
    // oxlint-disable-next-line no-await-in-loop
    if (json !== undefined && (await addFile(reading, json, entry))) files++;
  }
  const { classes, problems, records } = reading;
  if (files === 0) return { ...noAnnotations, problems };
  // a list of images alone says nothing about defects
  const says = [...classes.values()].some((count) => count > 0);
  const empties = says ? [...records.values()].filter(saysEmpty).length : 0;
  const of = (path: string) => Promise.resolve(says ? records.get(path) : undefined);
  const used = new Set(entries.map(({ path }) => path));
  const uses = (path: string) => used.has(path);
  return { format: 'coco', files, empties, classes, problems, uses, of };
}
