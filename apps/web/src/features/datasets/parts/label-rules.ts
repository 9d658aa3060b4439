/** Rules for the label rows of a new data set. */
import { limits, patterns, type LabelDraft } from '@loupe/contract';

export type DraftFault = 'incomplete' | 'invalid' | 'twice';

/** Rows without a name are left out; null when the others are fit to be sent. */
export const draftFault = (drafts: readonly LabelDraft[]): DraftFault | null => {
  const named = drafts.map((d) => ({ name: d.name.trim(), color: d.color })).filter((d) => d.name !== '');
  if (named.some((d) => !patterns.color.test(d.color))) return 'incomplete';
  if (named.some((d) => d.name.length > limits.nameShort || !patterns.name.test(d.name))) return 'invalid';
  const names = named.map((d) => d.name.toLowerCase());
  return new Set(names).size === names.length ? null : 'twice';
};

export const namedDrafts = (drafts: readonly LabelDraft[]): LabelDraft[] =>
  drafts.map(({ name, color }) => ({ name: name.trim(), color })).filter((d) => d.name !== '');
