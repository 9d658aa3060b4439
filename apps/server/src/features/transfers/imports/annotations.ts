/** The annotations of an archive, whatever their format: what classes there are, and what they say of one image. */
import { buffer } from 'node:stream/consumers';
import { limits, type AnnotationFormat, type Problem } from '@loupe/contract';
import { hasNoShape, type CocoAnnotation } from '../../annotation/index.ts';
import { AppError } from '../../../core/errors.ts';
import { storable } from '../../../core/storable.ts';
import { problem } from '../../datasets/index.ts';
import { EntryError, sizeText, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { decodeText } from '../formats/decode-text.ts';
import type { Purpose } from './layout.ts';

/** One object: its class by name, its outline as COCO has it, in pixels. */
export interface ObjectRecord {
  className: string;
  /** How a person finds it in the file. */
  name: string;
  annotation: CocoAnnotation;
}
/** What the files say of an image. No objects: it was looked at and has none. */
export interface ImageRecords {
  objects: ObjectRecord[];
  problems: Problem[];
  /** The size that the file gives, where it does. */
  width?: number | undefined;
  height?: number | undefined;
  /** Shapes of it are left out: without others it is not called clean. */
  isCut?: boolean;
}
/** Adds to each class those that can become shapes: a class may have none. `size`: of the image, where it is known. */
export function countShapes(
  classes: Map<string, number>,
  objects: readonly ObjectRecord[],
  size: Pick<ImageRecords, 'width' | 'height'>,
): void {
  for (const { className, annotation } of objects)
    classes.set(className, (classes.get(className) ?? 0) + (hasNoShape(annotation, size) ? 0 : 1));
}
/** Whether they say that there is nothing on the image. */
export const saysEmpty = ({ objects, problems, isCut }: ImageRecords): boolean =>
  objects.length === 0 && problems.length === 0 && isCut !== true;

/** What images are for, by their paths. */
export type Purposes = ReadonlyMap<string, Purpose>;

export interface Annotations {
  format: AnnotationFormat;
  files: number;
  /** Images of which they say that there is nothing on them. */
  empties: number;
  /** Objects of each class, in the order of the files. */
  classes: ReadonlyMap<string, number>;
  /** Colours of those that the files give one. */
  colors?: ReadonlyMap<string, string>;
  problems: readonly Problem[];
  /** Those that a file speaks of: they are images, whatever their directories are called. */
  images?: ReadonlySet<string>;
  /** What their lists say that images are for. */
  purposes?: Purposes;
  /** Whether the annotation file was read as one, or belongs to those that were. */
  uses: (path: string) => boolean;
  /** Undefined where no file speaks of the image. The size serves formats that count in shares of it. */
  of: (path: string, size: { width: number; height: number }) => Promise<ImageRecords | undefined>;
}

export const noAnnotations: Annotations = {
  format: 'none',
  files: 0,
  empties: 0,
  classes: new Map(),
  problems: [],
  uses: () => false,
  of: () => Promise.resolve(undefined),
};

/** Adds up what the annotation files of an archive hold. All of it is held in memory: where it is too much, the import ends. */
export interface Tally {
  add: (file: { bytes: number; records: number }) => void;
}

export function makeTally(): Tally {
  const all = { bytes: 0, records: 0 };
  return {
    add({ bytes, records }) {
      all.bytes += bytes;
      all.records += records;
      if (all.records > limits.archiveAnnotations || all.bytes > limits.archiveAnnotationBytes)
        throw tooManyAnnotations();
    },
  };
}

export const tooManyAnnotations = (): AppError =>
  new AppError('cause.import.tooManyAnnotations', {
    args: { max: limits.archiveAnnotations, bytes: sizeText(limits.archiveAnnotationBytes) },
  });

/** Nobody misses what data sets say about themselves. */
const isAbout = /(^|\/)(readme[^/]*|licen[cs]e[^/]*|notice|requirements)\.txt$/i;

/** With the files named that look like annotations but were not used as such. */
export function withUnused(archive: Archive, annotations: Annotations): Annotations {
  const named = new Set(annotations.problems.map(({ file }) => file));
  const unused = archive.entries.filter(
    ({ kind, path }) => kind === 'annotation' && !annotations.uses(path) && !named.has(path) && !isAbout.test(path),
  );
  const listed = unused.slice(0, limits.importUnused).map(({ path }) => problem(path, 'entry.unused'));
  const count = unused.length - listed.length;
  const more = count > 0 ? [problem('…', 'entry.moreUnused', { count })] : [];
  return { ...annotations, problems: [...annotations.problems, ...listed, ...more] };
}

/** The text of an annotation file; undefined where it is larger than `max` or damaged, which is named then. */
export async function textOf(
  archive: Archive,
  entry: ArchiveEntry,
  problems: Problem[],
  max: number = limits.cocoBytes,
): Promise<string | undefined> {
  if (entry.bytes > max) {
    problems.push(problem(entry.path, 'annotationFile.tooLarge', { max: sizeText(max) }));
    return undefined;
  }
  try {
    return storable(decodeText(await buffer(await archive.read(entry))));
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    problems.push(problem(entry.path, error.key));
    return undefined;
  }
}
