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

const startsWith = (all: readonly string[], head: readonly string[]) => head.every((one, i) => all[i] === one);
const endsWith = (all: readonly string[], tail: readonly string[]) => startsWith(all.toReversed(), tail.toReversed());

interface Searched {
  byStem: ReadonlyMap<string, readonly Path[]>;
}

/** Images of that stem below `place`, in the directories of `tail` or in one directory above them, such as `images`. */
function mirrored(
  { byStem }: Searched,
  stem: string,
  place: readonly string[],
  tail: readonly string[],
): readonly Path[] {
  return (byStem.get(stem) ?? []).filter(({ directories }) => {
    const between = directories.length - place.length - tail.length;
    return (between === 0 || between === 1) && startsWith(directories, place) && endsWith(directories, tail);
  });
}

/** Readings of a mask's path, in the order in which they are tried; the first with an image holds. */
function readingsOf(mask: Path, at: number, searched: Searched): [readonly Path[], string | undefined][] {
  const place = mask.directories.slice(0, at);
  const tail = mask.directories.slice(at + 1);
  const plain = mask.stem.replace(maskEnding, '');
  const [first, ...rest] = tail;
  const last = tail.at(-1);
  return [
    [mirrored(searched, mask.stem, place, tail), undefined],
    [mirrored(searched, plain, place, tail), undefined],
    // masks/<label>/<image>.png
    [first === undefined ? [] : mirrored(searched, mask.stem, place, rest), first],
    // masks/<image>/<label>.png
    [last === undefined ? [] : mirrored(searched, last, place, tail.slice(0, -1)), mask.stem],
    // images and masks lie far from each other
    [tail.length === 0 ? (searched.byStem.get(mask.stem) ?? []) : [], undefined],
  ];
}

/** No masks at all where none of them has an image: then the directory is only called so. */
export function maskLayoutOf(paths: readonly string[]): MaskLayout {
  const all = paths.map(parse);
  const placeOf = (one: Path) => one.directories.findIndex((name) => maskFolder.test(name));
  const { true: masks = [], false: images = [] } = Object.groupBy(all, (one) => `${placeOf(one) >= 0}`);
  const byStem = Map.groupBy(images, ({ stem }) => stem);
  const of = new Map<string, MaskFile[]>();
  const problems: MaskLayout['problems'][number][] = [];
  for (const mask of masks) {
    const [candidates, className] = readingsOf(mask, placeOf(mask), { byStem }).find(([found]) => found.length > 0) ?? [
      [],
    ];
    const [image, ...more] = candidates;
    if (!image) problems.push({ file: mask.path, key: 'mask.noImage' });
    else if (more.length > 0) problems.push({ file: mask.path, key: 'annotationFile.ambiguous' });
    else of.set(image.path, [...(of.get(image.path) ?? []), { path: mask.path, className }]);
  }
  if (of.size === 0) return { of, masks: new Set(), problems: [] };
  return { of, masks: new Set(masks.map(({ path }) => path)), problems };
}
