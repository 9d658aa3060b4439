/** Names inside a zip: such as every system can write and an import takes, and no two that some system takes for one. Pure. */
import { imageName, isSkipped } from '../archive/entry.ts';
import { unlikeMask } from '../imports/layout.ts';

/** What Windows does not take in a name; names have no slashes and no control characters already. */
const unwritable = /[<>:"|?*\\/]/g;
const device = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(\.|$))/i;

export function safeName(name: string): string {
  const written = name.replace(unwritable, '_').replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return device.test(written) || isSkipped(written) ? `_${written}` : written;
}

/** No system takes the one for the other, as writing in capitals does. */
const dotless = 'ı';
/** As systems do that tell no cases apart: ß is ss, and ſ is s. */
const foldCase = (text: string): string =>
  text
    .split(dotless)
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join(dotless);
const foldName = (name: string): string => foldCase(name.normalize('NFC')).normalize('NFC');

const splitName = (name: string): [stem: string, extension: string] => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
};

/** What every file system takes is 255; the rest is for what formats put beside a name: `gt_`, `_mask`, `_crop_9999.png`. */
const nameBytes = 255 - 16;
/** What is longer than this ends a sentence and no name of a file. */
const endingBytes = 32;

/** The start of a text, cut between characters, that takes at most so many bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let [left, end] = [bytes, 0];
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** A safe name of few enough bytes; `mark` tells it from others. */
function shortName(safe: string, mark = ''): string {
  const [stem, extension] = splitName(safe);
  const end = mark + cut(extension, endingBytes);
  return cut(stem, nameBytes - Buffer.byteLength(end)) + end;
}

/** Gives a name. `reserved`: those that images have which keep theirs; one whose name changes on the way out leaves them alone. */
export type NameOf = (name: string, reserved?: readonly string[]) => string;

/**
 * Gives each name of one folder a safe one that no other has, whatever its case. `byStem`: also not with another ending,
 * where a file of the same stem stands beside each.
 */
export function uniqueNames(byStem: boolean): NameOf {
  const taken = new Set<string>();
  /** Which mark the next of a name gets: long ones that begin alike come to the same by the thousand. */
  const marks = new Map<string, number>();
  const keyOf = (name: string) => foldName(byStem ? splitName(name)[0] : name);
  return (name, reserved = []) => {
    const safe = safeName(name);
    const others = new Set(reserved.map((one) => keyOf(shortName(safeName(one)))));
    const isTaken = (key: string) => taken.has(key) || others.has(key);
    let free = shortName(safe);
    const first = keyOf(free);
    let n = marks.get(first) ?? 2;
    for (; isTaken(keyOf(free)); n++) free = shortName(safe, `~${n}`);
    if (n > 2) marks.set(first, n);
    taken.add(keyOf(free));
    return free;
  };
}

/**
 * Directories of a zip, by what they are for: those that are written as they are called come before those that cannot be.
 * `isMisread`: of which an import takes the name for another thing than it is.
 */
export function directoriesOf<Of extends { id: number; name: string }>(
  all: readonly Of[],
  isMisread: (one: Of) => boolean = () => false,
): Map<number, string> {
  const written = new Map(all.map((one) => [one, isMisread(one) ? `_${one.name}` : safeName(one.name)]));
  const kept = all.map(({ name }) => name).filter((name, i) => written.get(all[i]!) === name);
  const nameOf = uniqueNames(false);
  return new Map([...written].map(([{ id, name }, given]) => [id, nameOf(given, given === name ? [] : kept)]));
}

/** Where images lie in a zip of masks. */
export const imagesDirectory = 'images';
/** Directories of masks, written and read alike: one that is called as that of the images would make their mirror of them. */
export const labelDirectories = (labels: readonly { id: number; name: string }[]): Map<number, string> =>
  directoriesOf(labels, ({ name }) => name === imagesDirectory);

/** Images that are called as masks are come back under a name that is none of a mask, where an import looks for masks by name. */
export function namesUnlikeMasks(): NameOf {
  const nameOf = uniqueNames(true);
  return (name, reserved = []) => nameOf(unlikeMask(name), reserved.map(unlikeMask));
}

/** What the name of an image in a zip follows from; `mime`: of its file. */
export interface ImageName {
  name: string;
  originalSha256: string | null;
  mime: string;
}
/** By it programs, and imports, know an image. */
export const imageEnding: RegExp = imageName;
const endings: Readonly<Record<string, string>> = { 'image/jpeg': '.jpg', 'image/png': '.png', 'image/bmp': '.bmp' };

/**
 * The name of the file that goes with it: it ends as its image does that became PNG on its way in, and as some image does.
 * Without a file beside it the name stays as it is.
 */
export function fileName({ name, originalSha256, mime }: ImageName, withImages: boolean): string {
  if (!withImages) return name;
  if (originalSha256 !== null) return asPng(name);
  return imageEnding.test(name) ? name : `${name}${endings[mime] ?? '.png'}`;
}

/** The name that an image has in the zip; `own`: of those of its folder that keep theirs. */
export function nameInZip(
  nameOf: NameOf,
  image: ImageName,
  { withImages, own }: { withImages: boolean; own: ReadonlyMap<string, readonly string[]> },
): string {
  const given = fileName(image, withImages);
  return given === image.name ? nameOf(given) : nameOf(given, own.get(stemKey(given)) ?? []);
}

/** By which an image and one whose name changes may come to the same name. */
export const stemKey = (name: string): string => foldName(splitName(safeName(name))[0]);

/** The ending that says what the bytes are, where an image became PNG on its way in. */
export const asPng = (name: string): string =>
  /\.png$/i.test(name) ? name : `${name.replace(imageEnding, '') || name}.png`;
