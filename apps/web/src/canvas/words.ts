// What is said of an image beside its shapes: that it was checked and is empty, that a proposal is turned down. The last word in
// the server's order stands, in whatever order words arrive; an own word that is not answered is shown until it is.

/** `about`: a proposal's id; null: the mark that the image is empty. */
export type Word = { readonly about: string | null; readonly isSet: boolean };
/** `seq`: its number among the image's edits. */
export type HeardWord = Word & { readonly seq: number };

export type Words = {
  told: Map<string | null, HeardWord>;
  /** By op, oldest first. */
  open: Map<string, Word>;
};

export function noWords(told: readonly HeardWord[] = []): Words {
  return { told: new Map(told.map((word) => [word.about, word])), open: new Map() };
}

export const say = (words: Words, opId: string, word: Word): void => void words.open.set(opId, word);

export function hear({ told }: Words, word: HeardWord): void {
  const before = told.get(word.about);
  if (!before || before.seq <= word.seq) told.set(word.about, word);
}

/** Ends an own word; `seq` is null where the server did not take it. */
export function answerWord(words: Words, opId: string, seq: number | null): Word | null {
  const word = words.open.get(opId);
  if (!word) return null;
  words.open.delete(opId);
  if (seq !== null) hear(words, { ...word, seq });
  return word;
}

export function isSet({ told, open }: Words, about: string | null): boolean {
  let stands = told.get(about)?.isSet ?? false;
  for (const word of open.values()) if (word.about === about) stands = word.isSet;
  return stands;
}
