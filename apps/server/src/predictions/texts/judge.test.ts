/** Texts by the rules of a person: what is said of them, and that a region in which nothing was read is for review. */
import { messageText, type PredictedText, type TextRule, type TextThresholds } from '@loupe/contract';
import { expect, it } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { texts } from './index.ts';

const rules: readonly TextRule[] = [{ type: 'matches', which: 'all', pattern: 'LOT.*' }];
const thresholds = { binary: 0.3, box: 0.6, unclip: 1.5, edgeCut: 0, textScore: 0.5, rules } as TextThresholds;
const found = (text: string): PredictedText => ({
  quad: [0, 0, 40, 0, 40, 10, 0, 10],
  score: 0.9,
  text,
  textScore: text === '' ? 0 : 0.9,
  charScores: [...text].map(() => 0.9),
});
const judged = (...said: string[]) =>
  texts.judge({ type: 'texts', items: said.map(found) }, thresholds, [], {}) as {
    verdict: string;
    score: number | null;
    reasons: { zh: string; en: string }[];
  };

it('the score is the lowest of what was read', () => {
  expect(judged('LOT 1', '').score).toBe(0.9);
  expect(judged('').score).toBeNull();
  expect(judged('  ').score).toBeNull();
});

it('answers list texts as one reads them, whatever their scores', () => {
  const at = (text: string, x: number, y: number, score: number): PredictedText => ({
    ...found(text),
    quad: [x, y, x + 40, y, x + 40, y + 10, x, y + 10],
    score,
  });
  const items = [at('C', 0, 30, 0.99), at('B', 60, 2, 0.95), at('A', 0, 0, 0.9), at('', 60, 31, 0.8)];
  const said = texts.ordered?.({ type: 'texts', items });
  expect(said).toEqual({ type: 'texts', items: [items[2], items[1], items[0], items[3]] });
});

it('a region in which nothing was read breaks no rule, and is told in words', () => {
  expect(judged('LOT 1', '')).toMatchObject({
    verdict: 'review',
    reasons: [{ zh: '有 1 处文字区域未能读出内容，请人工确认', en: 'Nothing was read in 1 text region: please check' }],
  });
  expect(judged('X', '', '')).toMatchObject({
    verdict: 'NG',
    reasons: [{ en: '“X” does not match LOT.*' }, { en: 'Nothing was read in 2 text regions: please check' }],
  });
  expect(judged('', '')).toMatchObject({ verdict: 'NG', reasons: [{ en: 'No text was read' }] });
});

it('says that what was not read may be what a rule on any text asks for', () => {
  const any = { ...thresholds, rules: [{ type: 'matches', which: 'any', pattern: 'LOT.*' }] } as TextThresholds;
  const words = (...said: string[]) =>
    texts.judge({ type: 'texts', items: said.map(found) }, any, [], {}).reasons?.map(({ en }) => en);
  expect(words('X', '')).toEqual([
    '“X” does not match LOT.*',
    'Nothing was read in 1 text region, which may contain the required text: please check',
  ]);
  expect(words('LOT 1', '')).toEqual(['Nothing was read in 1 text region: please check']);
});

it('shortens what it quotes between characters', () => {
  const value = `${'a'.repeat(59)}😀b`;
  const rule: TextRule = { type: 'equals', which: 'any', to: { by: 'value', value } };
  const judgedBy = { ...thresholds, rules: [rule] } as TextThresholds;
  const { reasons = [] } = texts.judge({ type: 'texts', items: [found('abc')] }, judgedBy, [], {});
  expect(reasons).toHaveLength(1);
  for (const { zh, en } of reasons) for (const text of [zh, en]) expect(text).toContain(`${'a'.repeat(59)}😀…`);
});

it('says in both languages what is wrong with a regular expression', () => {
  const rules = [{ type: 'matches', which: 'all', pattern: 'LOT[0-9' }];
  let refusal: unknown;
  try {
    texts.parseThresholds({ ...thresholds, rules }, []);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(AppError);
  const { key, args } = refusal as AppError;
  expect(messageText(key, 'zh', args)).toContain('第 1 条规则的正则表达式无效：「[」未闭合');
  expect(messageText(key, 'en', args)).toContain('rule 1 is not valid: a “[” is not closed');
});

it('refuses rules that nothing could be judged by where they are set; those that are stored judge as ever', () => {
  const large: TextRule = { type: 'matches', which: 'all', pattern: '(.?){1000}' };
  const unclear: TextRule = { type: 'date', which: 'all', format: 'YYYYMD', daysBefore: 0, daysAfter: 0 };
  const folded: TextRule = { ...unclear, format: 'YYYYMＤ' };
  const twice: TextRule = { ...unclear, format: 'YYYY-MM-DD ＹＹ' };
  const blank: TextRule = { type: 'list', which: 'any', values: [' '] };
  const many = Array.from({ length: 4 }, (_, i): TextRule => ({ ...large, pattern: `(.*a.{40}){6}x${i}` }));
  for (const all of [[large], [unclear], [folded], [twice], [blank], many]) {
    const raw = { ...thresholds, rules: all };
    expect(() => texts.parseThresholds(raw, [])).toThrow();
    expect(texts.parseThresholds(raw).rules).toEqual(all);
  }
  expect(texts.parseThresholds({ ...thresholds, rules: many.slice(1) }, []).rules).toHaveLength(3);
});
