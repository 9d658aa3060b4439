/** What an archive's own files say that its images are for: training, validation or test. */
import path from 'node:path';
import type { Problem } from '@loupe/contract';
import { problem } from '../../datasets/index.ts';
import { pathOf, type Archive, type ArchiveEntry } from '../archive/index.ts';
import { withoutEnding } from '../without-ending.ts';
import { textOf, type Purposes } from './annotations.ts';
import { imagePaths } from './find-image.ts';
import { areForOther, folderTypeOf, type Purpose } from './layout.ts';

interface Said {
  types: Set<Purpose>;
  /** How much of the image's path the saying has; what says less of it may mean another image. */
  share: number;
}
const whole = Infinity;

/**
 * Gathers what is said. An image for training and validation is for training: many files name the same images for both where
 * none are held back. One for validation and test is for tests. Of one for training and tests nothing is known, and it is named.
 */
export interface Sayings {
  say: (image: string, type: Purpose, share?: number) => void;
  all: () => Purposes;
  problems: () => Problem[];
}
export function makeSayings(): Sayings {
  const said = new Map<string, Said>();
  const isBoth = ({ types }: Said): boolean => types.has('train') && types.has('test');
  const typeOf = ({ types }: Said): Purpose =>
    (['train', 'test', 'validation'] as const).find((one) => types.has(one))!;
  return {
    say: (image, type, share = whole) => {
      const known = said.get(image);
      if (known?.share === share) known.types.add(type);
      else if (known === undefined || known.share < share) said.set(image, { types: new Set([type]), share });
    },
    all: () => new Map([...said].flatMap(([image, one]) => (isBoth(one) ? [] : [[image, typeOf(one)] as const]))),
    problems: () => {
      const both = [...said].filter(([, one]) => isBoth(one));
      return both.length === 0 ? [] : [problem(both[0]![0], 'annotationFile.trainAndTest', { count: both.length })];
    },
  };
}

/** By the words of a name, as in `instances_train2017.json`; undefined where none says it, or several different ones. */
export function purposeOfName(file: string): Purpose | undefined {
  const words = withoutEnding(file)
    .slice(file.lastIndexOf('/') + 1)
    .split(/[^\p{L}]+/u);
  const [only, ...more] = new Set(words.flatMap((one) => folderTypeOf([one]) ?? []));
  return more.length > 0 ? undefined : only;
}

/** A list of images, by their paths or (`areStems`) without their endings. */
export interface ImageList {
  entry: ArchiveEntry;
  types: readonly Purpose[];
  areStems?: boolean;
}

/** Of a longer one its end: nobody's directories lie deeper, and each is looked at. */
const deepest = 64;
/** The segments from the last one on, each closed, so that what two paths share is the same at their beginnings. */
const backwards = (segments: readonly string[]): string => `${segments.toReversed().join('/')}/`;

/** The place of the first that is not less. */
function placeOf(sorted: readonly { key: string }[], key: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]!.key < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

export interface Named {
  found: string;
  share: number;
}
/**
 * What a name means: what lies at an end of its path, else the one that shares most of its last segments, unless directories say of
 * it what those of the name do not. However many there are and however alike, each name costs a search in a sorted list.
 */
