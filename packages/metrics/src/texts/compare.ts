// What readings are compared by, and where they differ. The engine has the same in `recipes/text/rec_metrics.py`; both are
// held to `packages/contract/fixtures/text-compare.json`.

/** A text as it is compared: in compatibility form (Unicode NFKC), without spaces around it, perhaps case-free. */
export function comparedText(text: string, ignoreCase: boolean): string {
  const folded = text.normalize('NFKC').replace(/^ +| +$/g, '');
  return ignoreCase ? folded.toLowerCase() : folded;
}

/** Characters (code points) to insert, drop or change to make one of the other: Levenshtein, 1966. */
export function textDistance(a: string, b: string): number {
  const [one, other] = [[...a], [...b]];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  one.forEach((character, i) => {
    const next = [i + 1];
    other.forEach((against, j) => {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (character === against ? 0 : 1)));
    });
    row = next;
  });
  return row[other.length]!;
}

/** A character of the truth beside what was read in its place; '' where there is none. */
export type AlignedPair = readonly [truth: string, read: string];

/** The characters of both texts side by side, with as few differences as there are. */
export function alignTexts(truth: string, read: string): AlignedPair[] {
  const [a, b] = [[...truth], [...read]];
  const costs = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  a.forEach((character, i) => {
    const next = [i + 1];
    b.forEach((against, j) => {
      const changed = costs[i]![j]! + (character === against ? 0 : 1);
      next.push(Math.min(changed, costs[i]![j + 1]! + 1, next[j]! + 1));
    });
    costs.push(next);
  });
  const pairs: AlignedPair[] = [];
  let [i, j] = [a.length, b.length];
  while (i > 0 || j > 0) {
    const here = costs[i]![j]!;
    if (i > 0 && j > 0 && here === costs[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)) {
      pairs.push([a[--i]!, b[--j]!]);
    } else if (i > 0 && here === costs[i - 1]![j]! + 1) pairs.push([a[--i]!, '']);
    else pairs.push(['', b[--j]!]);
  }
  return pairs.reverse();
}
