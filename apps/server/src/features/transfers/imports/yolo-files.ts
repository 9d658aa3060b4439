/** YOLO files of an archive: a text beside each image (or in `labels` for `images`), class names in data.yaml or a list. */
import { cutText, limits, type Problem } from '@loupe/contract';
import { storable } from '../../../core/storable.ts';
import { problem } from '../../datasets/index.ts';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import { faultOf } from '../formats/per-image.ts';
import { withoutEnding } from '../without-ending.ts';
import { makeTally, noAnnotations, textOf, type Annotations, type Purposes } from './annotations.ts';
import { byLastName, imagePaths, isOfRefused } from './find-image.ts';
import { folderTypeOf, type Purpose } from './layout.ts';
import { directoriesOf, makeSayings, purposesOfPlaces, sayDirectories, sayListed, type ImageList } from './purposes.ts';
import { asCoco, listedNames, yoloObjects } from './yolo-lines.ts';
import { readDataYaml, type DataYaml } from './yolo-yaml.ts';

/** Texts that are lists or words, not labels. */
const noLabels =
  /(^|\/)(classes|obj|train|val|valid|validation|test|trainval|readme[^/]*|license|notice|requirements)\.txt$/i;
/** Of these, what data sets of YOLO have beside their labels. */
const isPart = /(^|\/)(classes|obj|train|val|valid|validation|test|trainval)\.txt$|\.(names|ya?ml|data)$/i;
const isNameList = /(^|\/)classes\.txt$|\.names$/i;
const isYaml = /\.ya?ml$/i;
/** Lists of images, as Darknet and CVAT write them. */
const isPartList = /(^|\/)(train|val|valid|validation|test)\.txt$/i;

type ByStem = ReadonlyMap<string, readonly string[]>;

/**
 * The images that a label file speaks of: those of its stem beside it or in `images` for `labels` (`isNear`), or of the only such
 * stem. An image and its copy in another format have one label file.
 */
function imagesOf(label: string, byStem: ByStem, byName: ByStem) {
  const stem = withoutEnding(label);
  const segments = stem.split('/');
  // a folder may be called so too
  const mirrored = segments
    .flatMap((one, i) => (one === 'labels' ? [byStem.get(segments.with(i, 'images').join('/'))] : []))
    .findLast((one) => one !== undefined);
  const only = byName.get(segments.at(-1)!) ?? [];
  const near = byStem.get(stem) ?? mirrored;
  return {
    images: near ?? (only.length === 1 ? byStem.get(only[0]!) : undefined) ?? [],
    isNear: near !== undefined,
    isMirrored: mirrored !== undefined,
  };
}

/** Whether every line of a text is one of labels. */
async function isAllLabels(archive: Archive, entry: ArchiveEntry): Promise<boolean> {
  const { objects, bad } = yoloObjects((await textOf(archive, entry, [], namesBytes)) ?? '');
  return objects.length > 0 && bad.length === 0;
}

/** The label files of images, and what is said of the others. */
function makeLabels() {
  const labels = new Map<string, ArchiveEntry>();
  const near = new Set<string>();
  const seconds = new Map<string, string>();
  const add = (image: string, entry: ArchiveEntry, isNear: boolean) => {
    const known = labels.get(image);
    // one that lies where it should comes before one that is only called so
    const isFirst = known === undefined || (isNear && !near.has(image));
    const left = isFirst ? known : entry;
    if (left) seconds.set(left.path, (isFirst ? entry : known).path);
    if (isFirst) labels.set(image, entry);
    if (isNear) near.add(image);
  };
  const problems = () => [...seconds].map(([path, first]) => problem(path, 'annotationFile.second', { first }));
  return { labels, add, problems };
}

/** The label file of each image; what is said of others is named. */
async function labelFiles(archive: Archive) {
  const byStem = Map.groupBy(imagePaths(archive), withoutEnding);
  const byName = byLastName([...byStem.keys()]);
  const { labels, add, problems } = makeLabels();
  const unmatched: Problem[] = [];
  for (const entry of archive.entries) {
    const { path } = entry;
    if (!/\.txt$/i.test(path)) continue;
    const { images, isNear, isMirrored } = imagesOf(path, byStem, byName);
    // an image may be called as a list is: beside it, what stands in the text tells which of them it is
    // oxlint-disable-next-line no-await-in-loop
    if (noLabels.test(path) && !isMirrored && !(isNear && (await isAllLabels(archive, entry)))) continue;
    const meant = images.filter((image) => !isOfRefused(archive, image, entry.raw ?? path));
    if (images.length === 0) unmatched.push(problem(path, 'annotationFile.noImage'));
    else if (meant.length === 0) unmatched.push(problem(path, 'annotationFile.ofRefused'));
    for (const image of meant) add(image, entry, isNear);
  }
  return { labels, unmatched: [...unmatched, ...problems()] };
}

/** Bytes of a list of class names. */
const namesBytes = 1024 ** 2;

/** As long as a class may be called, and without what an escape stands for and nothing can keep. */
const asClasses = (names: readonly string[]): string[] => names.map((one) => storable(cutText(one, limits.className)));

interface Yaml extends DataYaml {
  file: string;
}

