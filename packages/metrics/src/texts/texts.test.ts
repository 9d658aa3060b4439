// Texts: comparison as the engine has it, matching by outline, figures, check digits of known numbers, dates, and rules.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it, vi } from 'vitest';
import { dateIn, dayNumber, isGtin, isLuhn, isUnclearDate, isVin } from './checks.ts';
import { alignTexts, comparedText, textDistance } from './compare.ts';
import { textFigures } from './figures.ts';
import { matchTexts, quadIou, type FoundText, type TextTruth } from './match.ts';
import { excessPattern, foldedPattern, patternFault } from './patterns.ts';
import { judgeTexts, type RuleOfTexts, type RulesInput } from './rules.ts';

interface Compared {
  rows: {
    truth: string;
    reading: string;
    ignore_case: boolean;
    truth_compared: string;
    reading_compared: string;
    distance: number;
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../contract/fixtures/text-compare.json', import.meta.url), 'utf8'),
) as Compared;

it('compares texts as the engine does', () => {
  expect(golden.rows.length).toBeGreaterThan(20);
  for (const row of golden.rows) {
    const [truth, read] = [comparedText(row.truth, row.ignore_case), comparedText(row.reading, row.ignore_case)];
    expect([truth, read]).toEqual([row.truth_compared, row.reading_compared]);
    expect(textDistance(truth, read)).toBe(row.distance);
  }
});

it('aligns two texts with as few differences as their distance, and loses no character', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'B', '0', '字', '𠮷'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const pairs = alignTexts(a, b);
      expect(pairs.map(([truth]) => truth).join('')).toBe(a);
      expect(pairs.map(([, read]) => read).join('')).toBe(b);
      expect(pairs.filter(([truth, read]) => truth !== read).length).toBe(textDistance(a, b));
    }),
  );
});

const box = (x: number, y: number, w: number, h: number): number[] => [x, y, x + w, y, x + w, y + h, x, y + h];
const turned = (quad: readonly number[]): number[] => [...quad.slice(2), ...quad.slice(0, 2)];

describe('overlap of an outline and a quadrilateral', () => {
  it('is that of their areas, wherever the text begins and whichever way its corners run', () => {
    const [a, b] = [box(0, 0, 10, 10), box(5, 0, 10, 10)];
    expect(quadIou(a, b)).toBeCloseTo(1 / 3, 12);
    expect(quadIou(turned(a), turned(turned(b)))).toBeCloseTo(1 / 3, 12);
    expect(quadIou(a, [5, 10, 15, 10, 15, 0, 5, 0])).toBeCloseTo(1 / 3, 12);
    expect(quadIou(a, box(20, 0, 10, 10))).toBe(0);
    expect(quadIou(a, a)).toBeCloseTo(1, 12);
    // an L of three quarters within the square around it
    expect(quadIou([0, 0, 10, 0, 10, 5, 5, 5, 5, 10, 0, 10], a)).toBeCloseTo(0.75, 12);
  });
});

const truth = (ring: number[], text: string | null = null, ignore = false): TextTruth => ({ ring, text, ignore });
const found = (quad: number[], score: number, text: string | null = null): FoundText => ({ quad, score, text });

describe('matching', () => {
  it('gives each text to one, best score first; what lies in a region to ignore counts neither way', () => {
    const truths = [truth(box(0, 0, 40, 10)), truth(box(0, 50, 40, 10), null, true)];
    const all = [found(box(1, 0, 40, 10), 0.6), found(box(0, 0, 40, 10), 0.9), found(box(0, 50, 30, 10), 0.8)];
    expect(matchTexts(truths, [...all, found(box(60, 60, 9, 9), 0.7)])).toEqual(['false', 0, 'ignored', 'false']);
    expect(matchTexts(truths, [])).toEqual([]);
  });
  it('takes a whole image for its text', () => {
    expect(matchTexts([truth(box(3, 3, 5, 5), 'A')], [found(box(0, 0, 90, 20), 1, 'A')], true)).toEqual([0]);
    expect(matchTexts([], [found(box(0, 0, 90, 20), 1, 'A')], true)).toEqual(['false']);
  });
});

