// What is said of an image beside its shapes: that it was checked and is empty, that a proposal is turned down, that a copy
// waits beside another shape until somebody decides. The last word in the server's order stands, in whatever order words
// arrive; an own word that is not answered is shown until it is.

import type { StoredShape } from './types.ts';

/**
 * `about`: a proposal's id, or a copy (`aboutCopy`); null: the mark that the image is empty. `of`: what a copy is beside.
 */
export type Word = { readonly about: string | null; readonly isSet: boolean; readonly of?: string };
/** `seq`: its number among the image's edits. */
export type HeardWord = Word & { readonly seq: number };

export type Words = {
  told: Map<string | null, HeardWord>;
  /** By op, oldest first. */
  open: Map<string, Word>;
  /** The image's number of edits when it was read: what was said before and is not there has been taken back. */
  since: number;
};

const copyMark = 'copy ';
export const aboutCopy = (id: string): string => copyMark + id;
/** The copy that a word is about; null: it is about something else. */
export const copyOf = (about: string | null): string | null =>
  about?.startsWith(copyMark) ? about.slice(copyMark.length) : null;

/** A shape as the server had it at that edit says whether it is a copy on which nobody has decided. */
export const copyWord = ({ id, conflictOf }: Pick<StoredShape, 'id' | 'conflictOf'>, seq: number): HeardWord =>
  conflictOf === null
    ? { about: aboutCopy(id), isSet: false, seq }
    : { about: aboutCopy(id), isSet: true, of: conflictOf, seq };

export function noWords(told: readonly HeardWord[] = [], since = 0): Words {
  return { told: new Map(told.map((word) => [word.about, word])), open: new Map(), since };
}

export const say = (words: Words, opId: string, word: Word): void => void words.open.set(opId, word);

export function hear({ told, since }: Words, word: HeardWord): void {
  if ((told.get(word.about)?.seq ?? since) <= word.seq) told.set(word.about, word);
}

/** Ends an own word; `seq` is null where the server did not take it. */
export function answerWord(words: Words, opId: string, seq: number | null): Word | null {
  const word = words.open.get(opId);
  if (!word) return null;
  words.open.delete(opId);
  if (seq !== null) hear(words, { ...word, seq });
  return word;
}

/** The word that stands; undefined: nothing was said. */
export function standing({ told, open }: Words, about: string | null): Word | undefined {
  let stands: Word | undefined = told.get(about);
  for (const word of open.values()) if (word.about === about) stands = word;
  return stands;
}
