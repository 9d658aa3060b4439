// Rules in words and their faults, and the texts of a test one by one.

import { TextRule, type AnsweredTextRule, type TextTable } from '@loupe/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../core/i18n.ts';
import { openFault } from '../shared/open-thresholds.ts';
import { countRows, listRows, pairsOf, textRows } from './result/rows.ts';
import { newRule, ruleFault, ruleFaultWords, ruleTypes, ruleWords } from './rule-words.ts';

beforeAll(async () => {
  // the page whose language is set
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('en');
  vi.unstubAllGlobals();
});

describe('rules', () => {
  it('begin as rules of the contract, but for what a person has to fill in', () => {
    const open = ruleTypes.filter((type) => !TextRule.safeParse(newRule(type)).success);
    expect(open).toEqual(['matches', 'list']);
    expect(ruleTypes.filter((type) => ruleFault(newRule(type)) !== null)).toEqual(open);
  });

  it('say what is wrong with a pattern, and nothing of a good one', () => {
    expect(ruleFault({ type: 'matches', which: 'any', pattern: '[A-' })).toBe('pattern');
    expect(ruleFault({ type: 'matches', which: 'any', pattern: '[A-Z]+' })).toBeNull();
    expect(ruleFault({ type: 'matches', which: 'any', pattern: '(.?){1000}x' })).toBe('large');
    const date: TextRule = { type: 'date', which: 'any', format: 'YYYYMD', daysBefore: 0, daysAfter: 0 };
    expect([ruleFault(date), ruleFault({ ...date, format: 'YYYY/M/D' })]).toEqual(['unclear', null]);
    expect(ruleFault({ type: 'equals', which: 'any', to: { by: 'value', value: '' } })).toBe('empty');
    expect(ruleFault({ type: 'equals', which: 'any', to: { by: 'value', value: ' ' } })).toBe('empty');
    expect(ruleFault({ type: 'list', which: 'any', values: ['A', ' '] })).toBe('empty');
    expect(ruleFault({ type: 'matches', which: 'any', pattern: ' ' })).toBe('empty');
    expect(ruleFault({ ...date, format: 'YYYYMＤ' })).toBe('unclear');
    // what the server refuses is not said to hold, and not sent
    const formats = ['EXP DD.MM.YYYY', 'DD.MM', 'YYYY-MM-MM', ' ', 'DD.MM.YYYY '];
    expect(formats.map((format) => ruleFault({ ...date, format }))).toEqual([
      'format',
      'format',
      'format',
      'empty',
      null,
    ]);
  });

  it('say of a pattern what is wrong, where, and what to do', () => {
    const said = (pattern: string) => ruleFaultWords({ type: 'matches', which: 'any', pattern }, i18next.t);
    expect(said('[A-')).toBe(
      'Not a valid regular expression: a “[” is not closed. Add “]”, or write “\\[” for the character itself',
    );
    expect(said('LOT**')).toContain('“**” repeats a repeat');
    expect(said('a{2,1}')).toContain('“{2,1}” is no number of repeats');
    expect(said(String.raw`(a)\1`)).toContain(String.raw`“\1” has no meaning. Write “\\” for a backslash itself`);
    expect(said('(?=a)')).toContain('“(?=” is not supported');
    expect(said('(?<!a)')).toContain('“(?<!a)” is not supported');
    expect(said('A+')).toBeNull();
    expect(said('')).toBe('Fill in this rule');
  });

  it('name the first that is still to be filled in', () => {
    const tuned = { binary: 0.3, box: 0.5, unclip: 1.5, edgeCut: 0, textScore: 0.5 };
    const fault = (...rules: TextRule[]) => openFault({ ...tuned, rules }, i18next.t);
    expect(fault(newRule('count'))).toBeNull();
    expect(fault(newRule('count'), newRule('matches'), newRule('list'))).toContain('2');
    const large: TextRule[] = [0, 1, 2, 3].map((i) => ({
      type: 'matches',
      which: 'any',
      pattern: `(.*a.{40}){6}x${i}`,
    }));
    expect(fault(...large.slice(1))).toBeNull();
    expect(fault(...large)).toContain('rule 4');
  });

  it('are told in words', () => {
    const { t } = i18next;
    const words = (rule: AnsweredTextRule) => ruleWords(rule, t);
    expect(words({ type: 'matches', which: 'all', pattern: '[A-Z]<1>' })).toBe('Every text matches [A-Z]<1>');
    expect(words({ type: 'count', min: 2, max: 2 })).toBe('Number of texts: 2');
    expect(words({ type: 'checkDigit', which: 'any', scheme: 'vin' })).toBe(
      'At least one text has a valid VIN check digit',
    );
    expect(words({ type: 'list', which: 'any', values: ['a', 'b'] })).toBe(
      'At least one text is one of 2 allowed values',
    );
    expect(words({ type: 'list', which: 'any', values: ['a', 'b'], more: 998 })).toContain('one of 1,000 allowed');
    expect(words({ type: 'date', which: 'any', format: 'MM/YYYY', daysBefore: 0, daysAfter: 30 })).toContain('MM/YYYY');
  });
});

describe('texts of a test', () => {
  const quad = (left: number) => [left, 0, left + 40, 0, left + 40, 20, left, 20];
  const item = (left: number, text: string | null, score = 0.9) => ({
    quad: quad(left),
    score,
    text,
    textScore: text === null ? null : score,
    charScores: [],
  });
  const table: Pick<TextTable, 'images'> = {
    images: [
      {
        imageId: 7,
        name: 'a.png',
        revision: 1,
        isWhole: false,
        truths: [
          { ring: quad(0), text: 'LOT 8', ignore: false },
          { ring: quad(100), text: 'ok', ignore: false },
          { ring: quad(200), text: null, ignore: false },
          { ring: quad(300), text: 'gone', ignore: false },
          { ring: quad(400), text: null, ignore: true },
        ],
        items: [item(0, 'L0T 8'), item(100, 'OK'), item(200, 'x'), item(400, 'y'), item(600, 'z', 0.6)],
      },
    ],
  };

  it('are matched, wrong ones first, and ignored regions count neither way', () => {
    const rows = textRows(table, true);
    expect(listRows(rows, 'all', 'worst').map(({ outcome, truth, read }) => [outcome, truth, read])).toEqual([
      ['misread', 'LOT 8', 'L0T 8'],
      ['missed', 'gone', null],
      ['false', null, 'z'],
      ['untyped', null, 'x'],
      ['right', 'ok', 'OK'],
    ]);
    expect(countRows(rows)).toEqual({ all: 5, wrong: 3, misread: 1, missed: 1, false: 1, untyped: 1, right: 1 });
    expect(listRows(rows, 'wrong', 'place')).toHaveLength(3);
    expect(countRows(textRows(table, false)).misread).toBe(2);
  });

  it('mark the characters that differ, and nothing where there is nothing to compare', () => {
    const [misread] = listRows(textRows(table, true), 'misread', 'worst');
    expect(pairsOf(misread!)!.filter(([a, b]) => a !== b)).toEqual([['O', '0']]);
    const [missed] = listRows(textRows(table, true), 'missed', 'worst');
    expect(pairsOf(missed!)).toBeNull();
    expect(missed!.quad).toEqual(quad(300));
  });
});
