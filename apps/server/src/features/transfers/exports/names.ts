/** Names of images inside a zip: such as every system can write, and no two that some system takes for one. Pure. */

/** What Windows does not take in a name; names have no slashes and no control characters already. */
const unwritable = /[<>:"|?*\\/]/g;
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

export const safeName = (name: string): string =>
  name
    .replace(unwritable, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(device, '_$1');

const splitName = (name: string): [stem: string, extension: string] => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
};

/** Gives a name. `reserved`: those that images have which keep theirs; one that became PNG on its way in leaves them alone. */
export type NameOf = (name: string, reserved?: readonly string[]) => string;

/**
 * Gives each name of one folder a safe one that no other has, whatever its case. `byStem`: also not with another ending,
 * where a file of the same stem stands beside each.
 */
export function uniqueNames(byStem: boolean): NameOf {
  const taken = new Set<string>();
  const keyOf = (name: string) => (byStem ? splitName(name)[0] : name).normalize('NFC').toLowerCase();
  return (name, reserved = []) => {
    const safe = safeName(name);
    const [stem, extension] = splitName(safe);
    const others = new Set(reserved.map((one) => keyOf(safeName(one))));
    const isTaken = (key: string) => taken.has(key) || others.has(key);
    let free = safe;
    for (let n = 2; isTaken(keyOf(free)); n++) free = `${stem}~${n}${extension}`;
    taken.add(keyOf(free));
    return free;
  };
}

/** The name that an image has in the zip; `own`: of those of its folder that keep theirs. */
export const nameInZip = (
  nameOf: NameOf,
  { name, originalSha256 }: { name: string; originalSha256: string | null },
  { withImages, own }: { withImages: boolean; own: ReadonlyMap<string, readonly string[]> },
): string => (withImages && originalSha256 !== null ? nameOf(asPng(name), own.get(stemKey(name)) ?? []) : nameOf(name));

/** By which an image and one that became PNG may come to the same name. */
export const stemKey = (name: string): string => splitName(name)[0].normalize('NFC').toLowerCase();

/** The ending that says what the bytes are, where an image became PNG on its way in. */
export const asPng = (name: string): string => (/\.png$/i.test(name) ? name : `${splitName(name)[0]}.png`);
