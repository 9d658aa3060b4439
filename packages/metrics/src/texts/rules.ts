// What rules make of the texts on an image: one pure function for server and browser.

import { comparedText } from './compare.ts';
import { dateIn, isGtin, isLuhn, isVin } from './checks.ts';
import { fitsPattern } from './patterns.ts';

type Which = { readonly which: 'any' | 'all' };
/** As the contract has it (`TextRule`). */
export type RuleOfTexts =
  | (Which & { readonly type: 'matches'; readonly pattern: string })
  | (Which & { readonly type: 'list'; readonly values: readonly string[] })
  | (Which & { readonly type: 'checkDigit'; readonly scheme: 'gtin' | 'vin' | 'luhn' })
  | (Which & {
      readonly type: 'equals';
      readonly to:
        { readonly by: 'value'; readonly value: string } | { readonly by: 'field'; readonly field: 'expected' };
    })
  | (Which & {
      readonly type: 'date';
      readonly format: string;
      readonly daysBefore: number;
      readonly daysAfter: number;
    })
  | { readonly type: 'count'; readonly min: number; readonly max: number };

export type ReadText = { readonly text: string | null; readonly textScore: number | null };
export type RulesInput = {
  readonly texts: readonly ReadText[];
  readonly rules: readonly RuleOfTexts[];
  /** A text that scores lower is for a person to look at. */
  readonly textScore: number;
  readonly ignoreCase: boolean;
  /** Given with the request; null: nothing was given. */
  readonly expected: string | null;
  /** The day of judging, as `dayNumber` gives it. */
  readonly today: number;
};

/** Whether anything was read; spaces alone are no text. */
export const isRead = <T extends { readonly text: string | null }>(one: T): one is T & { text: string } =>
  one.text !== null && comparedText(one.text, false) !== '';

/** Why an image is not OK: the rule by its index (null: no rule), what about it, and the text that it is about. */
export type TextReason = {
  readonly code: 'noText' | 'unread' | 'unsure' | 'notGiven' | 'count' | RuleOfTexts['type'];
  readonly rule: number | null;
  /** Of rules on each text the one that breaks it; null where none of several fits. */
  readonly text: string | null;
  /** Texts on the image; for `unread` the regions in which nothing was read. */
  readonly count: number;
};
export type TextVerdict = { readonly verdict: 'OK' | 'review' | 'NG'; readonly reasons: readonly TextReason[] };

type OfTexts = Exclude<RuleOfTexts, { type: 'count' }>;

/** Whether a text is as the rule wants it; what the rule asks for is put into the form that is compared once. */
function fitting(rule: OfTexts, input: RulesInput): (text: string) => boolean {
  const same = (one: string): string => comparedText(one, input.ignoreCase);
  switch (rule.type) {
    case 'matches':
      return (text) => fitsPattern(rule.pattern, input.ignoreCase, comparedText(text, false));
    case 'list': {
      const wanted = new Set(rule.values.map(same));
      return (text) => wanted.has(same(text));
    }
    case 'checkDigit': {
      const isRight = { gtin: isGtin, vin: isVin, luhn: isLuhn }[rule.scheme];
      return (text) => isRight(comparedText(text, false).replaceAll(' ', ''));
    }
    case 'equals': {
      const value = rule.to.by === 'value' ? rule.to.value : input.expected;
      const wanted = value === null ? null : same(value);
      return (text) => wanted === same(text);
    }
    case 'date': {
      const format = comparedText(rule.format, false);
      return (text) => {
        const day = dateIn(comparedText(text, false), format, input.ignoreCase);
        return day !== null && day >= input.today - rule.daysBefore && day <= input.today + rule.daysAfter;
      };
    }
  }
}

const isAsked = (rule: RuleOfTexts): boolean => rule.type === 'equals' && rule.to.by === 'field';

const isOfAny = (rules: readonly RuleOfTexts[], index: number | null): boolean => {
  const rule = index === null ? undefined : rules[index];
  return rule !== undefined && rule.type !== 'count' && rule.which === 'any';
};

const reasonOf = (code: TextReason['code'], rule: number | null, text: string | null, count: number): TextReason => ({
  code,
  rule,
  text,
  count,
});

function brokenBy(rule: OfTexts, index: number, texts: readonly string[], input: RulesInput): TextReason | null {
  const reason = (code: TextReason['code'], text: string | null) => reasonOf(code, index, text, texts.length);
  if (isAsked(rule) && input.expected === null) return reason('notGiven', null);
  const fits = fitting(rule, input);
  if (rule.which === 'any') {
    if (texts.some(fits)) return null;
    return reason(rule.type, texts.length === 1 ? texts[0]! : null);
  }
  const wrong = texts.find((text) => !fits(text));
  return wrong === undefined ? null : reason(rule.type, wrong);
}

/**
 * A broken rule makes an image NG; one without a text, or on which nothing was read, is NG unless a rule allows for none; a
 * region in which nothing was read, a text that is not sure, or whose wanted value was not given, is for a person; else it is
 * OK. Rules on texts are for those that were read; to their number each region counts, read or not. Where one text of several
 * is to fit, it may be one that was not read: then that is for a person too.
 */
export function judgeTexts(input: RulesInput): TextVerdict {
  const known = input.texts.filter(({ text }) => text !== null);
  // a region in which nothing is read is no text that a rule could be about: what stands there a person has to see
  const read = known.filter(isRead);
  const texts = read.map(({ text }) => text);
  const unread = known.length - read.length;
  const count = input.texts.length;
  const mayBeNone = input.rules.some((rule) => rule.type === 'count' && rule.min === 0);
  if (unread === count && !mayBeNone) {
    return { verdict: 'NG', reasons: [{ code: 'noText', rule: null, text: null, count }] };
  }
  // of a model that only finds nothing but their number is known
  const areRead = known.length > 0 || count === 0;
  const reasons = input.rules.flatMap((rule, i) => {
    if (rule.type === 'count') return count < rule.min || count > rule.max ? [reasonOf('count', i, null, count)] : [];
    return areRead ? (brokenBy(rule, i, texts, input) ?? []) : [];
  });
  const broken = reasons.filter(({ code }) => code !== 'notGiven');
  const isNg = broken.some(({ rule }) => unread === 0 || !isOfAny(input.rules, rule));
  const doubts = [
    ...read
      .filter(({ textScore }) => (textScore ?? 0) < input.textScore)
      .map(({ text }) => reasonOf('unsure', null, text, count)),
    ...(unread > 0 ? [reasonOf('unread', null, null, unread)] : []),
  ];
  if (isNg) return { verdict: 'NG', reasons: [...broken, ...doubts] };
  const open = [...reasons, ...doubts];
  return { verdict: open.length > 0 ? 'review' : 'OK', reasons: open };
}
