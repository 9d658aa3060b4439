/** Which image of an archive a name in an annotation file means: found by path, or by its last name where only one has it. */
import { pathOf, type Archive } from '../archive/index.ts';
import { withoutEnding } from '../without-ending.ts';
import { folderTypeOf, type Purpose } from './layout.ts';

/** Paths of images by their last name. */
export type ByName = ReadonlyMap<string, readonly string[]>;

export function byLastName(paths: readonly string[]): ByName {
  const map = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const known = map.get(name);
    if (known) known.push(path);
    else map.set(name, [path]);
  }
  return map;
}

/** Also of images that are not taken, so that what is said of them goes to no other. */
export const imagePaths = ({ entries, refused }: Pick<Archive, 'entries' | 'refused'>): string[] => {
  const taken = entries.filter((one) => one.kind === 'image').map((one) => one.path);
  const there = new Set(taken);
  return [...[...refused.keys()].filter((path) => !there.has(path)), ...taken];
};

const endsWith = (path: string, wanted: string): boolean => path === wanted || path.endsWith(`/${wanted}`);
/** Whether the name has the directories of the path, as far as it has any. */
export const isWhole = (path: string, name: string): boolean => endsWith(path, pathOf(name));

const purposeOf = (path: string): Purpose | undefined => folderTypeOf(path.split('/').slice(0, -1));

/** The one image that a `file_name` means; undefined for none, null for several. `train/1.png` never means `test/1.png`. */
export function meant(fileName: string, images: ByName): string | null | undefined {
  const wanted = pathOf(fileName);
  const candidates = images.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? [];
  const whole = candidates.filter((path) => endsWith(path, wanted));
  const purpose = whole.length > 0 ? undefined : purposeOf(wanted);
  // many images may have the name, and each name is looked up: directories are read only where they can tell
  const others = purpose ? candidates.filter((path) => (purposeOf(path) ?? purpose) === purpose) : candidates;
  const [first, ...more] = whole.length > 0 ? whole : others;
  return more.length > 0 ? null : first;
}

/** How much of what tells a name from its twins stands in the given one. */
function shared(given: string, raw: string, twins: readonly string[]): number {
  const all = twins.map((one) => withoutEnding(one).split('/'));
  const telling = withoutEnding(raw)
    .split('/')
    .filter((one, i) => all.some((other) => other[i] !== one));
  return telling.reduce((sum, one) => sum + (given.includes(one) ? one.length : 0), 0);
}

/**
 * Whether what is said of the image at a path is meant for one that was not taken: `given`, as the file writes it, tells twins apart
 * that have one path here. What tells them not apart is used for none.
 */
export function isOfRefused({ refused, twins }: Archive, path: string, given: string): boolean {
  if (refused.has(path)) return true;
  const [own, ...others] = twins.get(path) ?? [];
  if (own === undefined) return false;
  const all = [own, ...others];
  const score = shared(given, own, all);
  return score === 0 || others.some((one) => shared(given, one, all) >= score);
}
