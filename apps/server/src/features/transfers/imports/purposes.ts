/** What an archive's own files say that its images are for: training, validation or test. */
import path from 'node:path';
import { pathOf, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { withoutEnding } from '../without-ending.ts';
import { textOf, type Purposes } from './annotations.ts';
import { byLastName, imagePaths, meant } from './find-image.ts';
import { folderTypeOf, type Purpose } from './layout.ts';

/**
 * Gathers what is said. An image for training and validation is for training: many files name the same images for both where
 * none are held back. Of one that is also for testing nothing is known.
 */
export interface Sayings {
  say: (image: string, type: Purpose) => void;
  all: () => Purposes;
}
export function makeSayings(): Sayings {
  const said = new Map<string, Set<Purpose>>();
  const typeOf = (types: ReadonlySet<Purpose>): Purpose | undefined => {
    const [first] = types;
    if (types.size === 1) return first;
    return types.has('test') ? undefined : 'train';
  };
  return {
    say: (image, type) => void said.set(image, (said.get(image) ?? new Set()).add(type)),
    all: () =>
      new Map(
        [...said].flatMap(([image, types]) => {
          const type = typeOf(types);
          return type ? [[image, type] as const] : [];
        }),
      ),
  };
}

/** By the words of a name, as in `instances_train2017.json`; undefined where none says it. */
export const purposeOfName = (file: string): Purpose | undefined =>
  folderTypeOf(
    withoutEnding(file)
      .slice(file.lastIndexOf('/') + 1)
      .split(/[^\p{L}]+/u),
  );

/** A list of images, by their paths or (`areStems`) without their endings. */
export interface ImageList {
  entry: ArchiveEntry;
  type: Purpose;
  areStems?: boolean;
}

/** An image a line; lines that mean none say nothing. */
export async function sayListed(archive: Archive, lists: readonly ImageList[], { say }: Sayings): Promise<void> {
  if (lists.length === 0) return;
  const paths = imagePaths(archive);
  const byStem = Map.groupBy(paths, withoutEnding);
  const [names, stems] = [byLastName(paths), byLastName([...byStem.keys()])];
  for (const { entry, type, areStems = false } of lists) {
    // one at a time: each may be large
    // oxlint-disable-next-line no-await-in-loop
    const text = (await textOf(archive, entry, [])) ?? '';
    for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
      if (line === '') continue;
      const found = meant(line, areStems ? stems : names);
      if (found) for (const image of areStems ? byStem.get(found)! : [found]) say(image, type);
    }
  }
}

/** Where a place in a file may lie: below the root that it names, or, where that is one of another machine, beside the file. */
export function placesMeant(file: string, root: string, place: string): string[] {
  const beside = path.posix.dirname(file);
  const [own, below] = [pathOf(place), pathOf(root)];
  const whole = [path.posix.join(beside, below, own), path.posix.join(beside, own)];
  // exports of Roboflow name ../train beside train
  return whole.map((one) => one.replace(/^(\.\.\/)+/, '').replace(/\/$/, ''));
}

/** Images below a directory are for what the deepest one says. */
export function sayDirectories(
  images: Iterable<string>,
  types: ReadonlyMap<string, ReadonlySet<Purpose>>,
  { say }: Sayings,
): void {
  if (types.size === 0) return;
  for (const image of images) {
    for (let at = path.posix.dirname(image); ; at = path.posix.dirname(at)) {
      const found = types.get(at);
      for (const type of found ?? []) say(image, type);
      if (found || at === '.') break;
    }
  }
}
