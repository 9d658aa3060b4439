/** What an archive holds: images by their names, the annotations with their classes, and what will not be taken. */
import { limits, type ArchiveClass, type FolderPlan, type Inspection, type Label, type Problem } from '@loupe/contract';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import type { FileFormat } from '../formats/format.ts';
import { headsOf, isJson } from '../formats/recognise.ts';
import { fallback, fileFormats } from '../formats/registry.ts';
import { noAnnotations, type Annotations } from './annotations.ts';
import { otherPurposes } from './folders-there.ts';
import type { Place } from './places.ts';

interface Claims {
  /** Files of each format, by what is in them. */
  of: ReadonlyMap<FileFormat, ArchiveEntry[]>;
  problems: Problem[];
}

/** JSON files that no format recognises go to the one that says why they are none, unless others are used. */
async function claimsOf(archive: Archive, signal: AbortSignal): Promise<Claims> {
  const problems: Problem[] = [];
  const of = new Map<FileFormat, ArchiveEntry[]>();
  const unknown: ArchiveEntry[] = [];
  for (const { entry, head } of await headsOf(archive, signal, problems)) {
    const format = fileFormats.find((one) => one.recognise?.(head));
    const files = format && of.get(format);
    if (files) files.push(entry);
    else if (format) of.set(format, [entry]);
    else if (isJson.test(entry.path)) unknown.push(entry);
  }
  if (unknown.length > 0 && (of.size === 0 || of.has(fallback)))
    of.set(fallback, [...(of.get(fallback) ?? []), ...unknown]);
  return { of, problems };
}

/** The first format of which there are files reads the archive. Where texts are annotated, a list of them is no list of labels. */
export async function readAnnotations(archive: Archive, signal: AbortSignal, areTexts = false): Promise<Annotations> {
  const { of, problems } = await claimsOf(archive, signal);
  for (const format of fileFormats) {
    const files = of.get(format) ?? [];
    if (!format.read || (format.recognise && files.length === 0)) continue;
    if (format.reads && format.reads !== (areTexts ? 'texts' : 'labels')) continue;
    // one after the other: the second reads files that the first has left
    const found = await format.read({ archive, files, signal }); // oxlint-disable-line no-await-in-loop
    problems.push(...found.problems);
    if (found.format !== 'none') return { ...found, problems };
  }
  return { ...noAnnotations, problems };
}

/** What the data set has already of an archive. */
export interface KnownImages {
  known: NonNullable<Inspection['known']>;
  /** Shapes of each class on those that are annotated: the import leaves these out. */
  shapes: ReadonlyMap<string, NonNullable<ArchiveClass['known']>>;
}

/** Images by what their folders will be for; nothing where none is, or all are for what the folder of the upload is for. */
function purposesIn(places: ReadonlyMap<string, Place>, folderType: string): Pick<Inspection, 'purposes'> {
  const counts = { train: 0, validation: 0, test: 0 };
  for (const { folderType: type } of places.values()) if (type) counts[type]++;
  const [only, ...more] = folderTypes.filter((type) => counts[type] > 0);
  const isThere = more.length === 0 && only === folderType && counts[only] === places.size;
  return only === undefined || isThere ? {} : { purposes: counts };
}
const folderTypes = ['train', 'validation', 'test'] as const;

/** What was read of an archive. */
interface Read {
  images: readonly ArchiveEntry[];
  annotations: Annotations;
  places: (plan: FolderPlan) => ReadonlyMap<string, Place>;
}
/** Where classes may go, and where they went before. */
interface Targets {
  labels: readonly Label[];
  earlier: ReadonlyMap<string, number>;
  /** What the folder of the upload is for. */
  folderType: string;
  /** Folders of the data set. */
  folders: readonly { name: string; type: string }[];
}

export function inspectionOf(
  archive: Archive,
  { images, annotations, places }: Read,
  { labels, earlier, folderType, folders }: Targets,
  there: KnownImages | null,
): Inspection {
  const byName = new Map(labels.map((one) => [one.name.toLowerCase(), one.id]));
  const classes = [...annotations.classes].slice(0, limits.archiveClasses);
  const kept = places('keep');
  const problems = [...archive.problems, ...otherPurposes(kept, folders), ...annotations.problems];
  return {
    images: images.length,
    bytes: images.reduce((sum, one) => sum + one.bytes, 0),
    directories: new Set([...kept.values()].map(({ role, folder }) => `${role} ${folder}`)).size,
    ...purposesIn(kept, folderType),
    annotations: annotations.format,
    annotationFiles: annotations.files,
    classes: classes.map(([name, shapes]) => {
      const color = annotations.colors?.get(name);
      const known = there?.shapes.get(name);
      const labelId = byName.get(name.trim().toLowerCase()) ?? earlier.get(name) ?? null;
      return { name, shapes, labelId, ...(color && { color }), ...(known && { known }) };
    }),
    emptyImages: annotations.empties,
    ...(there && { known: there.known }),
    skipped: archive.skipped,
    problems: problems.slice(0, shownProblems),
    moreProblems: Math.max(0, problems.length - shownProblems),
  };
}

/** Of the preview; the report names many more. */
const shownProblems = 50;