describe('figures', () => {
  const rows = [
    {
      imageId: 1,
      isWhole: false,
      truths: [truth(box(0, 0, 40, 10), 'LOT 12'), truth(box(0, 20, 40, 10), 'ABC'), truth(box(0, 40, 40, 10))],
      found: [
        found(box(0, 0, 40, 10), 0.9, 'lot 12'),
        found(box(0, 20, 40, 10), 0.9, 'A8C'),
        found(box(0, 40, 40, 10), 0.9, 'x'),
        found(box(70, 70, 20, 9), 0.9, 'y'),
      ],
    },
    { imageId: 2, isWhole: false, truths: [truth(box(0, 0, 40, 10), 'ZZ')], found: [] },
  ];
  it('count finding, reading and both', () => {
    const { figures, images } = textFigures(rows, { ignoreCase: true, most: 30 });
    expect(figures).toMatchObject({ truths: 4, typed: 3, found: 4, precision: 0.75, recall: 0.75, hmean: 0.75 });
    // two of the typed texts were found, and one of them is right; one wrong character of nine
    expect(figures).toMatchObject({ wordAccuracy: 0.5, charAccuracy: 1 - 1 / 9 });
    expect(figures.oneMinusNed).toBeCloseTo((1 + 2 / 3) / 2, 12);
    // one right of three that count (the untyped text does not), one of three that are typed
    expect(figures.endToEnd).toBeCloseTo(1 / 3, 12);
    expect(figures.confusions).toEqual([{ truth: 'b', read: '8', count: 1 }]);
    expect(figures.characters[0]).toEqual({ character: 'b', truths: 1, right: 0 });
    expect(figures.byLength).toEqual([
      { from: 3, to: 3, texts: 1, right: 0 },
      { from: 6, to: 6, texts: 1, right: 1 },
    ]);
    expect(images).toEqual([
      { imageId: 1, tp: 2, misread: 1, fp: 1, fn: 0 },
      { imageId: 2, tp: 0, misread: 0, fp: 0, fn: 1 },
    ]);
    expect(textFigures(rows, { ignoreCase: false, most: 30 }).figures.wordAccuracy).toBe(0);
  });
  it('say nothing of what was not asked', () => {
    const whole = [
      { imageId: 1, isWhole: true, truths: [truth(box(0, 0, 9, 9), 'A')], found: [found(box(0, 0, 9, 9), 1, 'A')] },
    ];
    expect(textFigures(whole, { ignoreCase: false, most: 30 }).figures).toMatchObject({
      precision: null,
      recall: null,
      hmean: null,
      wordAccuracy: 1,
      endToEnd: 1,
    });
    const regions = [{ ...rows[0]!, found: rows[0]!.found.map((one) => ({ ...one, text: null })) }];
    expect(textFigures(regions, { ignoreCase: false, most: 30 }).figures).toMatchObject({
      precision: 0.75,
      recall: 1,
      wordAccuracy: null,
      charAccuracy: null,
      endToEnd: null,
    });
    expect(textFigures([], { ignoreCase: false, most: 30 }).figures).toMatchObject({ hmean: null, wordAccuracy: null });
  });
  it('have as many groups as asked for, and every text in one of them', () => {
    const many = Array.from({ length: 47 }, (_, i) => {
      const text = 'A'.repeat(i + 1);
      return {
        imageId: i,
        isWhole: true,
        truths: [truth(box(0, 0, 9, 9), text)],
        found: [found(box(0, 0, 9, 9), 1, text)],
      };
    });
    const { byLength } = textFigures(many, { ignoreCase: false, most: 30 }).figures;
    expect(byLength.length).toBeLessThanOrEqual(30);
    expect(byLength.reduce((sum, { texts }) => sum + texts, 0)).toBe(47);
  });
});

