/** Formats with a file for each image: each is read once for its classes, and once more with its image. */
import { limits, type ImportFormat, type Problem } from '@loupe/contract';
import { AppError } from '../../../core/errors.ts';
import type { ZipEntry } from '../../../core/zip.ts';
import { problem, shownName } from '../../datasets/index.ts';
import { pathOf, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { shapesOf } from '../exports/material.ts';
import type { ExportShape } from '../exports/shapes.ts';
import { kept, namedBatches, type NamedImage, type Work } from '../exports/work.ts';
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
import { withoutEnding } from '../without-ending.ts';
import { FileFault, type Found } from './format.ts';
import { leaveAll, leavesShapes, leftProblems, type Left } from './objects.ts';

/** What a file says. */
export interface FileContent extends ImageRecords {
  /** Name of the image, as the file gives it. */
  imageName: string | undefined;
  left: Left;
}
/** Throws `FileFault`. `path`: that of the file. */
type Parse = (text: string, path: string) => FileContent | Promise<FileContent>;

const cut = (path: string): { directory: string; name: string } => {
  const at = path.lastIndexOf('/') + 1;
  return { directory: path.slice(0, at), name: path.slice(at) };
};

export interface Images {
  paths: ReadonlySet<string>;
  /** By the annotation file that they are embedded in. */
  byFile: ReadonlyMap<string, string>;
  byName: ReturnType<typeof byLastName>;
  /** Paths by themselves without their ending. */
  byStem: ReadonlyMap<string, readonly string[]>;
  /** Paths by the stem of their last name. */
  byLastStem: ReadonlyMap<string, readonly string[]>;
}

/** `refused` are looked for too, so that what is said of them goes to no other. */
export function imagesOf({ entries, refused }: Pick<Archive, 'entries' | 'refused'>): Images {
  const images = entries.filter((one) => one.kind === 'image');
  const paths = imagePaths({ entries, refused });
  return {
    paths: new Set(paths),
    byFile: new Map(images.flatMap(({ path, from }) => (from ? [[from.path, path] as const] : []))),
    byName: byLastName(paths),
    byStem: Map.groupBy(paths, withoutEnding),
    byLastStem: Map.groupBy(paths, (path) => withoutEnding(cut(path).name)),
  };
}

/** Of several the one that lies deepest in the same directories; null where that is not one. */
function nearest(file: string, paths: readonly string[]): string | null | undefined {
  if (paths.length < 2) return paths[0];
  const own = withoutEnding(file).split('/').reverse();
  const scored = paths.map((path) => {
    const other = withoutEnding(path).split('/').reverse();
    // the directory above may differ: Annotations beside JPEGImages
    const differing = own.findIndex((one, i) => one !== other[i]);
    const rest = own.slice(differing + 1).every((one, i) => one === other[differing + 1 + i]);
    return { path, depth: differing < 0 ? Infinity : differing + (rest ? 0.5 : 0) };
  });
  const most = Math.max(...scored.map(({ depth }) => depth));
  const best = scored.filter(({ depth }) => depth === most);
  return best.length === 1 ? best[0]!.path : null;
}

/** The image of a file: the one in it, the one that it names beside it, the one of its stem, the one that it names elsewhere. */
export function imageOf(file: string, imageName: string | undefined, images: Images): string | null | undefined {
  const embedded = images.byFile.get(file);
  if (embedded !== undefined) return embedded;
  const { directory } = cut(file);
  const named = imageName === undefined ? undefined : directory + pathOf(imageName).split('/').at(-1)!;
  if (named !== undefined && images.paths.has(named)) return named;
  const beside = images.byStem.get(withoutEnding(file)) ?? [];
  if (beside.length === 1) return beside[0];
  const byStem = nearest(file, images.byLastStem.get(withoutEnding(cut(file).name)) ?? []);
  if (beside.length === 0 && byStem) return byStem;
  return (imageName === undefined ? undefined : meant(imageName, images.byName)) ?? byStem;
}

/** What a file says of its image's name, its own included. */
const givenBy = ({ path, raw = path }: ArchiveEntry, { imageName = '' }: FileContent): string => `${raw}/${imageName}`;

export function faultOf(error: unknown, file: string): Problem {
  if (error instanceof FileFault) return problem(file, 'annotationFile.invalid', { why: error.why });
  if (error instanceof AppError && error.key === 'coco.invalid')
    return problem(file, 'annotationFile.invalid', { why: error.args['why'] ?? '' });
  throw error;
}

/** Reads each file once: classes, images, and what is left out. */
async function survey({ archive, files, signal }: Found, parse: Parse) {
  const images = imagesOf(archive);
  const problems: Problem[] = [];
  const note = (one: Problem) => problems.length < limits.importProblems && problems.push(one);
  const isNamed = new Set(archive.problems.map(({ file }) => file));
  const ofImage = new Map<string, ArchiveEntry>();
  const classes = new Map<string, number>();
  const left: Left = new Map();
  const tally = makeTally();
  let empties = 0;
  for (const entry of files) {
    signal.throwIfAborted();
    try {
      // one at a time: each may fill tens of megabytes
      // oxlint-disable-next-line no-await-in-loop
      const text = await textOf(archive, entry, problems);
      if (text === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      const content = await parse(text, entry.path);
      // read file by file, so their bytes are never held together
      tally.add({ bytes: 0, records: content.objects.length });
      const image = imageOf(entry.path, content.imageName, images);
      if (image === undefined) {
        if (!isNamed.has(entry.path)) note(problem(entry.path, 'annotationFile.noImage'));
      } else if (image === null) note(problem(shownName(content.imageName ?? entry.path), 'annotationFile.ambiguous'));
      else if (!images.byFile.has(entry.path) && isOfRefused(archive, image, givenBy(entry, content)))
        note(problem(entry.path, 'annotationFile.ofRefused'));
      else if (ofImage.has(image))
        note(problem(entry.path, 'annotationFile.second', { first: ofImage.get(image)!.path }));
      else {
        ofImage.set(image, entry);
        leaveAll(left, content.left);
        if (saysEmpty({ ...content, isCut: leavesShapes(content.left) })) empties++;
        countShapes(classes, content.objects, content);
      }
    } catch (error) {
      note(faultOf(error, entry.path));
    }
  }
  return { ofImage, empties, classes, problems: [...problems, ...leftProblems(left)] };
}

/** `isPart`: files that such data sets have beside. Bytes are not added up: no two files are held at a time. */
export async function readPerImage(
  format: ImportFormat,
  found: Found,
  parse: Parse,
  isPart: RegExp,
): Promise<Annotations> {
  const { ofImage, empties, classes, problems } = await survey(found, parse);
  if (ofImage.size === 0) return { ...noAnnotations, problems };
  const used = new Set(found.files.map(({ path }) => path));
  return {
    format,
    files: ofImage.size,
    empties,
    classes,
    problems,
    images: new Set(ofImage.keys()),
    uses: (path) => used.has(path) || isPart.test(path),
    async of(path) {
      const entry = ofImage.get(path);
      const text = entry && (await textOf(found.archive, entry, []));
      if (text === undefined) return undefined;
      const { objects, problems: own, width, height, left } = await parse(text, entry!.path);
      return { objects, problems: own, width, height, isCut: leavesShapes(left) };
    },
  };
}

/** A shape that the format keeps, and the name of its label. */
export interface Labelled {
  shape: ExportShape;
  label: string;
  /** Of the label among those of the export. */
  place: number;
}
interface OneFile {
  /** Where the file of an image lies; `stem`: the path of the image without its ending. */
  path: (stem: string) => string;
  content: (image: NamedImage, shapes: readonly Labelled[]) => string;
}

/** All images in their order, each with its shapes that are kept. */
export async function* labelledImages(work: Work): AsyncGenerator<{ image: NamedImage; shapes: Labelled[] }> {
  const placeOf = kept(work);
  for await (const images of namedBatches(work, { byStem: true })) {
    work.taken(images);
    const all = await shapesOf(work.tx, images);
    for (const image of images) {
      const shapes = (all.get(image.id) ?? []).flatMap((shape) => {
        const place = placeOf(shape);
        return place === undefined ? [] : [{ shape, label: work.labels[place]!.name, place }];
      });
      yield { image, shapes };
    }
  }
}

/** A file for each image, also for one without objects: it was checked. */
export async function* writePerImage(work: Work, { path, content }: OneFile): AsyncGenerator<ZipEntry> {
  for await (const { image, shapes } of labelledImages(work))
    yield { name: path(withoutEnding(image.file)), bytes: Buffer.from(content(image, shapes)) };
}
