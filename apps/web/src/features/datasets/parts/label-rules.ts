/** Rules for the label rows of a new data set. */
import { patterns, type LabelDraft } from '@loupe/contract';
import { nameFault, shortName, type NameFault } from '../../../ui/name-rule.ts';

export type DraftFault = 'incomplete' | 'invalid' | 'twice';

/** The first name that is not allowed, with the reason. */
export const wrongDraft = (drafts: readonly LabelDraft[]): { name: string; why: NameFault } | null => {
  for (const { name } of drafts) {
    const why = nameFault(name, shortName);
    if (why && why.why !== 'missing') return { name: name.trim(), why };
  }
  return null;
};

/** Rows without a name are left out; null when the others are fit to be sent. */
export const draftFault = (drafts: readonly LabelDraft[]): DraftFault | null => {
  const named = drafts.map((d) => ({ name: d.name.trim(), color: d.color })).filter((d) => d.name !== '');
  if (named.some((d) => !patterns.color.test(d.color))) return 'incomplete';
  if (wrongDraft(named)) return 'invalid';
  const names = named.map((d) => d.name.toLowerCase());
  return new Set(names).size === names.length ? null : 'twice';
};

/** Which rows `draftFault` means. */
export const faultyRows = (drafts: readonly LabelDraft[]): ReadonlySet<number> => {
  const folded = drafts.map(({ name }) => name.trim().toLowerCase());
  const isFaulty = ({ name, color }: LabelDraft, at: number) =>
    folded[at] !== '' &&
    (!patterns.color.test(color) || nameFault(name, shortName) !== null || folded.indexOf(folded[at]!) < at);
  return new Set(drafts.flatMap((draft, at) => (isFaulty(draft, at) ? [at] : [])));
};

export const namedDrafts = (drafts: readonly LabelDraft[]): LabelDraft[] =>
  drafts.map(({ name, color }) => ({ name: name.trim(), color })).filter((d) => d.name !== '');