describe('check digits of known numbers', () => {
  it.each(['4006381333931', '96385074', '036000291452', '10614141000415', '9780306406157'])('GTIN %s', (gtin) => {
    expect(isGtin(gtin)).toBe(true);
    const other = (Number(gtin.at(-1)) + 1) % 10;
    expect(isGtin(gtin.slice(0, -1) + String(other))).toBe(false);
  });
  it.each(['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715', '1hgbh41jxmn109186'])('VIN %s', (vin) => {
    expect(isVin(vin)).toBe(true);
    expect(isVin(vin.slice(0, 16) + (vin[16] === '4' ? '5' : '4'))).toBe(false);
  });
  it.each(['4539578763621486', '79927398713', '18'])('Luhn %s', (number) => {
    expect(isLuhn(number)).toBe(true);
    expect(isLuhn(number.slice(0, -1) + String((Number(number.at(-1)) + 3) % 10))).toBe(false);
  });
  it.each(['', '0', '123', '400638133393A', '٤٠٠٦٣٨١٣٣٣٩٣١'])('none in %s', (text) => {
    expect([isGtin(text), isVin(text), isLuhn(text)]).toEqual([false, false, false]);
  });
  it('no letter that a VIN does not use', () => {
    expect(isVin('1M8GDM9AXKPO42788')).toBe(false);
    expect(isVin('IM8GDM9AXKP042788')).toBe(false);
  });
});

describe('dates', () => {
  const day = (text: string) => Math.round(Date.parse(`${text}T00:00:00Z`) / 86_400_000);
  it.each([
    ['2026-02-28', 'YYYY-MM-DD', '2026-02-28'],
    ['28.02.26', 'DD.MM.YY', '2026-02-28'],
    ['260228', 'YYMMDD', '2026-02-28'],
    ['3/9/2026', 'M/D/YYYY', '2026-03-09'],
    ['02/2028', 'MM/YYYY', '2028-02-29'],
    ['2026年12月', 'YYYY年MM月', '2026-12-31'],
    ['2024-02-29', 'YYYY-MM-DD', '2024-02-29'],
    ['MFG20260318', '‘MFG’YYYYMMDD', '2026-03-18'],
    ['MADE 03/29 (M)', "'MADE 'MM/YY' (M)'", '2029-03-31'],
    ['EXP 03.04.2029 X', "' EXP 'DD.MM.YYYY' X '", '2029-04-03'],
  ])('%s as %s is %s', (text, format, wanted) => {
    expect(dateIn(text, format)).toBe(day(wanted));
  });
  it.each([
    ['2026-02-29', 'YYYY-MM-DD'],
    ['2026-13-01', 'YYYY-MM-DD'],
    ['2026-00-01', 'YYYY-MM-DD'],
    ['2026-01-00', 'YYYY-MM-DD'],
    ['x2026-01-02', 'YYYY-MM-DD'],
    ['2026-01-02x', 'YYYY-MM-DD'],
    ['2026x01x02', 'YYYY.MM.DD'],
    ['', 'YYYY-MM-DD'],
    ['2026-01-02', "'EXP 'YYYY-MM-DD"],
    ['EXP.2026-01-02', "'EXP 'YYYY-MM-DD"],
    ["'EXP '2026-01-02", "'EXP 'YYYY-MM-DD"],
  ])('%s is none as %s', (text, format) => {
    expect(dateIn(text, format)).toBeNull();
  });
  it('a format is unclear where nothing parts a month and a day of one or two digits', () => {
    expect(['YYYYMD', 'MDYYYY', 'DYYYYM', 'YY-MD'].map(isUnclearDate)).toEqual([true, true, true, true]);
    expect(["YYYYM''D", "YYYYM'0'D"].map(isUnclearDate)).toEqual([true, true]);
    expect(['YYYYMDD', 'M/D/YYYY', 'YYYYMMDD', 'MYYYY', 'YYYY年M月D日', "YYYYM'MD'D"].some(isUnclearDate)).toBe(false);
  });
});

