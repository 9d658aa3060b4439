/** Under which name and in which folder each image of an archive goes. Pure, and the same at each attempt. */
import { cutText, limits, type DatasetRole, type FolderPlan, type ImagePart } from '@loupe/contract';
import { fileWithSuffix, withSuffix } from '../../bin/index.ts';
import { folderTypeOf, type Purpose } from './layout.ts';
import type { Purposes } from './annotations.ts';

export interface Place {
  /** Role of the data set; undefined for that of the upload. */
  role?: DatasetRole;
  /** Name of the folder; undefined for the folder of the upload, or the first of another data set. */
  folder: string | undefined;
  /** What that folder is for where it is new, if a directory says so. */
  folderType?: Purpose;
  name: string;
  /** Where the model may use the image, if the archive says so. */
  part?: ImagePart;
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** How many leading directories all images share. */
function sharedDepth(paths: readonly string[]): number {
  const [first, ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  if (!first) return 0;
  let depth = first.length;
  for (const one of rest) {
    let same = 0;
    while (same < depth && one[same] === first[same]) same++;
    depth = same;
  }
  return depth;
}

/** A directory as the name of a folder: what cannot be in one becomes an underscore, the levels are joined by a hyphen. */
function folderName(directories: readonly string[], taken: ReadonlySet<string>): string {
  const plain = directories.map((one) => one.replace(/[^\p{Script=Han}A-Za-z0-9_-]+/gu, '_')).join('-');
  const name = cutText(plain, limits.nameShort, 'end') || '_';
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : withSuffix(name, n, limits.nameShort);
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

/** As names are stored. */
const nameKeyOf = (path: string): string => lastOf(path).normalize('NFC');

/** The name, of one that is too long its end; numbered where another image has it, and taken from now on. */
function freeName(joined: string, taken: Set<string>): string {
  const name = cutText(joined, limits.imageName, 'end');
  let free = name;
  for (let n = 2; taken.has(nameKeyOf(free)); n++) free = fileWithSuffix(name, n, limits.imageName);
  taken.add(nameKeyOf(free));
  return free;
}

type Below = (path: string) => string[];

function together(paths: readonly string[], below: Below): Map<string, Place> {
  const places = new Map<string, Place>();
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(lastOf(path), (counts.get(lastOf(path)) ?? 0) + 1);
  const isAlone = (path: string): boolean => counts.get(lastOf(path)) === 1;
  // a name that is made here may be that of another image
  const taken = new Set(paths.filter(isAlone).map(nameKeyOf));
  for (const path of paths) {
    const name = isAlone(path) ? lastOf(path) : freeName(below(path).join('_'), taken);
    places.set(path, { folder: undefined, name });
  }
  return places;
}

/** What the name of a folder has behind that of its directory where others of the directory are for something else. */
const words: Record<Purpose, string> = { train: 'train', validation: 'val', test: 'test' };

/** The folder of each name and purpose, so that images for tests never come to those for training. */
function makeNames() {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  return (directories: readonly string[], type: Purpose | undefined): string => {
    const key = JSON.stringify([directories, type]);
    const name = folders.get(key) ?? folderName(directories, taken);
    taken.add(name.toLowerCase());
    folders.set(key, name);
    return name;
  };
}

/** `purposes`: undefined where folders are for nothing of their own. */
function apart(paths: readonly string[], below: Below, purposes: Purposes | undefined): Map<string, Place> {
  const typeOf = (path: string): Purpose | undefined =>
    purposes && (purposes.get(path) ?? folderTypeOf(path.split('/').slice(0, -1)));
  const directoryOf = (path: string): string => below(path).slice(0, -1).join('/');
  const typesOf = new Map<string, Set<Purpose | undefined>>();
  for (const path of paths) {
    const known = typesOf.get(directoryOf(path));
    if (known) known.add(typeOf(path));
    else typesOf.set(directoryOf(path), new Set([typeOf(path)]));
  }
  const nameOf = makeNames();
  const place = (path: string): Place => {
    const [directories, type] = [below(path).slice(0, -1), typeOf(path)];
    const isSplit = typesOf.get(directoryOf(path))!.size > 1;
    // the folder of the upload, which is for training or for anything, takes no images for tests
    const isNamed = type !== undefined && (isSplit || (directories.length === 0 && type !== 'train'));
    const parts = isNamed ? [...directories, words[type]] : directories;
    const folder = parts.length === 0 ? undefined : nameOf(parts, type);
    return { folder, ...(type && { folderType: type }), name: lastOf(path) };
  };
  return new Map(paths.map((path) => [path, place(path)]));
}

/**
 * `one`: by their last names; those that several images share get their directories in front. `keep`: a folder for each
 * directory, without the levels that all share, and of a directory whose images are for several purposes one for each.
 */
export function placesOf(paths: readonly string[], plan: FolderPlan, purposes?: Purposes): Map<string, Place> {
  const depth = sharedDepth(paths);
  const below = (path: string): string[] => path.split('/').slice(depth);
  return plan === 'one' ? together(paths, below) : apart(paths, below, purposes);
}
