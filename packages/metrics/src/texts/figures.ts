// Figures of a test of texts: of finding, of reading, and of both; by length and by character.

import { alignTexts, comparedText, textDistance } from './compare.ts';
import { matchTexts, type FoundText, type TextOutcome, type TextTruth } from './match.ts';

/** An image with what is on it and what was found. `isWhole`: a model that only reads took the image as one text. */
export type TextImageRow = {
  readonly imageId: number;
  readonly truths: readonly TextTruth[];
  readonly found: readonly FoundText[];
  readonly isWhole: boolean;
};
export type TextCounts = { imageId: number; tp: number; misread: number; fp: number; fn: number };
export type TextLengthGroup = { from: number; to: number; texts: number; right: number };
export type TextConfusion = { truth: string; read: string; count: number };
export type CharacterRow = { character: string; truths: number; right: number };
export type TextFigures = {
  truths: number;
  typed: number;
  found: number;
  precision: number | null;
  recall: number | null;
  hmean: number | null;
  wordAccuracy: number | null;
  oneMinusNed: number | null;
  charAccuracy: number | null;
  endToEnd: number | null;
  byLength: TextLengthGroup[];
  characters: CharacterRow[];
  confusions: TextConfusion[];
};

/** A typed text that was found, beside what was read; as they are compared. */
type Pair = { readonly truth: string; readonly read: string };

const share = (part: number, of: number): number | null => (of > 0 ? part / of : null);
const harmonic = (precision: number | null, recall: number | null): number | null => {
  if (precision === null || recall === null) return null;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
};
const lengthOf = (text: string): number => [...text].length;

/** At most `most` groups of neighbouring lengths, none of them empty. */
function byLength(pairs: readonly Pair[], most: number): TextLengthGroup[] {
  const rows = new Map<number, TextLengthGroup>();
  for (const { truth, read } of pairs) {
    const length = lengthOf(truth);
    const row = rows.get(length) ?? { from: length, to: length, texts: 0, right: 0 };
    row.texts++;
    if (truth === read) row.right++;
    rows.set(length, row);
  }
  const sorted = [...rows.values()].toSorted((a, b) => a.from - b.from);
  const size = Math.ceil(sorted.length / most);
  return Array.from({ length: Math.ceil(sorted.length / Math.max(1, size)) }, (_, i) => {
    const group = sorted.slice(i * size, (i + 1) * size);
    const sum = (of: 'texts' | 'right') => group.reduce((total, row) => total + row[of], 0);
    return { from: group[0]!.from, to: group.at(-1)!.to, texts: sum('texts'), right: sum('right') };
  });
}

function byCharacter(
  pairs: readonly Pair[],
  most: number,
): { characters: CharacterRow[]; confusions: TextConfusion[] } {
  const characters = new Map<string, CharacterRow>();
  const confusions = new Map<string, TextConfusion>();
  for (const [truth, read] of pairs.flatMap((pair) => alignTexts(pair.truth, pair.read))) {
    if (truth !== '') {
      const row = characters.get(truth) ?? { character: truth, truths: 0, right: 0 };
      row.truths++;
      if (truth === read) row.right++;
      characters.set(truth, row);
    }
    if (truth === read) continue;
    const key = JSON.stringify([truth, read]);
    const one = confusions.get(key) ?? { truth, read, count: 0 };
    one.count++;
    confusions.set(key, one);
  }
  const missed = ({ truths, right }: CharacterRow) => truths - right;
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return {
    characters: [...characters.values()]
      .toSorted((a, b) => missed(b) - missed(a) || b.truths - a.truths || byName(a.character, b.character))
      .slice(0, most),
    confusions: [...confusions.values()]
      .toSorted((a, b) => b.count - a.count || byName(a.truth + a.read, b.truth + b.read))
      .slice(0, most),
  };
}

/** How good readings are; null without any. */
function readingFigures(pairs: readonly Pair[]): Pick<TextFigures, 'wordAccuracy' | 'oneMinusNed' | 'charAccuracy'> {
  let [right, near, errors, characters] = [0, 0, 0, 0];
  for (const { truth, read } of pairs) {
    const apart = textDistance(truth, read);
    if (truth === read) right++;
    near += 1 - apart / Math.max(lengthOf(truth), lengthOf(read), 1);
    errors += apart;
    characters += lengthOf(truth);
  }
  if (pairs.length === 0) return { wordAccuracy: null, oneMinusNed: null, charAccuracy: null };
  return {
    wordAccuracy: right / pairs.length,
    oneMinusNed: near / pairs.length,
    charAccuracy: Math.max(0, 1 - errors / Math.max(characters, 1)),
  };
}

/** Counts of a test, and the pairs that were read. */
type Tally = { found: number; hits: number; typedFound: number; reads: boolean; finds: boolean; pairs: Pair[] };

function addImage(tally: Tally, row: TextImageRow, ignoreCase: boolean): TextCounts {
  const { imageId, truths, found, isWhole } = row;
  const outcomes: TextOutcome[] = matchTexts(truths, found, isWhole);
  const counts = { imageId, tp: 0, misread: 0, fp: 0, fn: 0 };
  const hit = new Set<number>();
  outcomes.forEach((outcome, i) => {
    const { text } = found[i]!;
    if (text !== null) tally.reads = true;
    if (!isWhole) tally.finds = true;
    if (outcome === 'ignored') return;
    tally.found++;
    if (outcome === 'false') {
      tally.typedFound++;
      counts.fp++;
      return;
    }
    hit.add(outcome);
    tally.hits++;
    const typed = truths[outcome]!.text;
    if (typed === null || text === null) {
      counts.tp++;
      return;
    }
    tally.typedFound++;
    const pair = { truth: comparedText(typed, ignoreCase), read: comparedText(text, ignoreCase) };
    tally.pairs.push(pair);
    if (pair.truth === pair.read) counts.tp++;
    else counts.misread++;
  });
  counts.fn = truths.filter(({ ignore }, t) => !ignore && !hit.has(t)).length;
  return counts;
}

/** Figures over all images at IoU 0.5, and the counts of each. `most`: rows of each list. */
export function textFigures(
  rows: readonly TextImageRow[],
  { ignoreCase, most }: { ignoreCase: boolean; most: number },
): { figures: TextFigures; images: TextCounts[] } {
  const tally: Tally = { found: 0, hits: 0, typedFound: 0, reads: false, finds: false, pairs: [] };
  const images = rows.map((row) => addImage(tally, row, ignoreCase));
  const real = rows.flatMap(({ truths }) => truths.filter(({ ignore }) => !ignore));
  const typed = real.filter(({ text }) => text !== null).length;
  const onlyReads = !tally.finds && rows.some(({ isWhole }) => isWhole);
  const [precision, recall] = onlyReads
    ? [null, null]
    : [share(tally.hits, tally.found), share(tally.hits, real.length)];
  const right = tally.pairs.filter(({ truth, read }) => truth === read).length;
  const hmean = harmonic(precision ?? (onlyReads ? null : real.length > 0 ? 0 : null), recall);
  const isRead = tally.reads && typed > 0;
  return {
    figures: {
      truths: real.length,
      typed,
      found: tally.found,
      precision,
      recall,
      hmean,
      ...readingFigures(tally.pairs),
      endToEnd: isRead ? harmonic(share(right, tally.typedFound) ?? 0, share(right, typed)) : null,
      byLength: byLength(tally.pairs, most),
      ...byCharacter(tally.pairs, most),
    },
    images,
  };
}
