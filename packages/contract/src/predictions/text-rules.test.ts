/** Rules for texts: what they take, and what is refused before anybody is judged by them. */
import { expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { AnsweredTextThresholds, TextThresholds } from './texts.ts';
import { answeredTextRules, NewTextRule, TextRule } from './text-rules.ts';

it.each([
  { type: 'matches', which: 'all', pattern: 'LOT[0-9]{6}' },
  { type: 'list', which: 'any', values: ['合格', 'A1'] },
  { type: 'checkDigit', which: 'any', scheme: 'vin' },
  { type: 'equals', which: 'any', to: { by: 'value', value: 'X9' } },
  { type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } },
  { type: 'date', which: 'any', format: 'YYYY-MM-DD', daysBefore: 0, daysAfter: 700 },
  { type: 'date', which: 'any', format: 'MM/YYYY', daysBefore: -30, daysAfter: 700 },
  { type: 'date', which: 'any', format: 'YYYY年MM月DD日', daysBefore: 0, daysAfter: 0 },
  { type: 'date', which: 'any', format: 'YYMMDD', daysBefore: 0, daysAfter: 0 },
  { type: 'date', which: 'any', format: 'D. M. YY', daysBefore: 0, daysAfter: 0 },
  { type: 'count', min: 1, max: 1 },
])('takes %j', (rule) => {
  expect(TextRule.safeParse(rule).error).toBeUndefined();
});

const refused: readonly (readonly [rule: object, message?: string])[] = [
  [{ type: 'matches', which: 'all', pattern: 'x'.repeat(201) }],
  [{ type: 'matches', which: 'some', pattern: 'x' }],
  [{ type: 'list', which: 'any', values: [] }],
  [{ type: 'list', which: 'any', values: [''] }],
  [{ type: 'checkDigit', which: 'any', scheme: 'isbn' }],
  [{ type: 'equals', which: 'any', to: { by: 'field', field: 'file' } }],
  [{ type: 'count', min: 2, max: 1 }, 'train.pairOrder'],
  [{ type: 'count', which: 'any', min: 1, max: 1 }],
  [{ type: 'date', which: 'any', format: 'YYYY-MM', daysBefore: -30, daysAfter: 29 }, 'input.daysOrder'],
  ...['DD.MM', 'YYYY-DD', 'YYYY-MM-MM', 'YYYY-MM-YY', 'YYYYMMDDHH', 'year-mm', 'MMMM YY', 'YYYYDDD'].map(
    (format) => [{ type: 'date', which: 'any', format, daysBefore: 0, daysAfter: 1 }, 'input.dateFormat'] as const,
  ),
];
it.each(refused)('refuses %j', (rule, message) => {
  const { error } = TextRule.safeParse(rule);
  expect(error).toBeDefined();
  if (message) expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

it('thresholds have all their fields and no other', () => {
  const thresholds = { binary: 0.3, box: 0.5, unclip: 1.6, edgeCut: 0, textScore: 0.5, rules: [] };
  expect(TextThresholds.parse(thresholds)).toEqual(thresholds);
  expect(TextThresholds.safeParse({ ...thresholds, confidence: 0.5 }).success).toBe(false);
  expect(TextThresholds.safeParse({ ...thresholds, rules: undefined }).success).toBe(false);
});

it('an answer says the first values of long lists and how many more there are, and is cut once', () => {
  const list = (values: string[]): TextRule => ({ type: 'list', which: 'any', values });
  const short = list(['a', 'b']);
  const count: TextRule = { type: 'count', min: 1, max: 1 };
  const long = list(Array.from({ length: limits.textValues }, (_, i) => String(i).padStart(100, '0')));
  const cut = answeredTextRules([short, long, count, short]);
  const kept = Math.floor((limits.textValuesAnswered - 2) / 100);
  expect(cut).toEqual([
    short,
    { ...long, values: expect.any(Array) as string[], more: limits.textValues - kept },
    count,
    { ...short, values: [], more: 2 },
  ]);
  expect(cut[1]).toMatchObject({ values: { length: kept } });
  expect(answeredTextRules(cut)).toEqual(cut);
  const others = { binary: 0.5, box: 0.5, unclip: 0, edgeCut: 0, textScore: 0.5 };
  expect(AnsweredTextThresholds.safeParse({ ...others, rules: cut }).error).toBeUndefined();
  // it cannot be taken for what an entry may be given
  expect(TextThresholds.safeParse({ ...others, rules: cut }).success).toBe(false);
});

const date = { type: 'date', which: 'any', daysBefore: 0, daysAfter: 1 };
const neverHold: readonly (readonly [rule: object, message?: string])[] = [
  [{ type: 'matches', which: 'any', pattern: ' ' }],
  [{ type: 'list', which: 'any', values: ['A', '　'] }],
  [{ type: 'equals', which: 'any', to: { by: 'value', value: '  ' } }],
  [{ ...date, format: 'YYYY-MM-DD ＹＹ' }, 'input.dateFormat'],
  [{ ...date, format: 'YYYY㎒MM' }, 'input.dateFormat'],
];
it.each(neverHold)('refuses %j where it is set, and reads it where it is stored', (rule, message) => {
  expect(TextRule.safeParse(rule).error).toBeUndefined();
  const { error } = NewTextRule.safeParse(rule);
  expect(error?.issues).toMatchObject([message ? { code: 'custom', message } : { code: 'too_small', minimum: 1 }]);
});
it.each([
  { type: 'matches', which: 'any', pattern: 'A ' },
  { type: 'list', which: 'any', values: [' A'] },
  { ...date, format: 'YYYY－MM－DD' },
])('takes %j where it is set', (rule) => {
  expect(NewTextRule.safeParse(rule).error).toBeUndefined();
});

it('leaves out marks that nobody sees, which no reading has', () => {
  const which = 'any';
  expect(NewTextRule.parse({ type: 'list', which, values: ['\ufeffA 1\u200b', 'B\t2\n'] })).toMatchObject({
    values: ['A 1', 'B 2'],
  });
  expect(NewTextRule.parse({ type: 'equals', which, to: { by: 'value', value: 'X\u00ad9\u200e' } })).toMatchObject({
    to: { value: 'X9' },
  });
  expect(
    NewTextRule.parse({ type: 'list', which, values: ['20\u200d26', '1\u034f-\ufe0f1', 'کتاب\u200cها'] }),
  ).toMatchObject({
    values: ['2026', '1-1', 'کتاب\u200cها'],
  });
  const date = { type: 'date', which, format: 'YYYY\u200b-MM', daysBefore: 0, daysAfter: 1 };
  expect(NewTextRule.parse(date)).toMatchObject({ format: 'YYYY-MM' });
  expect(NewTextRule.parse({ type: 'matches', which, pattern: '\u200bLOT[0-9]+' })).toMatchObject({
    pattern: 'LOT[0-9]+',
  });
  const nothing = [
    { type: 'list', which, values: ['A', '\u200b'] },
    { type: 'list', which, values: ['A', '\u3164\ufe0f'] },
    { type: 'equals', which, to: { by: 'value', value: '\u200d' } },
    { type: 'matches', which, pattern: '\ufeff' },
  ];
  for (const rule of nothing) expect(NewTextRule.safeParse(rule).error?.issues).toMatchObject([{ code: 'too_small' }]);
});
