/**
 * What a person asks of the texts on an image, without code. Rules that hold make an image OK, a broken one makes it NG. They
 * are about texts that were read: a region in which nothing was read is for a person, and only counts as one of their number.
 */
import { z } from 'zod';
import { Count, inOneLine, legible, withoutUnseen } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import type { MessageKey } from '../core/messages.ts';

const wellFormed = (text: string): boolean => text.isWellFormed();
const Value = z.string().min(1).max(limits.textValue).refine(wellFormed);
/** Whether one of the texts has to fit, or each of them. */
const which = z.enum(['any', 'all']);
const Days = z.int().min(-limits.textDays).max(limits.textDays);
const Texts = z.int().min(0).max(limits.predictionMax);

export const CheckDigit = z.enum(['gtin', 'vin', 'luhn']);
export type CheckDigit = z.infer<typeof CheckDigit>;

/** Parts of a date, by the letters of a format. */
const dateParts = /YYYY|YY|MM|M|DD|D/g;
/** Words beside a date, such as EXP, stand in quotes. */
const quoted = /['‘’][^'‘’]*['‘’]/g;

/** A format names a year and a month once each, and a day at most once; all else stands in the text as it is. */
export function isDateFormat(format: string): boolean {
  const bare = format.replaceAll(quoted, ' ');
  if (/[A-Za-z0-9]/.test(bare.replaceAll(dateParts, ' '))) return false;
  const letters = (bare.match(dateParts) ?? [])
    .map((part) => part[0])
    .toSorted()
    .join('');
  return letters === 'MY' || letters === 'DMY';
}
const DateFormat = z
  .string()
  .max(40)
  .refine(isDateFormat, { message: 'input.dateFormat' satisfies MessageKey });

const List = z.strictObject({ type: z.literal('list'), which, values: z.array(Value).min(1).max(limits.textValues) });
const others = [
  z.strictObject({
    type: z.literal('matches'),
    which,
    pattern: z
      .string()
      .min(1)
      .max(limits.textPattern)
      .refine(wellFormed)
      .describe('Regular expression in RE2 syntax that the whole text matches'),
  }),
  z.strictObject({ type: z.literal('checkDigit'), which, scheme: CheckDigit }),
  z.strictObject({
    type: z.literal('equals'),
    which,
    to: z
      .discriminatedUnion('by', [
        z.strictObject({ by: z.literal('value'), value: Value }),
        z.strictObject({ by: z.literal('field'), field: z.literal('expected') }),
      ])
      .describe('A given value, or the field `expected` of an online request'),
  }),
  z
    .strictObject({
      type: z.literal('date'),
      which,
      format: DateFormat.describe('Such as YYYY-MM-DD, DD.MM.YY or MM/YYYY; without a day: the last one of the month'),
      daysBefore: Days.describe(
        'The date is at most so many days before the day of judging; negative: at least so many after it',
      ),
      daysAfter: Days.describe('The date is at most so many days after the day of judging'),
    })
    .refine(({ daysBefore, daysAfter }) => daysAfter >= -daysBefore, {
      path: ['daysAfter'],
      message: 'input.daysOrder' satisfies MessageKey,
    }),
  z
    .strictObject({ type: z.literal('count'), min: Texts, max: Texts })
    .refine(({ min, max }) => max >= min, { path: ['max'], message: 'train.pairOrder' satisfies MessageKey })
    .describe('Number of text regions that were found, also of those in which nothing was read'),
] as const;
export const TextRule = z.discriminatedUnion('type', [List, ...others]);
export type TextRule = z.infer<typeof TextRule>;

/** As answers and records say it: each would else carry all values of long lists. */
export const AnsweredTextRule = z.discriminatedUnion('type', [
  List.extend({
    values: z.array(Value).max(limits.textValues),
    more: Count.optional().describe('So many further values of a long list are left out here'),
  }),
  ...others,
]);
export type AnsweredTextRule = z.infer<typeof AnsweredTextRule>;

/** Of the values of all lists the first ones, `limits.textValuesAnswered` characters in all. */
export function answeredTextRules(rules: readonly AnsweredTextRule[]): AnsweredTextRule[] {
  let room: number = limits.textValuesAnswered;
  return rules.map((rule) => {
    if (rule.type !== 'list') return rule;
    const tooFar = rule.values.findIndex((value) => (room -= value.length) < 0);
    if (tooFar === -1) return rule;
    room = 0;
    const more = rule.values.length - tooFar + (rule.more ?? 0);
    return { ...rule, values: rule.values.slice(0, tooFar), more };
  });
}

const folded = (text: string): string => text.normalize('NFKC');
const isBlank = (text: string): boolean => folded(text).trim() === '';

/** No reading has what nobody sees, such as a mark that came with a copied list: what holds it would never fit. */
function withoutUnseenMarks(rule: TextRule): TextRule {
  const line = (text: string): string => inOneLine(legible(text));
  if (rule.type === 'matches') return { ...rule, pattern: withoutUnseen(legible(rule.pattern)) };
  if (rule.type === 'list') return { ...rule, values: rule.values.map(line) };
  if (rule.type === 'date') return { ...rule, format: line(rule.format) };
  if (rule.type !== 'equals' || rule.to.by !== 'value') return rule;
  return { ...rule, to: { ...rule.to, value: line(rule.to.value) } };
}

/**
 * A rule as it is set: what is compared is folded and without spaces around it, so a blank value fits nothing, and a format is
 * read as it is then. One that is stored judges as ever.
 */
export const NewTextRule = TextRule.overwrite(withoutUnseenMarks).superRefine((rule, context) => {
  const refuseBlank = (text: string, path: PropertyKey[]): void => {
    if (!isBlank(text)) return;
    context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: text, path });
  };
  if (rule.type === 'matches') refuseBlank(rule.pattern, ['pattern']);
  if (rule.type === 'list') rule.values.forEach((value, i) => refuseBlank(value, ['values', i]));
  if (rule.type === 'equals' && rule.to.by === 'value') refuseBlank(rule.to.value, ['to', 'value']);
  if (rule.type === 'date' && !isDateFormat(folded(rule.format))) {
    context.addIssue({ code: 'custom', message: 'input.dateFormat' satisfies MessageKey, path: ['format'] });
  }
});
