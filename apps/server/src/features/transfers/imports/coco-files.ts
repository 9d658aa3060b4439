/** COCO files of an archive. Their images are found by path, or by name where only one has it. */
import path from 'node:path';
import { limits, type Problem } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import { readCoco, type CocoImage } from '../../annotation/index.ts';
import { problem, shownName } from '../../datasets/index.ts';
import { pathOf, type Archive, type ArchiveEntry } from '../archive/index.ts';
import {
  countShapes,
  makeTally,
  noAnnotations,
  textOf,
  saysEmpty,
  tooManyAnnotations,
  type Annotations,
  type ImageRecords,
  type Tally,
} from './annotations.ts';
import { byLastName, imagePaths, isOfRefused, isWhole, meant, type ByName } from './find-image.ts';
import { folderTypeOf } from './layout.ts';
import { makeSayings, purposeOfName, type Sayings } from './purposes.ts';

interface Reading {
  archive: Archive;
  images: ByName;
  /** Of an image by the sizes that are said of it. */
  records: Map<string, ImageRecords[]>;
  classes: Map<string, number>;
  problems: Problem[];
  purposes: Sayings;
  tally: Tally;
}

/** What is wrong with the file is said of it, and the others are read; too much is the end of all. */
function nameInvalid(error: unknown, file: string, problems: Problem[]): undefined {
  if (!(error instanceof AppError)) throw error;
  if (error.key === 'coco.tooMany') throw tooManyAnnotations();
  problems.push(problem(file, 'annotationFile.invalid', { why: error.args['why'] ?? '' }));
}

/** Why nothing is said of the image at the path by this name; several names of one file are several images. */
function faultOf(archive: Archive, path: string | null | undefined, name: string, others: ReadonlySet<string>) {
  if (path === undefined) return 'coco.unknownImage';
  if (path === null || (others.size > 1 && !isWhole(path, name))) return 'annotationFile.ambiguous';
  return isOfRefused(archive, path, name) ? 'annotationFile.ofRefused' : undefined;
}

/** Of several images of a name those that lie below the file, or where directories say what the file is for. */
function nearerTo(file: string, images: ByName) {
  const below = path.posix.dirname(file);
  const purpose = purposeOfName(file);
  const isBeside = (one: string) => below !== '.' && one.startsWith(`${below}/`);
  const isForSame = (one: string) => purpose !== undefined && folderTypeOf(one.split('/').slice(0, -1)) === purpose;
  return (name: string): string | null | undefined => {
    const found = meant(name, images);
    if (found !== null) return found;
    const all = images.get(pathOf(name).split('/').at(-1)!)!;
    const nearer = [isBeside, isForSame].map((is) => meant(name, byLastName(all.filter(is))));
    return nearer.find((one) => typeof one === 'string') ?? null;
  };
}

/** Where the annotations of each image of a file go, by its id; null where nowhere. */
function targetsOf(reading: Reading, file: string, listed: readonly CocoImage[]) {
  const { archive, images, records, problems, purposes } = reading;
  const purpose = purposeOfName(file);
  const find = nearerTo(file, images);
  const found = listed.map((image) => ({ image, path: find(image.file_name) }));
  const names = new Map<string | null | undefined, Set<string>>();
  for (const { image, path } of found) names.set(path, (names.get(path) ?? new Set()).add(pathOf(image.file_name)));
  const targets = new Map<number, ImageRecords | null>();
  for (const { image, path } of found) {
    const { id, file_name: name, width, height } = image;
    const fault = faultOf(archive, path, name, names.get(path)!);
    if (fault) problems.push(problem(shownName(name), fault));
    if (fault || !path) {
      targets.set(id, null);
      continue;
    }
    if (purpose) purposes.say(path, purpose);
    const known = records.get(path) ?? [];
    const same = known.find((one) => one.width === width && one.height === height);
    const target = same ?? { objects: [], problems: [], width, height };
    if (!same) records.set(path, [...known, target]);
    targets.set(id, target);
  }
  return targets;
}

/** What is said of the image in its size; what is said of another size is named. */
function fitting(all: readonly ImageRecords[], path: string, size: { width: number; height: number }): ImageRecords {
  const fits = ({ width = size.width, height = size.height }: ImageRecords) =>
    width === size.width && height === size.height;
  const good = all.filter(fits);
  if (good.length === 0 || all.length === 1) return all[0]!;
  const wrong = all
    .filter((one) => !fits(one))
    .map(({ width, height }) =>
      problem(path, 'coco.size', { coco: `${width} × ${height}`, image: `${size.width} × ${size.height}` }),
    );
  return {
    objects: good.flatMap(({ objects }) => objects),
    problems: [...wrong, ...good.flatMap((one) => one.problems)],
  };
}

/** Adds what one file says. False where it is no COCO file. */
async function addFile(reading: Reading, json: string, { path: file, bytes }: ArchiveEntry): Promise<boolean> {
  const { classes, problems, tally } = reading;
  const own: Problem[] = [];
  const coco = await readCoco(json, own, limits.archiveAnnotations).catch((error: unknown) =>
    nameInvalid(error, file, problems),
  );
  if (!coco) return false;
  tally.add({ bytes, records: coco.records });
  for (const one of own) problems.push({ ...one, file: `${file} · ${one.file}` });
  const nameOf = new Map(coco.categories.map((one) => [one.id, one.name]));
  for (const { name } of coco.categories) classes.set(name, classes.get(name) ?? 0);
  const ofImage = targetsOf(reading, file, coco.images);
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
    const object = { className, name, annotation };
    countShapes(classes, [object], target);
    target.objects.push(object);
  }
  return true;
}

/** `entries`: JSON files that may be COCO. */
export async function readCocoFiles(
  archive: Archive,
  signal: AbortSignal,
  entries: readonly ArchiveEntry[],
): Promise<Annotations> {
  const reading: Reading = {
    archive,
    images: byLastName(imagePaths(archive)),
    records: new Map(),
    classes: new Map(),
    problems: [],
    purposes: makeSayings(),
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
  const says = [...records.values()].some((all) => all.some(({ objects }) => objects.length > 0));
  const empties = says ? [...records.values()].filter((all) => all.every(saysEmpty)).length : 0;
  const of: Annotations['of'] = (path, size) => {
    const all = says ? records.get(path) : undefined;
    return Promise.resolve(all && fitting(all, path, size));
  };
  const used = new Set(entries.map(({ path }) => path));
  const uses = (path: string) => used.has(path);
  const images = new Set(records.keys());
  const purposes = reading.purposes.all();
  problems.push(...reading.purposes.problems());
  return { format: 'coco', files, empties, classes, problems, images, purposes, uses, of };
}
