/** The verdict on the texts of an image by the rules that a person set, and its reasons in words. */
import { messageWords, type MessageKey, type TextThresholds, type Texts, type Words } from '@loupe/contract';
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
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

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

/** A reason in both languages. */
export function reasonWords(reason: TextReason, thresholds: TextThresholds, expected: string | undefined): Words {
  const { code, rule, text, count } = reason;
  const isAboutOne = text !== null && ['matches', 'list', 'checkDigit', 'equals', 'date'].includes(code);
  const key = `texts.reason.${code}${isAboutOne ? 'One' : ''}` as MessageKey;
  return messageWords(key, { wanted: wantedBy(thresholds, rule, expected), text: shown(text ?? ''), count });
}
