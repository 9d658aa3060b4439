/** Which images of an archive are OK and which NG, and which are masks of the others: by the names of their directories. Pure. */
import type { FolderType, MessageKey, ImagePart } from '@loupe/contract';

/** Roles that a layout tells apart. */
export type OkNg = 'ok' | 'ng';
export const isOkNg = (role: string): role is OkNg => role === 'ok' || role === 'ng';
export interface RoleOfFile {
  role: OkNg;
  /** Undefined where no directory says it. */
  part: ImagePart | undefined;
}
export interface Layout {
  /** Every path that is no mask, in the order of the archive. */
  images: ReadonlyMap<string, RoleOfFile>;
  /** Masks by the image that they belong to. */
  masks: ReadonlyMap<string, readonly string[]>;
  problems: readonly { file: string; key: Extract<MessageKey, `mask.${string}` | 'annotationFile.ambiguous'> }[];
}

const images = '([ _-]?(im(a)?ge?s?|图片|图像))?';
const okName = new RegExp(`^(ok|good|normal|pass|良品|合格|正常)${images}$`, 'iu');
const ngName = new RegExp(
  `^(ng|nok|ko|bad|fail|defects?|defective|anomal(y|ies|ous)|abnormal|不良品?|不合格|缺陷|异常)${images}$`,
  'iu',
);
const maskFolder = /^(ground[ _-]?truth|gt|masks?)$/i;
/** What the name of a mask has behind that of its image. */
const maskEnding = /[_-](mask|gt)$/i;
const testName = /^(test(ing)?|测试集?)$/iu;
const validationName = /^(val|valid(ation)?|验证集?)$/iu;
/** An image is for training or for tests: validation is the training's. */
const trainName = /^(train(ing)?|val|valid(ation)?|训练集?|验证集?)$/iu;

/** A name that nobody takes for that of a mask. */
export function unlikeMask(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '');
  return maskEnding.test(stem) ? `${stem}_${name.slice(stem.length)}` : name;
}
/** Whether a directory of that name says of its images what they are not. */
export const belies = (name: string, role: string | undefined): boolean =>
  (role === 'ng' && okName.test(name)) || (role === 'ok' && ngName.test(name));

/** Whether a directory's name has a meaning of its own, so that no kind of defect can go by it. */
export const isLayoutName = (name: string): boolean =>
  [okName, ngName, maskFolder, testName, trainName].some((one) => one.test(name));

/** What images are for, where something says it. */
export type Purpose = Exclude<FolderType, 'general'>;

/** What names of directories have behind the word: `train2017`, `test_images`, `valset`. */
const purposeEnding = /[ _-]?(\d{4}|images?|set|data)$/i;

/** What a folder is for by the names of its directories; undefined where none says it. */
export function folderTypeOf(directories: readonly string[]): Purpose | undefined {
  const name = directories
    .map((one) => one.normalize('NFKC').trim().replace(purposeEnding, ''))
    .findLast((one) => testName.test(one) || trainName.test(one));
  if (name === undefined) return undefined;
  return testName.test(name) ? 'test' : validationName.test(name) ? 'validation' : 'train';
}

/** Whether the directories of two paths each say a purpose, and not the same: one is not the other. */
export function areForOther(wanted: readonly string[], found: readonly string[]): boolean {
  const [one, other] = [folderTypeOf(wanted), folderTypeOf(found)];
  return one !== undefined && other !== undefined && one !== other;
}

interface Path {
  path: string;
  /** Names of the directories. */
  directories: string[];
  stem: string;
}
function parse(path: string): Path {
  const directories = path.split('/');
  const name = directories.pop()!;
  return { path, directories, stem: name.replace(/\.[^.]*$/, '') };
}
const same = (a: readonly string[], b: readonly string[]): boolean => a.join('/') === b.join('/');

/** Where the directory lies that says train or test; −1 for none. */
const partAt = ({ directories }: Path): number =>
  directories.findLastIndex((one) => testName.test(one) || trainName.test(one));

/** Folders that are laid out as MVTec AD is (train/good beside test/<kind of defect>), by their path. */
function mvtecRoots(all: readonly Path[]): Set<string> {
  const found = all.filter((one) => {
    const at = partAt(one);
    return at >= 0 && trainName.test(one.directories[at]!) && okName.test(one.directories[at + 1] ?? '');
  });
  return new Set(found.map((one) => one.directories.slice(0, partAt(one)).join('/')));
}

