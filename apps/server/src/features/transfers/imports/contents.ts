/** What of an archive is imported and where to: its images, their annotations, and the labels that these get. */
import {
  families,
  hasTexts,
  limits,
  type ClassMapping,
  type DatasetRole,
  type FamilyId,
  type FolderPlan,
  type Label,
  type RoleDef,
  type Words,
} from '@loupe/contract';
import { problem } from '../../datasets/index.ts';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import { withUnused, type Annotations } from './annotations.ts';
import { readAnnotations } from './inspect.ts';
import { isOkNg, layoutOf, type Layout, type OkNg } from './layout.ts';
import { readClassMasks } from './class-masks.ts';
import { maskLayoutOf, type MaskLayout } from './mask-layout.ts';
import { readMasks } from './masks.ts';
import { placesOf, type Place } from './places.ts';

export interface Contents {
  /** In the order in which they are imported. */
  images: ArchiveEntry[];
  annotations: Annotations;
  places: (plan: FolderPlan) => ReadonlyMap<string, Place>;
  /** Where all classes go without a question: the data set with this role, and its label with one of these names. */
  shapesTo: { role: DatasetRole; label: Words } | null;
}

/** All classes become one label: the one that the data set began with, else its first, else a new one. */
export function mappingToOne(classes: Iterable<string>, names: Words, labels: readonly Label[]): ClassMapping[] {
  const known = labels.find(({ name }) => name === names.zh || name === names.en) ?? labels[0];
  const target = known ? ({ to: 'label', labelId: known.id } as const) : ({ to: 'new', name: names.en } as const);
  return [...classes].map((name) => ({ name, target }));
}

const isImage = ({ kind }: ArchiveEntry): boolean => kind === 'image';

/** Outlines that a file lists come before masks, which do not tell objects apart that touch. */
async function withMasks(
  archive: Archive,
  listed: Annotations,
  layout: MaskLayout,
  signal: AbortSignal,
): Promise<Annotations> {
  const count = layout.masks.size;
  if (count === 0) return listed;
  if (listed.format === 'none') {
    const masks = await readClassMasks(archive, layout, signal);
    return { ...masks, problems: [...listed.problems, ...masks.problems] };
  }
  const besides = problem('…', 'mask.besides', { count, format: listed.format.toUpperCase() });
  return { ...listed, problems: [...listed.problems, besides] };
}

/** With a word where there are more classes than a person can map: the first are taken. */
function withClasses(annotations: Annotations): Annotations {
  const { classes, problems } = annotations;
  const [count, max] = [classes.size, limits.archiveClasses];
  if (count <= max) return annotations;
  const shapes = [...classes.values()].slice(max).reduce((sum, one) => sum + one, 0);
  return {
    ...annotations,
    problems: [problem('…', 'annotationFile.manyClasses', { count, max, shapes }), ...problems],
  };
}

/** Everything goes into the data set that it was uploaded to. In a set of outlines, images of classes are masks of the others. */
async function plainContents(archive: Archive, setType: string, signal: AbortSignal): Promise<Contents> {
  const all = archive.entries.filter(isImage);
  const listed = await readAnnotations(archive, signal);
  const layout = maskLayoutOf(setType === 'segmentation' ? all.map((one) => one.path) : [], listed.images);
  const images = all.filter((one) => !layout.masks.has(one.path));
  const paths = images.map((one) => one.path);
  const annotations = withUnused(archive, withClasses(await withMasks(archive, listed, layout, signal)));
  return { images, annotations, places: (plan) => placesOf(paths, plan, listed.purposes ?? new Map()), shapesTo: null };
}

/** Annotations of other formats, without those of good images: these have no defect. */
const onlyOfBad = (annotations: Annotations, layout: Layout): Annotations => ({
  ...annotations,
  async of(path, size) {
    const records = await annotations.of(path, size);
    if (layout.images.get(path)?.role !== 'ok') return records;
    return records && records.objects.length > 0 ? { objects: [], problems: [problem(path, 'mask.onOk')] } : undefined;
  },
});

/** Good and bad images go each into their own data set, by the directories that they lie in. */
async function okNgContents(archive: Archive, own: OkNg, bad: RoleDef, signal: AbortSignal): Promise<Contents> {
  const all = archive.entries.filter(isImage);
  const listed = await readAnnotations(archive, signal);
  const layout = layoutOf(
    all.map((one) => one.path),
    own,
    listed.images,
  );
  const { name: label } = bad.labels[0]!;
  const masks = readMasks(archive, layout, label.en);
  const read =
    masks.files > 0 ? masks : onlyOfBad({ ...listed, problems: [...listed.problems, ...masks.problems] }, layout);
  const annotations = withUnused(archive, read);
  return {
    images: all.filter(({ path }) => layout.images.has(path)),
    annotations,
    places: (plan) => okNgPlaces(layout, plan, own),
    shapesTo: { role: bad.role, label },
  };
}

/** Names are told apart within each data set. */
function okNgPlaces({ images }: Layout, plan: FolderPlan, own: OkNg): Map<string, Place> {
  const byRole = Map.groupBy(images.keys(), (path) => images.get(path)!.role);
  const places = [...byRole].flatMap(([role, paths]) =>
    [...placesOf(paths, plan)].map(([path, place]): [string, Place] => {
      const { part } = images.get(path)!;
      return [path, { ...place, ...(part && { part }), ...(role === own ? {} : { role }) }];
    }),
  );
  return new Map(places);
}

/** Where texts are annotated all of them go to the label that the data set began with. */
async function textContents(
  archive: Archive,
  { role, labels: [label] }: Pick<RoleDef, 'role' | 'labels'>,
  signal: AbortSignal,
): Promise<Contents> {
  const images = archive.entries.filter(isImage);
  const paths = images.map((one) => one.path);
  const annotations = withUnused(archive, await readAnnotations(archive, signal, true));
  const shapesTo = label ? { role, label: label.name } : null;
  return { images, annotations, places: (plan) => placesOf(paths, plan), shapesTo };
}

/** Where a data set has the role of good or bad, the archive may fill its brother too. */
export function readContents(
  archive: Archive,
  { family, role, setType }: { family: string; role: string; setType: string },
  signal: AbortSignal,
): Promise<Contents> {
  const bad = families[family as FamilyId].roles.find((one) => one.role === 'ng');
  const own = families[family as FamilyId].roles.find((one) => one.role === role);
  if (own && hasTexts(families[family as FamilyId])) return textContents(archive, own, signal);
  return isOkNg(role) && bad ? okNgContents(archive, role, bad, signal) : plainContents(archive, setType, signal);
}
