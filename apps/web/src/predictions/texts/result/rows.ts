/** Texts of a test one by one: what was there beside what was read, and what became of it. Pure. */
import type { TextTable } from '@loupe/contract';
import { readingQuad } from '@loupe/geometry';
import { alignTexts, comparedText, matchTexts, type AlignedPair } from '@loupe/metrics';

export const outcomes = ['misread', 'missed', 'false', 'untyped', 'right'] as const;
export type TextOutcomeName = (typeof outcomes)[number];
export type TextFilter = 'all' | 'wrong' | TextOutcomeName;

export interface TextRow {
  /** Place of its image in the table. */
  image: number;
  outcome: TextOutcomeName;
  /** Null: there is none, or it was not typed. */
  truth: string | null;
  /** Null: nothing was found, or it was not read. */
  read: string | null;
  score: number | null;
  /** Corners in reading order: as it was found, else as it is annotated. */
  quad: number[];
}

type TableImage = TextTable['images'][number];

/** Corners of an outline in reading order; of four they are those that were drawn. */
const cornersOf = (ring: readonly number[]): number[] => (ring.length === 8 ? [...ring] : readingQuad(ring));

function rowsOfImage({ truths, items, isWhole }: TableImage, image: number, ignoreCase: boolean): TextRow[] {
  const matched = matchTexts(truths, items, isWhole);
  const hit = new Set(matched.filter((one) => typeof one === 'number'));
  const found = items.flatMap(({ text, textScore, score, quad }, i): TextRow[] => {
    const to = matched[i]!;
    if (to === 'ignored') return [];
    const common = { image, read: text, score: textScore ?? score, quad };
    if (to === 'false') return [{ ...common, outcome: 'false', truth: null }];
    const truth = truths[to]!.text;
    return [{ ...common, truth, outcome: outcomeOf(truth, text, ignoreCase) }];
  });
  const missed = truths.flatMap(({ ring, text, ignore }, t): TextRow[] =>
    ignore || hit.has(t)
      ? []
      : [{ image, outcome: 'missed', truth: text, read: null, score: null, quad: cornersOf(ring) }],
  );
  return [...found, ...missed];
}

function outcomeOf(truth: string | null, read: string | null, ignoreCase: boolean): TextOutcomeName {
  if (read === null) return 'right';
  if (truth === null) return 'untyped';
  return comparedText(truth, ignoreCase) === comparedText(read, ignoreCase) ? 'right' : 'misread';
}

export const textRows = ({ images }: Pick<TextTable, 'images'>, ignoreCase: boolean): TextRow[] =>
  images.flatMap((image, i) => rowsOfImage(image, i, ignoreCase));

/** Those of a filter; wrong ones first, and of equal ones the surest: what is wrong and sure is the worst. */
export function listRows(rows: readonly TextRow[], show: TextFilter, sort: 'worst' | 'place'): TextRow[] {
  const shown = rows.filter(
    ({ outcome }) =>
      show === 'all' || outcome === show || (show === 'wrong' && outcome !== 'right' && outcome !== 'untyped'),
  );
  if (sort === 'place') return shown;
  return shown.toSorted(
    (a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) || (b.score ?? 0) - (a.score ?? 0),
  );
}

export function countRows(rows: readonly TextRow[]): Record<TextFilter, number> {
  const counts = { all: rows.length, wrong: 0, misread: 0, missed: 0, false: 0, untyped: 0, right: 0 };
  for (const { outcome } of rows) {
    counts[outcome]++;
    if (outcome !== 'right' && outcome !== 'untyped') counts.wrong++;
  }
  return counts;
}

/** Both texts character by character; null where there is nothing to compare. */
export const pairsOf = ({ truth, read }: TextRow): AlignedPair[] | null =>
  truth === null || read === null ? null : alignTexts(truth, read);