function partOf(one: Path): ImagePart | undefined {
  const name = one.directories[partAt(one)];
  if (name === undefined) return undefined;
  return testName.test(name) ? 'test' : 'train';
}

function roleOf(one: Path, roots: ReadonlySet<string>, own: OkNg): OkNg {
  const at = partAt(one);
  const kind = one.directories[at + 1];
  const isTest = at >= 0 && testName.test(one.directories[at]!);
  if (isTest && kind !== undefined && roots.has(one.directories.slice(0, at).join('/')))
    return okName.test(kind) ? 'ok' : 'ng';
  const named = one.directories.findLast((name) => okName.test(name) || ngName.test(name));
  if (named === undefined) return own;
  return okName.test(named) ? 'ok' : 'ng';
}

const maskAt = ({ directories }: Path): number => directories.findIndex((name) => maskFolder.test(name));

/** Masks lie in a folder of their own, or are named `<image>_mask` beside it. */
function masksAmong(all: readonly Path[], listed: ReadonlySet<string>): { masks: Path[]; rest: Path[] } {
  const places = new Set(all.map(({ directories, stem }) => [...directories, stem].join('/')));
  const isMask = (one: Path): boolean => {
    if (listed.has(one.path)) return false;
    if (maskAt(one) >= 0) return true;
    const image = one.stem.replace(maskEnding, '');
    return image !== one.stem && places.has([...one.directories, image].join('/'));
  };
  const { true: masks = [], false: rest = [] } = Object.groupBy(all, (one) => `${isMask(one)}`);
  return { masks, rest };
}

/** Images that a mask may mean: of its name, in a folder of the same kind below the same place. */
function meant(mask: Path, byStem: ReadonlyMap<string, readonly Path[]>): readonly Path[] {
  const at = maskAt(mask);
  const [place, kind] =
    at < 0 ? [mask.directories, []] : [mask.directories.slice(0, at), mask.directories.slice(at + 1)];
  const named = (stem: string, directories: readonly string[]) =>
    (byStem.get(stem) ?? []).filter(
      (one) =>
        same(one.directories.slice(0, place.length), place) &&
        same(
          one.directories.slice(directories.length === 0 ? one.directories.length : -directories.length),
          directories,
        ),
    );
  const byName = [...named(mask.stem.replace(maskEnding, ''), kind), ...named(mask.stem, kind)];
  // masks/<label>/<folder>/<image>.png beside images/<folder>/<image>.png
  const mirrored = named(mask.stem, kind.slice(1)).filter(
    (one) => one.directories.length === place.length + kind.length,
  );
  const byImage = named(kind.at(-1) ?? '', kind.slice(0, -1));
  const found = [byName, mirrored, byImage].find((some) => some.length > 0) ?? [];
  const beside = found.filter((one) => same(one.directories, place));
  return [...new Set(at < 0 ? beside : found)];
}

/**
 * `own`: the role of the data set that was uploaded to; what the directories do not tell goes there. `listed`: images of which the
 * archive's own annotation files speak.
 */
export function layoutOf(paths: readonly string[], own: OkNg, listed: ReadonlySet<string> = new Set()): Layout {
  const { masks, rest } = masksAmong(paths.map(parse), listed);
  const roots = mvtecRoots(rest);
  const rolesByPath = new Map<string, RoleOfFile>();
  for (const one of rest) {
    rolesByPath.set(one.path, { role: roleOf(one, roots, own), part: partOf(one) });
  }
  const byStem = Map.groupBy(rest, ({ stem }) => stem);
  const of = new Map<string, string[]>();
  const problems: Layout['problems'][number][] = [];
  for (const mask of masks) {
    const candidates = meant(mask, byStem);
    const [ng, ...more] = candidates.filter(({ path }) => rolesByPath.get(path)!.role === 'ng');
    if (ng && more.length === 0) of.set(ng.path, [...(of.get(ng.path) ?? []), mask.path]);
    else if (ng) problems.push({ file: mask.path, key: 'annotationFile.ambiguous' });
    else problems.push({ file: mask.path, key: candidates.length > 0 ? 'mask.onOk' : 'mask.noImage' });
  }
  return { images: rolesByPath, masks: of, problems };
}
