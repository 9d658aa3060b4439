/** Which images of an archive are masks of classes, and of which image: by the names of their directories. Pure. */
import type { MessageKey } from '@loupe/contract';

/** A mask of all classes by their numbers or colours, or of one. */
export interface MaskFile {
  path: string;
  /** The class of all that is not black; undefined where the pixels say it. */
  className: string | undefined;
}
export interface MaskLayout {
  /** Masks by the image that they belong to. */
  of: ReadonlyMap<string, readonly MaskFile[]>;
  /** Every path that is a mask. */
  masks: ReadonlySet<string>;
  problems: readonly { file: string; key: Extract<MessageKey, 'mask.noImage' | 'annotationFile.ambiguous'> }[];
}

/** Directories that programs put such masks into. */
const maskFolder =
  /^(masks?|gt|ground[ _-]?truth|labels?|ann(otation)?s?([ _-]?(dir|masks?))?|segmentation([ _-]?(class|object|mask)(es|s)?)?([ _-]?(png|raw))?)$/i;
/** Whether a directory of that name is taken for one of masks. */
export const isMaskFolder = (name: string): boolean => maskFolder.test(name);
/** What the name of a mask has behind that of its image. */
const maskEnding = /[_-](mask|gt|seg|label(ids)?|labelTrainIds)$/i;

interface Path {
  path: string;
  directories: readonly string[];
  stem: string;
}
function parse(path: string): Path {
  const directories = path.split('/');
  const name = directories.pop()!;
  return { path, directories, stem: name.replace(/\.[^.]*$/, '') };
}

const keyOf = (directories: readonly string[], stem: string): string => [...directories, stem].join('/');

interface Searched {
  byStem: ReadonlyMap<string, readonly Path[]>;
  byPlace: ReadonlyMap<string, readonly Path[]>;
}

/**
 * Images by stem and directories, as they are and without the one at a place, such as `images`: for the masks whose own
 * directory is there. Names such as `image.png` may be in every directory of thousands, so none of them is looked through.
 */
function indexedAt(images: readonly Path[], at: number): Searched['byPlace'] {
  const index = new Map<string, Path[]>();
  const put = (key: string, one: Path) => {
    const known = index.get(key);
    if (known) known.push(one);
    else index.set(key, [one]);
  };
  for (const one of images) {
    put(keyOf(one.directories, one.stem), one);
    if (one.directories.length > at) put(keyOf(one.directories.toSpliced(at, 1), one.stem), one);
  }
  return index;
}

/** Readings of a mask's path, in the order in which they are tried; the first with an image holds. */
function readingsOf(mask: Path, at: number, { byStem, byPlace }: Searched): [readonly Path[], string | undefined][] {
  const place = mask.directories.slice(0, at);
  const tail = mask.directories.slice(at + 1);
  const plain = mask.stem.replace(maskEnding, '');
  const [first, ...rest] = tail;
  const last = tail.at(-1);
  const mirrored = (stem: string, below: readonly string[]) => byPlace.get(keyOf([...place, ...below], stem)) ?? [];
  return [
    [mirrored(mask.stem, tail), undefined],
    [mirrored(plain, tail), undefined],
    // masks/<label>/<image>.png
    [first === undefined ? [] : mirrored(mask.stem, rest), first],
    // masks/<image>/<label>.png
    [last === undefined ? [] : mirrored(last, tail.slice(0, -1)), mask.stem],
    // images and masks lie far from each other
    [tail.length === 0 ? (byStem.get(mask.stem) ?? []) : [], undefined],
  ];
}

/**
 * No masks at all where none of them has an image: then the directory is only called so. `listed`: images of which the archive's
 * own annotation files speak.
 */
export function maskLayoutOf(paths: readonly string[], listed: ReadonlySet<string> = new Set()): MaskLayout {
  const all = paths.map(parse);
  const placeOf = (one: Path) => (listed.has(one.path) ? -1 : one.directories.findIndex(isMaskFolder));
  const { true: masks = [], false: images = [] } = Object.groupBy(all, (one) => `${placeOf(one) >= 0}`);
  const byStem = Map.groupBy(images, ({ stem }) => stem);
  const of = new Map<string, MaskFile[]>();
  const problems: MaskLayout['problems'][number][] = [];
  for (const [at, own] of Map.groupBy(masks, placeOf)) {
    const byPlace = indexedAt(images, at);
    for (const mask of own) {
      const [candidates, className] = readingsOf(mask, at, { byStem, byPlace }).find(([found]) => found.length > 0) ?? [
        [],
      ];
      const image = candidates[0];
      if (!image) problems.push({ file: mask.path, key: 'mask.noImage' });
      else if (candidates.length > 1) problems.push({ file: mask.path, key: 'annotationFile.ambiguous' });
      else {
        const known = of.get(image.path);
        if (known) known.push({ path: mask.path, className });
        else of.set(image.path, [{ path: mask.path, className }]);
      }
    }
  }
  if (of.size === 0) return { of, masks: new Set(), problems: [] };
  return { of, masks: new Set(masks.map(({ path }) => path)), problems };
}
