/** Rules on texts in words, new ones as they begin, and what is wrong with one while it is filled in. Pure. */
import { isDateFormat, messageText, type AnsweredTextRule, type TextRule } from '@loupe/contract';
import { comparedText, isUnclearDate, patternFault, type PatternFault } from '@loupe/metrics';
import type { TFunction } from 'i18next';
import { currentLocale } from '../../core/i18n.ts';

export type RuleType = TextRule['type'];
export const ruleTypes: readonly RuleType[] = ['matches', 'list', 'checkDigit', 'equals', 'date', 'count'];

/** Such as a date in the words of a person: what has to hold of the texts. */
export function ruleWords(rule: AnsweredTextRule, t: TFunction): string {
  if (rule.type === 'count') {
    const { min, max } = rule;
    return min === max ? t('texts.words.countOf', { n: min }) : t('texts.words.count', { min, max });
  }
  const which = t(rule.which === 'all' ? 'texts.words.all' : 'texts.words.any');
  return t('texts.words.whole', { which, what: whatWords(rule, t) });
}

function whatWords(rule: Exclude<AnsweredTextRule, { type: 'count' }>, t: TFunction): string {
  switch (rule.type) {
    case 'matches':
      return t('texts.words.matches', { pattern: rule.pattern });
    case 'list':
      return t('texts.words.list', { count: rule.values.length + (rule.more ?? 0) });
    case 'checkDigit':
      return t('texts.words.checkDigit', { scheme: t(`texts.schemes.${rule.scheme}`) });
    case 'equals':
      return rule.to.by === 'value' ? t('texts.words.equals', { value: rule.to.value }) : t('texts.words.equalsField');
    case 'date':
      return t('texts.words.date', { format: rule.format, before: rule.daysBefore, after: rule.daysAfter });
  }
}

const begun: { readonly [T in RuleType]: Extract<TextRule, { type: T }> } = {
  matches: { type: 'matches', which: 'any', pattern: '' },
  list: { type: 'list', which: 'any', values: [] },
  checkDigit: { type: 'checkDigit', which: 'any', scheme: 'gtin' },
  equals: { type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } },
  date: { type: 'date', which: 'any', format: 'YYYY-MM-DD', daysBefore: 0, daysAfter: 365 },
  count: { type: 'count', min: 1, max: 1 },
};
/** As a person begins to fill it in; a pattern and a list are still empty. */
export const newRule = (type: RuleType): TextRule => begun[type];

const isBlank = (text: string): boolean => comparedText(text, false) === '';

function dateFault(format: string): 'empty' | 'format' | 'unclear' | null {
  const read = comparedText(format, false);
  if (read === '') return 'empty';
  return !isDateFormat(read) ? 'format' : isUnclearDate(read) ? 'unclear' : null;
}

/** What keeps a rule from being saved: it is still empty, its pattern cannot be read or is too large, or its date is none or could be two. */
export function ruleFault(rule: TextRule): 'empty' | 'pattern' | 'large' | 'format' | 'unclear' | null {
  if (rule.type === 'matches') return isBlank(rule.pattern) ? 'empty' : (patternFault(rule.pattern)?.kind ?? null);
  if (rule.type === 'date') return dateFault(rule.format);
  if (rule.type === 'list') return rule.values.length === 0 || rule.values.some(isBlank) ? 'empty' : null;
  if (rule.type === 'equals') return rule.to.by === 'value' && isBlank(rule.to.value) ? 'empty' : null;
  return null;
}

/** What is wrong with a regular expression, where, and what to do. */
export const patternWords = (fault: PatternFault, t: TFunction): string =>
  fault.kind === 'large'
    ? t('texts.faults.large')
    : t('texts.faults.pattern', { what: messageText(`pattern.why.${fault.what}`, currentLocale(), { at: fault.at }) });

/** `ruleFault` in words; null where nothing is wrong. */
export function ruleFaultWords(rule: TextRule, t: TFunction): string | null {
  const fault = ruleFault(rule);
  const ofPattern = fault === 'pattern' && rule.type === 'matches' ? patternFault(rule.pattern) : null;
  return ofPattern ? patternWords(ofPattern, t) : fault && t(`texts.faults.${fault}`);
}