/** The first that names classes. */
async function dataYaml(archive: Archive, signal: AbortSignal, problems: Problem[]): Promise<Yaml | undefined> {
  for (const entry of archive.entries.filter((one) => isYaml.test(one.path))) {
    signal.throwIfAborted();
    try {
      // oxlint-disable-next-line no-await-in-loop
      const yaml = readDataYaml((await textOf(archive, entry, problems, namesBytes)) ?? '');
      if (yaml.names.length > 0) return { ...yaml, names: asClasses(yaml.names), file: entry.path };
    } catch (error) {
      problems.push(faultOf(error, entry.path));
    }
  }
  return undefined;
}

/** Names of the classes by index, and the file that has them, or should. */
async function classNames(
  archive: Archive,
  yaml: Yaml | undefined,
  labels: ReadonlySet<ArchiveEntry>,
  problems: Problem[],
): Promise<{ names: string[]; file?: string }> {
  if (yaml) return yaml;
  const list = archive.entries.find((one) => isNameList.test(one.path) && !labels.has(one));
  const file = list?.path ?? archive.entries.find((one) => isYaml.test(one.path))?.path;
  const text = list && (await textOf(archive, list, problems, namesBytes));
  return { names: asClasses(listedNames(text ?? '')), ...(file !== undefined && { file }) };
}

/** By the parts of data.yaml, directories or lists of images, and by lists that are called as a part is. */
async function purposesOf(
  archive: Archive,
  yaml: Yaml | undefined,
  labels: ReadonlySet<ArchiveEntry>,
  problems: Problem[],
): Promise<Purposes> {
  const sayings = makeSayings();
  // also those without labels: images of tests and of backgrounds often have none
  const images = imagePaths(archive);
  const lists = new Map<string, ImageList>();
  for (const entry of archive.entries.filter((one) => isPartList.test(one.path) && !labels.has(one)))
    lists.set(entry.path, { entry, types: [folderTypeOf([withoutEnding(entry.path).split('/').at(-1)!])!] });
  const texts = new Map(archive.entries.flatMap((one) => (one.kind === 'image' ? [] : [[one.path, one] as const])));
  const directories = new Map<string, ReadonlySet<Purpose>>();
  const said = yaml && purposesOfPlaces(yaml, new Set([...directoriesOf(images), ...texts.keys()]));
  for (const [place, types] of said ?? []) {
    const entry = texts.get(place);
    if (entry) lists.set(place, { entry, types: [...types] });
    else directories.set(place, types);
  }
  sayDirectories(images, directories, sayings);
  problems.push(...(await sayListed(archive, [...lists.values()], sayings)), ...sayings.problems());
  return sayings.all();
}

export async function readYoloFiles(archive: Archive, signal: AbortSignal): Promise<Annotations> {
  const problems: Problem[] = [];
  const { labels, unmatched } = await labelFiles(archive);
  if (labels.size === 0) return noAnnotations;
  const files = new Set(labels.values());
  const yaml = await dataYaml(archive, signal, problems);
  const { names, file } = await classNames(archive, yaml, files, problems);
  const nameAt = (index: number): string => names[index] || `class_${index}`;
  const classes = new Map(names.filter((one) => one).map((one) => [one, 0]));
  const indexes = new Set<number>();
  let [lines, empties] = [0, 0];
  const tally = makeTally();
  for (const entry of labels.values()) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop
    const { objects, bad } = yoloObjects((await textOf(archive, entry, problems)) ?? '');
    for (const { classIndex, inPixels } of objects) {
      indexes.add(classIndex);
      classes.set(nameAt(classIndex), (classes.get(nameAt(classIndex)) ?? 0) + (inPixels ? 0 : 1));
    }
    lines += objects.length + bad.length;
    if (objects.length + bad.length === 0) empties++;
    tally.add({ bytes: entry.bytes, records: objects.length + bad.length });
  }
  // words beside images, not labels
  if (lines > 0 && indexes.size === 0) return noAnnotations;
  const unnamed = [...indexes].filter((index) => !names[index]).length;
  if (file !== undefined && unnamed > 0) problems.push(problem(file, 'yolo.noNames', { count: unnamed }));
  const used = new Set([...labels.values()].map((one) => one.path));
  problems.push(...unmatched);
  return {
    format: 'yolo',
    files: used.size,
    empties,
    classes,
    problems,
    images: new Set(labels.keys()),
    purposes: await purposesOf(archive, yaml, files, problems),
    uses: (path) => used.has(path) || isPart.test(path),
    of: async (path, { width, height }) => {
      const entry = labels.get(path);
      const content = entry && (await textOf(archive, entry, []));
      if (content === undefined) return undefined;
      const { objects, bad } = yoloObjects(content);
      const { good = [], pixels = [] } = Object.groupBy(objects, ({ inPixels }) => (inPixels ? 'pixels' : 'good'));
      return {
        objects: good.map((one) => ({
          className: nameAt(one.classIndex),
          name: String(one.line),
          annotation: asCoco(one, width, height),
        })),
        problems: [
          ...bad.map((line) => problem(path, 'yolo.line', { line })),
          ...pixels.map(({ line }) => problem(path, 'yolo.pixels', { line })),
        ],
      };
    },
  };
}
