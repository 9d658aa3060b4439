/** Names while they are typed: what becomes an underscore by itself, and what is wrong with one, in words. */
import { characterCount, cutText, limits, patterns } from '@loupe/contract';
import i18next from 'i18next';

/** `folder`: a hyphen is allowed too. */
export type NameKind = 'name' | 'folder';
export interface NameRule {
  kind: NameKind;
  max: number;
}
export const longName: NameRule = { kind: 'name', max: limits.nameLong };
export const shortName: NameRule = { kind: 'name', max: limits.nameShort };
export const folderName: NameRule = { kind: 'folder', max: limits.nameShort };

const patternOf = (kind: NameKind): RegExp => (kind === 'folder' ? patterns.folderName : patterns.name);

/** Spaces and hyphens that the rule forbids become underscores, one for one, so that the cursor stays where it is. */
export const typedName = (text: string, kind: NameKind): string => {
  const spaced = text.replaceAll(/\s/g, '_');
  return spaced.replaceAll(/[\u2010-\u2015\u2212\uff0d-]/g, kind === 'folder' ? '-' : '_');
};

/** Spaces at the ends of what is pasted are not meant. */
export const pastedName = (text: string, kind: NameKind): string => typedName(text.trim(), kind);

export type NameFault = { why: 'missing' } | { why: 'characters'; which: string } | { why: 'long'; count: number };

/** As the server reads it: trimmed, in NFC. */
export const nameFault = (text: string, { kind, max }: NameRule): NameFault | null => {
  const name = text.trim().normalize('NFC');
  if (name === '') return { why: 'missing' };
  const wrong = new Set([...name].filter((character) => !patternOf(kind).test(character)));
  if (wrong.size > 0) return { why: 'characters', which: [...wrong].slice(0, 10).join(' ') };
  const count = characterCount(name);
  return count > max ? { why: 'long', count } : null;
};

/** Numbered where one of them has the name. */
export function freeName(name: string, others: readonly { name: string }[], { max }: Pick<NameRule, 'max'>): string {
  const taken = new Set(others.map((one) => one.name.toLowerCase()));
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${cutText(name, max - `_${n}`.length)}_${n}`;
  return free;
}

export const nameRuleText = ({ kind, max }: NameRule): string =>
  i18next.t(kind === 'folder' ? 'ui.folderRule' : 'ui.nameRule', { max });

export const nameFaultText = (fault: NameFault, { max }: NameRule): string => {
  if (fault.why === 'missing') return i18next.t('ui.required');
  if (fault.why === 'long') return i18next.t('ui.nameLong', { max, count: fault.count });
  return i18next.t('ui.nameCharacters', { which: fault.which });
};
