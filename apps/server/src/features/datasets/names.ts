/** Names of images: what is kept of a file's name, how it sorts, and which group it belongs to. */
import { characterCount, cutText, limits } from '@loupe/contract';

const maxName = limits.imageName;
/** Control characters, and the marks that turn the reading direction and so disguise a name. */
const unwanted = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u{fffe}\u{ffff}]/gu;

const baseOf = (raw: string): string => raw.split(/[/\\]/).at(-1)!;

const plainOf = (raw: string): string => baseOf(raw).toWellFormed().normalize('NFC').replace(unwanted, '').trim();

/** What is wrong with a name that cannot be one. */
export const nameFault = (raw: string): { key: 'image.name' | 'image.nameLong'; args: { max: number } } => ({
  key: !isHostileName(raw) && characterCount(plainOf(raw)) > maxName ? 'image.nameLong' : 'image.name',
  args: { max: maxName },
});

/** Only the base name is kept, in NFC and without control characters; undefined for what is then no name. */
export function cleanName(raw: string): string | undefined {
  const name = plainOf(raw);
  return name === '' || name === '.' || name === '..' || characterCount(name) > maxName ? undefined : name;
}

/** A name that no camera or person gives: it leads out of its folder, or holds a NUL. */
export const isHostileName = (raw: string): boolean => raw.includes('\0') || raw.split(/[/\\]/).includes('..');

/** As `cleanName`, for what is not stored by its name: one that is too long keeps its end, where serial and ending stand. */
export const shortName = (raw: string): string | undefined =>
  cleanName(cutText(baseOf(raw).normalize('NFC'), maxName, 'end'));

/** The name as it may be shown in a message, whatever it was. */
export const shownName = (raw: string): string => cutText(raw.toWellFormed().replace(unwanted, ''), maxName);

/** Natural order: numbers are padded, case does not count. */
export const nameKey = (name: string): string =>
  name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** What a name ends with when it is one of several cuts or variants of the same image. */
const variant = /[_.-](crop|tile|patch|view|aug)[_-]?\d+$/i;

/**
 * Images of one group go to the same side of a split. An image is its own group, except cuts and variants
 * (`a_crop_1`, `a_tile2`), which share one. Plain numbering does not count: part_001 and part_002 may be different parts.
 */
export const groupKey = (name: string): string => {
  const stem = name.replace(/\.[^.]*$/, '') || name;
  return stem.replace(variant, '') || stem;
};
