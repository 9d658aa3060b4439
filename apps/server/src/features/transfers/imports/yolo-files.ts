/** YOLO files of an archive: a text beside each image (or in `labels` for `images`), class names in data.yaml or a list. */
import type { Problem } from '@loupe/contract';
import { problem } from '../../datasets/index.ts';
import type { Archive, ArchiveEntry } from '../archive/index.ts';
import { makeTally, noAnnotations, textOf, type Annotations } from './annotations.ts';
import { byLastName } from './coco-files.ts';
import { asCoco, listedNames, yamlNames, yoloObjects } from './yolo-lines.ts';

/** Texts that are lists or words, not labels. */
const noLabels = /(^|\/)(classes|obj|train|val|valid|test|trainval|readme[^/]*|license|notice|requirements)\.txt$/i;
/** Of these, what data sets of YOLO have beside their labels. */
const isPart = /(^|\/)(classes|obj|train|val|valid|test|trainval)\.txt$|\.(names|ya?ml)$/i;
const isNameList = /(^|\/)classes\.txt$|\.names$/i;

const stemOf = (path: string): string => path.replace(/\.[^./]*$/, '');

/** The image that a label file speaks of: beside it, in `images` for `labels`, or the only one of that name. */
function imageOf(label: string, byStem: ReadonlyMap<string, string>, byName: ReadonlyMap<string, readonly string[]>) {
  const stem = stemOf(label);
  const segments = stem.split('/');
  const at = segments.lastIndexOf('labels');
  const mirrored = at < 0 ? undefined : byStem.get(segments.with(at, 'images').join('/'));
  const only = byName.get(segments.at(-1)!) ?? [];
  return byStem.get(stem) ?? mirrored ?? (only.length === 1 ? byStem.get(only[0]!) : undefined);
}

/** Bytes of a list of class names. */
const namesBytes = 1024 ** 2;

/** Names of the classes by index, and the file that has them, or should. */
async function classNames(archive: Archive, problems: Problem[]): Promise<{ names: string[]; file?: string }> {
  const yamls = archive.entries.filter((one) => /\.ya?ml$/i.test(one.path));
  for (const entry of yamls) {
    // the first that has names
    // oxlint-disable-next-line no-await-in-loop
    const names = yamlNames((await textOf(archive, entry, problems, namesBytes)) ?? '');
    if (names.length > 0) return { names, file: entry.path };
  }
  const list = archive.entries.find((one) => isNameList.test(one.path)) ?? yamls[0];
  if (!list) return { names: [] };
  const isList = isNameList.test(list.path);
  return {
    names: isList ? listedNames((await textOf(archive, list, problems, namesBytes)) ?? '') : [],
    file: list.path,
  };
}

export async function readYoloFiles(archive: Archive, signal: AbortSignal): Promise<Annotations> {
  const problems: Problem[] = [];
  const images = archive.entries.filter((one) => one.kind === 'image').map((one) => one.path);
  const byStem = new Map(images.map((path) => [stemOf(path), path]));
  const byName = byLastName([...byStem.keys()]);
  const labels = new Map<string, ArchiveEntry>();
  const unmatched: string[] = [];
  for (const entry of archive.entries) {
    if (!/\.txt$/i.test(entry.path) || noLabels.test(entry.path)) continue;
    const image = imageOf(entry.path, byStem, byName);
    if (image === undefined) unmatched.push(entry.path);
    else labels.set(image, entry);
  }
  if (labels.size === 0) return noAnnotations;
  const { names, file } = await classNames(archive, problems);
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
  for (const path of unmatched) problems.push(problem(path, 'annotationFile.noImage'));
  return {
    format: 'yolo',
    files: labels.size,
    empties,
    classes,
    problems,
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