describe('rules', () => {
  const today = dayNumber(2026, 11, 25);
  const judged = (texts: (string | null)[], rules: RuleOfTexts[], more: Partial<RulesInput> = {}) => {
    const items = texts.map((text) => ({ text, textScore: text === null ? null : 0.9 }));
    const input = { texts: items, rules, textScore: 0.5, ignoreCase: false, expected: null, today, ...more };
    const { verdict, reasons } = judgeTexts(input);
    return [verdict, ...reasons.map(({ code }) => code)];
  };
  const matches = (pattern: string, which: 'any' | 'all' = 'all'): RuleOfTexts => ({ type: 'matches', which, pattern });
  it('an image with a text is OK while nobody asks for more; one without is NG, unless none may be there', () => {
    expect(judged(['A'], [])).toEqual(['OK']);
    expect(judged([], [])).toEqual(['NG', 'noText']);
    expect(judged([], [{ type: 'count', min: 0, max: 3 }])).toEqual(['OK']);
    expect(judged([], [{ type: 'count', min: 0, max: 3 }, matches('A', 'any')])).toEqual(['NG', 'matches']);
    expect(judged([], [{ type: 'count', min: 1, max: 3 }])).toEqual(['NG', 'noText']);
  });
  it('a pattern is that of the whole text, in full width as in half', () => {
    expect(judged(['LOT12'], [matches('LOT[0-9]{2}')])).toEqual(['OK']);
    expect(judged(['ＬＯＴ１２'], [matches('LOT[0-9]{2}')])).toEqual(['OK']);
    expect(judged(['LOT123'], [matches('LOT[0-9]{2}')])).toEqual(['NG', 'matches']);
    expect(judged(['lot12'], [matches('LOT[0-9]{2}')])).toEqual(['NG', 'matches']);
    expect(judged(['lot12'], [matches('(?i)LOT[0-9]{2}')])).toEqual(['OK']);
    expect(judged(['LOT12', 'X'], [matches('LOT.*')])).toEqual(['NG', 'matches']);
    expect(judged(['LOT12', 'X'], [matches('LOT.*', 'any')])).toEqual(['OK']);
  });
  it('a pattern that would take others for ever takes a moment', () => {
    expect(judged([`${'a'.repeat(160)}b`], [matches('(a+)+$')])).toEqual(['NG', 'matches']);
    expect(patternFault('(')).toEqual({ kind: 'pattern', what: 'openRound', at: expect.any(String) });
    expect(patternFault(String.raw`(a)\1`)).not.toBeNull();
    expect(patternFault('(?=a)')).not.toBeNull();
    expect(patternFault('[^]')).not.toBeNull();
    expect(patternFault(String.raw`\p{Han}+\d`)).toBeNull();
  });
  it('a pattern whose repeats multiply is refused, long ones of codes are not', () => {
    expect(patternFault('(.?){1000}'.repeat(15))?.kind).toBe('large');
    expect(patternFault(String.raw`(\pL{1,1000})*x`)?.kind).toBe('large');
    expect(patternFault(String.raw`(?i)[\p{L}\d-]{1,100}(/[0-9A-Z]{2,20}){0,3}`)).toBeNull();
  });
  it('a pattern may be typed as it is printed, in any width', () => {
    expect(judged(['ＤＤ'], [matches('ＤＤ')])).toEqual(['OK']);
    expect(judged(['批号：A12'], [matches('批号：[A-Z][0-9]+')])).toEqual(['OK']);
    expect(judged(['批号:A12'], [matches('批号：[Ａ-Ｚ][０-９]+')])).toEqual(['OK']);
    expect(judged(['（合格）', '(合格)'], [matches('（合格）')])).toEqual(['OK']);
    expect(judged(['合格'], [matches('（合格）')])).toEqual(['NG', 'matches']);
    expect(judged(['25℃℃', '25°C°C'], [matches('[0-9]+℃{2}')])).toEqual(['OK']);
    expect(judged(['3％'], [matches(String.raw`3\％`)])).toEqual(['OK']);
    expect(judged(['ｶﾞｲﾄﾞ'], [matches('ｶﾞｲﾄﾞ')])).toEqual(['OK']);
    expect(judged(['25℃', '7℉', '9x'], [matches('[0-9]+[℃℉x]')])).toEqual(['OK']);
    expect(judged(['AC'], [matches('A[^℃]')])).toEqual(['OK']);
    expect(judged(['A1'], [matches('[A-Z0-9ｦ-ﾟ]+')])).toEqual(['OK']);
    expect(judged(['A'], [matches('[①-⑳]')])).toEqual(['NG', 'matches']);
    expect(judged(['⑤', '⑳', '7'], [matches('[①-⑳]')])).toEqual(['OK']);
    expect(judged(['ｱｲｳ'], [matches('[ｱ-ﾝ]+')])).toEqual(['OK']);
    expect(judged(['ｶﾞｲﾄﾞ', 'ﾊﾟﾊﾟ', 'カガ'], [matches('[ｱ-ﾝﾞﾟ]+')])).toEqual(['OK']);
    expect(judged(['ｶﾞｲﾄﾞ', 'ﾊﾟ'], [matches('[ｦ-ﾟ]+')])).toEqual(['OK']);
    expect(judged(['ｶｷｸ', 'ｶﾞｸﾞ', '1ﾎﾟﾎ'], [matches('[0-9ｶｷｸﾞﾎﾟ]+')])).toEqual(['OK']);
    expect(judged(['ｶﾞ'], [matches('[ｱ-ﾝ]+')])).toEqual(['NG', 'matches']);
    expect(judged(['ｶﾞ'], [matches('[^ｦ-ﾟ]')])).toEqual(['NG', 'matches']);
    expect(judged(['Ⅴ', 'Ⅻ'], [matches('[Ⅰ-Ⅻ]')])).toEqual(['OK']);
    expect(judged(['℃'], [matches('[℃-℉]')])).toEqual(['OK']);
    expect(judged(['Ａ'], [matches(String.raw`\x{FF21}`)])).toEqual(['OK']);
    expect(judged(['ㅎ', 'ㅏ'], [matches('[ㄱ-ㅎㅏ-ㅣ]')])).toEqual(['OK']);
    expect(judged(['a{2}', 'a{２}'], [matches('a{２}')])).toEqual(['OK']);
    expect(judged(['aa'], [matches('a{２}')])).toEqual(['NG', 'matches']);
    expect(judged(['A'], [matches('[　-〿]')])).toEqual(['NG', 'matches']);
  });
  it.each([
    ['[^℃][A-Z]', 'CD', 'C'],
    ['[^℃][0-9]', 'x5', 'x'],
    ['[^½][^a]', 'xy', 'xa'],
    ['([^½]{2}[℃½])+', 'ab℃cd½', 'a℃'],
  ])('%s takes %s and not %s: what no text can have is not to be excluded', (pattern, good, bad) => {
    expect(judged([good], [matches(pattern)])).toEqual(['OK']);
    expect(judged([bad], [matches(pattern)])).toEqual(['NG', 'matches']);
  });
  it('an expression of the bound is walked, and an automaton with a state for each text is not built', () => {
    const whether = vi.spyOn(RE2JS.prototype, 'matches');
    const rules = Array.from({ length: 4 }, (_, i) => matches(`(.*a.{40}){6}x${i}`, 'any'));
    expect(judged(['ab a', 'a'.repeat(300)], rules)).toEqual(['NG', ...rules.map(() => 'matches')]);
    expect(whether).not.toHaveBeenCalled();
    expect(judged(['a'.repeat(400)], [matches('(a?){400}')])).toEqual(['OK']);
    expect(whether).toHaveBeenCalledTimes(1);
    whether.mockRestore();
  });
  it('expressions that come to too much in all are refused, many of codes are not', () => {
    const large = Array.from({ length: 20 }, (_, i) => `(.*a.{40}){6}x${i}`).map((pattern) => matches(pattern));
    expect(excessPattern(large)).toBe(3);
    const codes = Array.from({ length: 20 }, (_, i) => String.raw`LOT${i}-[A-Z]{2}\d{8,12}/\d{4}-\d{2}-\d{2}`);
    expect(excessPattern(codes.map((pattern) => matches(pattern)))).toBe(-1);
  });
  it.each([
    [String.raw`\Q（a）\E（[＾。]\[）`, String.raw`\(a\)\([\^。]\[\)`],
    [String.raw`\p{Han}[^\]x]\\`, String.raw`\p{Han}[^\]x]\\`],
    ['[[:alpha:]℃]+', '(?:[[:alpha:]]|°C)+'],
    ['[]℃]', '(?:[]]|°C)'],
    ['[℃]', '(?:°C)'],
    ['[^]℃]x', '[^]]x'],
    [String.raw`\Qa\\E（`, String.raw`a\\\(`],
    [String.raw`[\-ａ-ｚ\d]\％`, String.raw`[\-a-z\d]%`],
    ['[①-⑫]', String.raw`(?:[1-9]|10|11|12)`],
    ['[㈠-㈢]', String.raw`(?:\(一\)|\(二\)|\(三\))`],
    ['[㌀-㏿]', '[㌀-㏿]'],
    [String.raw`[\x{FF21}-\x{FF3A}]\x{FF21}\x41`, String.raw`[A-Z]A\x41`],
    [String.raw`[\t-z][\d－Ａ][Ａ-a]`, String.raw`[\t-z][\d\-A][Ａ-a]`],
    ['a{２}b{2，3}c{⑫}', 'a{[2]}b{2[,]3}c{(?:12)}'],
    ['[^℃]', '(?s:.)'],
    ['a{2,3}[', 'a{2,3}['],
  ])('%s is folded to %s', (pattern, wanted) => expect(foldedPattern(pattern)).toBe(wanted));
  it('case does not count in a pattern or in the words beside a date where it is to be ignored', () => {
    expect(judged(['lot12'], [matches('LOT[0-9]{2}')], { ignoreCase: true })).toEqual(['OK']);
    expect(judged(['LOT12'], [matches('lot[0-9]{2}')], { ignoreCase: true })).toEqual(['OK']);
    const date: RuleOfTexts = { type: 'date', which: 'all', format: "'Exp 'DD.MM.YYYY", daysBefore: 0, daysAfter: 9 };
    expect(judged(['EXP 30.11.2026'], [date])).toEqual(['NG', 'date']);
    expect(judged(['EXP 30.11.2026'], [date], { ignoreCase: true })).toEqual(['OK']);
  });
  it('lists, given values and check digits', () => {
    const list: RuleOfTexts = { type: 'list', which: 'any', values: ['A1', 'b2'] };
    expect(judged(['B2'], [list])).toEqual(['NG', 'list']);
    expect(judged(['B2'], [list], { ignoreCase: true })).toEqual(['OK']);
    const equals: RuleOfTexts = { type: 'equals', which: 'all', to: { by: 'value', value: 'SN1' } };
    expect(judged(['SN1', 'SN2'], [equals])).toEqual(['NG', 'equals']);
    expect(judged(['', ''], [{ type: 'list', which: 'any', values: ['A'] }])).toEqual(['NG', 'noText']);
    expect(judged(['4006381 333931'], [{ type: 'checkDigit', which: 'all', scheme: 'gtin' }])).toEqual(['OK']);
    expect(judged(['4006381333930'], [{ type: 'checkDigit', which: 'all', scheme: 'gtin' }])).toEqual([
      'NG',
      'checkDigit',
    ]);
  });
  it('a value that should have been given and was not is for a person; a wrong one is NG', () => {
    const field: RuleOfTexts = { type: 'equals', which: 'any', to: { by: 'field', field: 'expected' } };
    expect(judged(['SN1'], [field])).toEqual(['review', 'notGiven']);
    expect(judged(['SN1'], [field], { expected: 'SN1' })).toEqual(['OK']);
    expect(judged(['SN1'], [field], { expected: 'SN2' })).toEqual(['NG', 'equals']);
    expect(judged(['SN1'], [field, matches('X')])).toEqual(['NG', 'matches']);
  });
  it('dates within days of the day of judging', () => {
    const best = (daysBefore: number, daysAfter: number): RuleOfTexts => ({
      type: 'date',
      which: 'any',
      format: 'YYYY-MM-DD',
      daysBefore,
      daysAfter,
    });
    expect(judged(['2026-11-25'], [best(0, 0)])).toEqual(['OK']);
    expect(judged(['2026-11-24'], [best(0, 0)])).toEqual(['NG', 'date']);
    expect(judged(['2026-11-24'], [best(1, 0)])).toEqual(['OK']);
    expect(judged(['2026-12-24'], [best(-30, 90)])).toEqual(['NG', 'date']);
    expect(judged(['2026-12-25'], [best(-30, 90)])).toEqual(['OK']);
  });
  it('NG comes before review, and review before OK', () => {
    const low = { texts: [{ text: 'A', textScore: 0.4 }] };
    expect(judged([], [], low)).toEqual(['review', 'unsure']);
    expect(judged([], [matches('B')], low)).toEqual(['NG', 'matches', 'unsure']);
    expect(judged(['A', 'B'], [{ type: 'count', min: 3, max: 3 }])).toEqual(['NG', 'count']);
  });
  it('where nothing was read in a region, rules judge the others, and a person sees to it', () => {
    const list: RuleOfTexts = { type: 'list', which: 'all', values: ['LOT12'] };
    expect(judged(['LOT12', '', ' '], [matches('LOT.*'), list])).toEqual(['review', 'unread']);
    expect(judged(['LOT12', ''], [matches('LOT.*', 'any')])).toEqual(['review', 'unread']);
    expect(judged(['LOT12', ''], [matches('.*', 'any')], { textScore: 0 })).toEqual(['review', 'unread']);
    // what was read is judged as without it
    expect(judged(['X', ''], [matches('LOT.*')])).toEqual(['NG', 'matches', 'unread']);
    // the one that has to fit may be the one that was not read
    expect(judged(['X', ''], [matches('LOT.*', 'any')])).toEqual(['review', 'matches', 'unread']);
    expect(judged(['X', ''], [matches('', 'any')])).toEqual(['review', 'matches', 'unread']);
    expect(judged(['X', ''], [matches('LOT.*', 'any'), matches('LOT.*')])).toEqual([
      'NG',
      'matches',
      'matches',
      'unread',
    ]);
    const none: RuleOfTexts = { type: 'count', min: 0, max: 2 };
    expect(judged([''], [none, matches('LOT.*')])).toEqual(['review', 'unread']);
    expect(judged(['', ''], [matches('LOT.*')])).toEqual(['NG', 'noText']);
  });
  it('a region in which nothing was read is one of their number; the reason says how many there are', () => {
    const two: RuleOfTexts = { type: 'count', min: 2, max: 2 };
    expect(judged(['A', ''], [two])).toEqual(['review', 'unread']);
    expect(judged(['A', 'B', ''], [two])).toEqual(['NG', 'count', 'unread']);
    const texts = ['A', '', ''].map((text) => ({ text, textScore: text === '' ? 0 : 0.9 }));
    const { reasons } = judgeTexts({ texts, rules: [], textScore: 0.5, ignoreCase: false, expected: null, today });
    expect(reasons).toEqual([{ code: 'unread', rule: null, text: null, count: 2 }]);
  });
  it('of texts that were found and not read only their number counts', () => {
    expect(judged([null, null], [{ type: 'count', min: 2, max: 2 }, matches('A')])).toEqual(['OK']);
    expect(judged([null], [{ type: 'count', min: 2, max: 2 }])).toEqual(['NG', 'count']);
  });
});
