/** What a version finds, in a sentence or three. */
import type { Locale, ProbeCell } from '@loupe/contract';
import { probeWords } from '@loupe/metrics';
import type { TFunction } from 'i18next';

const listed = (items: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);

type Word = 'finds' | 'some' | 'misses';
export interface FindsSentence {
  word: Word;
  text: string;
}

/** One for what it finds, one for what it finds in part, one for what it misses; those that say nothing are left out. */
export function findsSentences(cells: readonly ProbeCell[], t: TFunction, locale: Locale): FindsSentence[] {
  const words = probeWords(cells);
  const say = (word: Word, item: 'from' | 'part' | null): FindsSentence[] => {
    const items = words
      .filter((one) => one.word === word)
      .map(({ kind, px, found, tried }) => {
        const name = t(`scores.finds.kinds.${kind}`);
        return item ? t(`scores.finds.${item}`, { kind: name, px, found, tried }) : name;
      });
    return items.length > 0 ? [{ word, text: t(`scores.finds.${word}`, { list: listed(items, locale) }) }] : [];
  };
  return [...say('finds', 'from'), ...say('some', 'part'), ...say('misses', null)];
}
