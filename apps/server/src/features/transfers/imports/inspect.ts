/** What an archive holds: images by their names, the annotations with their classes, and what will not be taken. */
import { limits, type Inspection, type Label, type Problem } from '@loupe/contract';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import { noAnnotations, type Annotations } from './annotations.ts';
import { readCocoFiles } from './coco-files.ts';
import { readTextFiles } from './text-files.ts';
import { readYoloFiles } from './yolo-files.ts';

/** The first that recognises its files reads the archive. */
const readers = [readCocoFiles, readYoloFiles];

/** Where texts are annotated, a list of them is no list of labels. */
const textReaders = [readCocoFiles, readTextFiles];

export async function readAnnotations(archive: Archive, signal: AbortSignal, areTexts = false): Promise<Annotations> {
  const problems: Problem[] = [];
  for (const read of areTexts ? textReaders : readers) {
    // one after the other: the second reads files that the first has left
    const found = await read(archive, signal); // oxlint-disable-line no-await-in-loop
    problems.push(...found.problems);
    if (found.format !== 'none') return { ...found, problems };
  }
  return { ...noAnnotations, problems };
}

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export function inspectionOf(
  archive: Archive,
  { images, annotations }: { images: readonly ArchiveEntry[]; annotations: Annotations },
  labels: readonly Label[],
): Inspection {
  const byName = new Map(labels.map((one) => [one.name.toLowerCase(), one.id]));
  const classes = [...annotations.classes].slice(0, limits.archiveClasses);
  const problems = [...archive.problems, ...annotations.problems];
  return {
    images: images.length,
    bytes: images.reduce((sum, one) => sum + one.bytes, 0),
    directories: new Set(images.map((one) => directoryOf(one.path))).size,
    annotations: annotations.format,
    annotationFiles: annotations.files,
    classes: classes.map(([name, shapes]) => ({
      name,
      shapes,
      labelId: byName.get(name.trim().toLowerCase()) ?? null,
    })),
    skipped: archive.skipped,
    problems: problems.slice(0, shownProblems),
    moreProblems: Math.max(0, problems.length - shownProblems),
  };
}

/** Of the preview; the report names many more. */
const shownProblems = 50;
