/** Labels for the categories of a COCO file: those of the same name, else new ones; impossible names are mapped. */
import { cutText, limits, Name30, type Label, type LabelDraft, type Problem } from '@loupe/contract';
import { AppError } from '../../core/errors.ts';
import { withSuffix } from '../bin/index.ts';
import { colorAt, problem } from '../datasets/index.ts';
import type { CocoCategory } from './coco-read.ts';

const isName = (text: string): boolean => Name30.safeParse(text).success;

/** What cannot be in a label's name becomes an underscore. */
const mapped = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .trim()
    .replace(/[^\p{Script=Han}A-Za-z0-9_]+/gu, '_');
  return cutText(plain, limits.nameShort) || '_';
};

/** The first of name, name_2, name_3 … that no other category has. */
function unclaimed(candidate: string, claimed: ReadonlySet<string>): string {
  if (!claimed.has(candidate.toLowerCase())) return candidate;
  for (let n = 2; ; n++) {
    const next = withSuffix(candidate, n, limits.nameShort);
    if (!claimed.has(next.toLowerCase())) return next;
  }
}

export interface LabelPlan {
  /** Label name of each category id. */
  names: Map<number, string>;
  missing: LabelDraft[];
}

export function planLabels(
  categories: readonly CocoCategory[],
  there: readonly Label[],
  problems: Problem[],
): LabelPlan {
  const names = new Map<number, string>();
  // names that are right come first, so that a mapped one never takes theirs
  const right = categories.filter(({ name }) => isName(name));
  for (const { id, name } of right) names.set(id, name.trim());
  const claimed = new Set([...names.values()].map((name) => name.toLowerCase()));
  const wrong = categories.filter(({ name }) => !isName(name));
  // each would become a label of its own: refused before names are looked for, which takes long for very many
  if (wrong.length > limits.labelsPerDataset)
    throw new AppError('label.tooMany', { args: { max: limits.labelsPerDataset } });
  for (const { id, name } of wrong) {
    const label = unclaimed(mapped(name), claimed);
    claimed.add(label.toLowerCase());
    names.set(id, label);
    problems.push(problem(cutText(name, 100), 'coco.badLabel', { name: cutText(name, 100), label }));
  }
  const known = new Set(there.map((label) => label.name.toLowerCase()));
  const missing: LabelDraft[] = [];
  for (const name of names.values()) {
    if (known.has(name.toLowerCase())) continue;
    known.add(name.toLowerCase());
    missing.push({ name, color: colorAt(there.length + missing.length) });
  }
  return { names, missing };
}
