/** The verdict on the texts of an image by the rules that a person set, and its reasons in words. */
import {
  characterCount,
  cutText,
  messageWords,
  type MessageKey,
  type TextThresholds,
  type Texts,
  type Words,
} from '@loupe/contract';
import { dayNumber, judgeTexts, type TextReason, type TextVerdict } from '@loupe/metrics';
import type { Given } from '../type.ts';
import { textsAt } from './found.ts';

/** The day by this server's clock and zone: that of the line. */
const today = (at: Date): number => dayNumber(at.getFullYear(), at.getMonth() + 1, at.getDate());

export const verdictOfTexts = (
  { items }: Texts,
  thresholds: TextThresholds,
  { expected, at = new Date() }: Given,
): TextVerdict =>
  judgeTexts({
    texts: textsAt(items, thresholds),
    rules: thresholds.rules,
    textScore: thresholds.textScore,
    ignoreCase: thresholds.ignoreCase === true,
    expected: expected ?? null,
    today: today(at),
  });

/** A text that is shown within a sentence. */
const shown = (text: string): string => (characterCount(text) > 60 ? `${cutText(text, 60)}…` : text);

/** A name, and two abbreviations. */
const schemes = { gtin: 'GTIN', vin: 'VIN', luhn: 'Luhn' } as const;

/** Of a rule what it asks for, as it stands in its sentence. */
function wantedBy({ rules }: TextThresholds, index: number | null, expected: string | undefined): string {
  const rule = index === null ? undefined : rules[index];
  switch (rule?.type) {
    case 'matches':
      return shown(rule.pattern);
    case 'checkDigit':
      return schemes[rule.scheme];
    case 'equals':
      return shown(rule.to.by === 'value' ? rule.to.value : (expected ?? ''));
    case 'date':
      return rule.format;
    case 'count':
      return rule.min === rule.max ? String(rule.min) : `${rule.min}–${rule.max}`;
    default:
      return '';
  }
}

const ofTexts: readonly TextReason['code'][] = ['matches', 'list', 'checkDigit', 'equals', 'date'];

/** A reason in both languages. */
function wordsOf(reason: TextReason, thresholds: TextThresholds, expected: string | undefined): Words {
  const { code, rule, text, count } = reason;
  const isAboutOne = text !== null && ofTexts.includes(code);
  const key = `texts.reason.${code}${isAboutOne ? 'One' : ''}` as MessageKey;
  return messageWords(key, { wanted: wantedBy(thresholds, rule, expected), text: shown(text ?? ''), count });
}

/** Reasons of a verdict in both languages, in their order. */
export function reasonWords(
  { verdict, reasons }: TextVerdict,
  thresholds: TextThresholds,
  expected: string | undefined,
): Words[] {
  // a rule that is not kept and leads to no NG may be kept by what was not read
  const isOpen = verdict === 'review' && reasons.some(({ code }) => ofTexts.includes(code));
  return reasons.map((reason) =>
    reason.code === 'unread' && isOpen
      ? messageWords('texts.reason.unreadMayFit', { count: reason.count })
      : wordsOf(reason, thresholds, expected),
  );
}
