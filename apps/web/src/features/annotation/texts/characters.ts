/** Characters of a data set against those that a reader is wanted for. Pure. */
import type { Words } from '@loupe/contract';

export interface CharacterSet {
  id: string;
  name: Words;
  characters: string;
}

const range = (from: string, to: string): string =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) =>
    String.fromCharCode(from.charCodeAt(0) + i),
  ).join('');

/** Those that a person can look through; the ideographs of a language are thousands. */
export const characterSets: readonly CharacterSet[] = [
  { id: 'digits', name: { zh: '数字', en: 'Digits' }, characters: `${range('0', '9')}.,-/:+` },
  { id: 'capitals', name: { zh: '大写字母', en: 'Capitals' }, characters: range('A', 'Z') },
  {
    id: 'serial',
    name: { zh: '大写字母与数字', en: 'Capitals and digits' },
    characters: range('0', '9') + range('A', 'Z'),
  },
  { id: 'en', name: { zh: '英文（全部可打印字符）', en: 'English (all printable)' }, characters: range('!', '~') },
];

export interface SeenCharacter {
  character: string;
  count: number;
}

/** Fewer examples than this teach a reader little. */
export const fewExamples = 5;

/** Seen ones in the order of the set, then those outside of it, most often first; and what nobody has typed yet. */
export function compareCharacters(seen: readonly SeenCharacter[], wanted: string) {
  const set = [...new Set(wanted.replace(/\s/g, ''))];
  const counts = new Map(seen.map(({ character, count }) => [character, count]));
  const inSet = new Set(set);
  return {
    present: set.filter((one) => counts.has(one)).map((character) => ({ character, count: counts.get(character)! })),
    missing: set.filter((one) => !counts.has(one)),
    beyond: seen
      .filter(({ character }) => character.trim() !== '' && !inSet.has(character))
      .toSorted((a, b) => b.count - a.count),
  };
}