export function makeFinder(paths: readonly string[]) {
  const sorted = paths
    .map((found) => ({ found, key: backwards(found.split('/')) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return (name: string): Named | undefined => {
    const wanted = pathOf(name.split(/[/\\]/).slice(-deepest).join('/')).split('/');
    const key = backwards(wanted);
    const at = placeOf(sorted, key);
    const shares = [at - 1, at].map((i) => {
      const own = sorted[i]?.key.split('/') ?? [];
      const differing = wanted.toReversed().findIndex((one, k) => one !== own[k]);
      return differing < 0 ? wanted.length : differing;
    });
    const most = Math.max(...shares);
    if (most === 0) return undefined;
    const shared = backwards(wanted.slice(-most));
    const first = placeOf(sorted, shared);
    const { found, key: own } = sorted[first]!;
    if (own === shared) return { found, share: whole };
    if (sorted[first + 1]?.key.startsWith(shared)) return undefined;
    if (most === wanted.length) return { found, share: whole };
    return areForOther(wanted, found.split('/')) ? undefined : { found, share: most };
  };
}

/** Finds as `makeFinder` does among all, and where several are meant among those below the nearest directory of a list that has any. */
function finderBeside(paths: readonly string[]) {
  const all = makeFinder(paths);
  const there = directoriesOf(paths);
  const made = new Map<string, typeof all>();
  return (list: string) => {
    let at = path.posix.dirname(list);
    while (!there.has(at)) at = path.posix.dirname(at);
    if (at === '.') return all;
    const near = made.get(at) ?? makeFinder(paths.filter((one) => one.startsWith(`${at}/`)));
    made.set(at, near);
    return (name: string) => all(name) ?? near(name);
  };
}

/** An image a line; of lines that mean none their number is told. */
export async function sayListed(archive: Archive, lists: readonly ImageList[], { say }: Sayings): Promise<Problem[]> {
  if (lists.length === 0) return [];
  const problems: Problem[] = [];
  const paths = imagePaths(archive);
  const byStem = Map.groupBy(paths, withoutEnding);
  const [nameFinder, stemFinder] = [finderBeside(paths), finderBeside([...byStem.keys()])];
  for (const { entry, types, areStems = false } of lists) {
    const [ofName, ofStem] = [nameFinder(entry.path), stemFinder(entry.path)];
    // one at a time: each may be large
    // oxlint-disable-next-line no-await-in-loop
    const text = (await textOf(archive, entry, problems)) ?? '';
    let missing = 0;
    for (const line of text.split(/\r?\n/)) {
      const bare = line.trim();
      if (bare === '') continue;
      // a name may end in a space, where its ending is left off
      const stem = areStems ? (ofStem(line) ?? ofStem(bare)) : undefined;
      const one = stem ?? ofName(bare);
      const images = !one ? [] : stem ? byStem.get(one.found)! : [one.found];
      for (const image of images) for (const type of types) say(image, type, one!.share);
      if (!one) missing++;
    }
    if (missing > 0) problems.push(problem(entry.path, 'annotationFile.listsMissing', { count: missing }));
  }
  return problems;
}

/** Where a place in a file may lie: below the root that it names, or, where that is one of another machine, beside the file. */
function placesMeant(file: string, root: string, place: string): string[] {
  const beside = path.posix.dirname(file);
  const [own, below] = [pathOf(place), pathOf(root)];
  // exports of Roboflow name ../train beside train
  const inside = own.replace(/^(\.\.\/)+/, '');
  const all = [path.posix.join(beside, below, own), path.posix.join(beside, own), path.posix.join(beside, inside)];
  return all.map((one) => one.replace(/^(\.\.\/)+/, '').replace(/\/$/, ''));
}

/** A directory or list that a file says is for something. */
export interface SaidPlace {
  place: string;
  type: Purpose;
}

/** The places that there are, of those meant; else the one whose end is that of the place, as a file of another machine has it. */
function placesThere(
  { file, root, place }: { file: string; root: string; place: string },
  there: ReadonlySet<string>,
  find: (name: string) => Named | undefined,
): Named[] {
  const meant = [...new Set(placesMeant(file, root, place))].filter((one) => there.has(one));
  return meant.length > 0 ? meant.map((found) => ({ found, share: whole })) : [find(place) ?? []].flat();
}

/**
 * What each place that is there is for. Of what says it, that counts which has most of its path: a part that is not in the archive
 * often ends as another one does. Where several have as little of it, none is meant.
 */
export function purposesOfPlaces(
  { file, root, parts }: { file: string; root: string; parts: readonly SaidPlace[] },
  there: ReadonlySet<string>,
): Map<string, Set<Purpose>> {
  const find = makeFinder([...there]);
  const said = new Map<string, (SaidPlace & { share: number })[]>();
  for (const part of parts)
    for (const { found, share } of placesThere({ file, root, place: part.place }, there, find))
      said.set(found, [...(said.get(found) ?? []), { ...part, share }]);
  const purposes = new Map<string, Set<Purpose>>();
  for (const [found, all] of said) {
    const most = Math.max(...all.map(({ share }) => share));
    const nearest = all.filter(({ share }) => share === most);
    if (most === whole || new Set(nearest.map(({ place }) => place)).size === 1)
      purposes.set(found, new Set(nearest.map(({ type }) => type)));
  }
  return purposes;
}

/** All directories of images, with those above them. */
export function directoriesOf(images: Iterable<string>): Set<string> {
  const all = new Set<string>(['.']);
  for (const image of images)
    for (let at = path.posix.dirname(image); !all.has(at); at = path.posix.dirname(at)) all.add(at);
  return all;
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
