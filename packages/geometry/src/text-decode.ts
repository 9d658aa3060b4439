// From what the network answers for each column to a text. The engine has the same in `recipes/text/decode.py`; both are
// held to `packages/contract/fixtures/text-decode.json`.

/** A text, how sure it is, and how sure each of its characters (code points) is; 0…1. */
export interface Reading {
  text: string;
  score: number;
  charScores: number[];
}

/**
 * The best class of each column and its score as a text: repeats are one character, with the best of their scores, blanks
 * (class 0) are none; class 1 is the first of the characters.
 */
export function collapse(
  ids: ArrayLike<number | bigint>,
  scores: ArrayLike<number>,
  characters: readonly string[],
): Reading {
  let text = '';
  const charScores: number[] = [];
  let last = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = Number(ids[i]);
    const score = scores[i] ?? 0;
    if (id !== 0 && id === last) {
      charScores[charScores.length - 1] = Math.max(charScores.at(-1) ?? 0, score);
    } else if (id !== 0) {
      text += characters[id - 1] ?? '';
      charScores.push(score);
    }
    last = id;
  }
  const sum = charScores.reduce((total, one) => total + one, 0);
  return { text, score: charScores.length ? sum / charScores.length : 0, charScores };
}

/** Answers of the network that a text takes at least: between two equal characters there is a blank. */
export function answersNeeded(text: string): number {
  const characters = [...text];
  return characters.length + characters.filter((one, i) => i > 0 && one === characters[i - 1]).length;
}
