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

/**
 * Gives each name of one folder a safe one that no other has, whatever its case. `byStem`: also not with another ending,
 * where a file of the same stem stands beside each.
 */
export function uniqueNames(byStem: boolean): (name: string) => string {
  const taken = new Set<string>();
  const keyOf = (name: string) => (byStem ? splitName(name)[0] : name).normalize('NFC').toLowerCase();
  return (name) => {
    const safe = safeName(name);
    const [stem, extension] = splitName(safe);
    let free = safe;
    for (let n = 2; taken.has(keyOf(free)); n++) free = `${stem}~${n}${extension}`;
    taken.add(keyOf(free));
    return free;
  };
}

/** The ending that says what the bytes are, where an image became PNG on its way in. */
export const asPng = (name: string): string => (/\.png$/i.test(name) ? name : `${splitName(name)[0]}.png`);
