/** Field schemas that several features share: ids, names, probabilities, times. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { patterns } from './patterns.ts';

export const Id = z.int().min(1).max(limits.idMax);
export const Count = z.int().min(0).max(limits.idMax);
export const Sha256 = z.string().regex(patterns.sha256);
export const Uuid = z.uuid();
/** UTC, ISO 8601 with milliseconds. */
export const Time = z.string().max(40);

/** In NFC, so that names that look the same are the same: some Chinese characters have two codes. */
const named = (pattern: RegExp, max: number) => z.string().trim().normalize('NFC').min(1).max(max).regex(pattern);
export const Name50 = named(patterns.name, limits.nameLong);
export const Name30 = named(patterns.name, limits.nameShort);
/**
 * A name in an answer. What is stored was measured when it was given; held against a rule again, one name that an earlier
 * version let in would hide the whole list it stands in.
 */
export const StoredName = z.string();
/** Of a person, in any script. */
export const PersonName = named(patterns.personName, limits.nameShort);
export const FolderName = named(patterns.folderName, limits.nameShort);
export const Description = z.string().trim().max(limits.descriptionLength);
/**
 * What nobody sees, and what a terminal or a reader takes for an order: control characters but line ends, turns of direction,
 * and marks without width. Joiners stay, scripts and emoji are written with them.
 */
const unseen = /[^\P{Cc}\n]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
/** Without what nobody sees; joiners that join nothing are no text either. */
export const withoutUnseen = (text: string): string => {
  const left = text.replaceAll(unseen, '');
  return left.replaceAll(/\u200c|\u200d/g, '').trim() === '' ? '' : left;
};
/** A text of several lines that other people read; what is unseen in it is left out. */
export const readText = (max: number) =>
  z
    .string()
    .overwrite((text) => withoutUnseen(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')))
    .trim()
    .min(1)
    .max(max);
export const inOneLine = (text: string): string => withoutUnseen(text.replaceAll(/[\n\t]/g, ' ')).trim();
/** Of a file that a person chose; what would disguise it is left out. */
export const FileName = z
  .string()
  .overwrite((name) => inOneLine(name.toWellFormed()))
  .min(1)
  .max(255);
/** All that has no glyph of its own (Unicode), also the marks that choose one of an emoji; joiners between letters stay. */
const ignorable =
  /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;
/** What can be read of a text on a part: no camera sees the rest. */
export const legible = (text: string): string => text.replaceAll(ignorable, '');
/** A text as a part carries it, typed or from a scanner, which ends it with a line end; what is unseen in it is left out. */
export const TextOnPart = z
  .string()
  .refine((text) => text.isWellFormed())
  .overwrite((text) => inOneLine(legible(text)))
  .min(1)
  .max(limits.textValue);
export const Password = z.string().regex(patterns.password);
export const Color = z.string().regex(patterns.color);
export const Probability = z.number().min(0).max(1);
/** What a person types to search; trimmed, never a pattern. */
export const SearchText = z.string().trim().max(100);

/** One object named by its id. */
export const ById = z.object({ id: Id });
export const ByIds = z.object({ ids: z.array(Id).min(1).max(1000) });
export const Nothing = z.null();
