// Check digits of numbers on goods and vehicles, and dates as they are printed.

import { literal } from './patterns.ts';

const digitsOf = (text: string): number[] | null => (/^[0-9]+$/.test(text) ? [...text].map(Number) : null);

/** GTIN-8, -12, -13 and -14 (GS1 General Specifications, 7.9): the digits from the right count 1 and 3 by turns. */
export function isGtin(text: string): boolean {
  const digits = digitsOf(text);
  if (!digits || ![8, 12, 13, 14].includes(digits.length)) return false;
  return digits.toReversed().reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** Luhn's formula (ISO/IEC 7812-1, annex B); two digits at least, as one alone proves nothing. */
export function isLuhn(text: string): boolean {
  const digits = digitsOf(text);
  if (!digits || digits.length < 2) return false;
  const sum = digits.toReversed().reduce((all, digit, i) => {
    const value = i % 2 === 0 ? digit : 2 * digit;
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** What letters of a vehicle identification number count: I, O and Q are not used (49 CFR 565.15). */
const vinLetters: Readonly<Record<string, number>> = Object.fromEntries(
  ['ABCDEFGH', 'JKLMN.P.R', '.STUVWXYZ'].flatMap((row) =>
    [...row].flatMap((letter, i) => (letter === '.' ? [] : [[letter, i + 1]])),
  ),
);
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const vinCheck = 8;

/** The check digit of a vehicle identification number, its ninth character. Europe does not require it. */
export function isVin(text: string): boolean {
  const characters = [...text.toUpperCase()];
  if (characters.length !== vinWeights.length) return false;
  const values = characters.map((one) => (/[0-9]/.test(one) ? Number(one) : vinLetters[one]));
  if (values.includes(undefined)) return false;
  const rest = vinWeights.reduce((sum, weight, i) => sum + weight * values[i]!, 0) % 11;
  return characters[vinCheck] === (rest === 10 ? 'X' : String(rest));
}

/** A day of the calendar as a number: whole days since 1970-01-01, wherever one is. */
export const dayNumber = (year: number, month: number, day: number): number =>
  Math.round(Date.UTC(year, month - 1, day) / 86_400_000);

/** Words beside a date, such as EXP, stand in quotes. */
const quoted = /['‘’]([^'‘’]*)['‘’]/g;
const parts = /YYYY|YY|MM|M|DD|D/g;
const patternOf: Readonly<Record<string, string>> = {
  YYYY: '([0-9]{4})',
  YY: '([0-9]{2})',
  MM: '([0-9]{2})',
  DD: '([0-9]{2})',
  M: '([0-9]{1,2})',
  D: '([0-9]{1,2})',
};

/**
 * 2026111 is the 1st of November or the 11th of January by YYYYMD: nothing stands between a month and a day of one or two digits, or
 * digits in quotes.
 */
export const isUnclearDate = (format: string): boolean =>
  (format.replaceAll(quoted, (_, word: string) => (/^[0-9]*$/.test(word) ? '' : ' ')).match(/[YMD]+/g) ?? []).some(
    (run) => {
      const names: readonly string[] = run.match(parts) ?? [];
      return names.includes('M') && names.includes('D');
    },
  );

/** Texts are compared without spaces around them: such a format would fit none. */
const withoutEnds = (format: string): string => format.replace(/^(['‘’]?)\s+/, '$1').replace(/\s+(['‘’]?)$/, '$1');

const unquoted = (format: string): string => {
  const names: readonly string[] = format.match(parts) ?? [];
  return format
    .split(parts)
    .map((between, i) => literal(between) + (patternOf[names[i] ?? ''] ?? ''))
    .join('');
};

/** The date that a whole text is in this format, as a day number; without a day the last one of the month. Null: none. `ignoreCase`: of the words beside it. */
export function dateIn(text: string, format: string, ignoreCase = false): number | null {
  const names: string[] = format.replaceAll(quoted, ' ').match(parts) ?? [];
  // every second piece of a split by a group is what the group caught: here the words in quotes
  const pattern = withoutEnds(format)
    .split(quoted)
    .map((piece, i) => (i % 2 === 1 ? literal(piece) : unquoted(piece)))
    .join('');
  const found = new RegExp(`^${pattern}$`, ignoreCase ? 'i' : '').exec(text);
  if (!found) return null;
  const valueOf = (letter: string): number | null => {
    const at = names.findIndex((name) => name.startsWith(letter));
    return at < 0 ? null : Number(found[at + 1]);
  };
  const written = valueOf('Y')!;
  const year = names.includes('YY') ? 2000 + written : written;
  const month = valueOf('M')!;
  if (year < 1000 || month < 1 || month > 12) return null;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = valueOf('D') ?? last;
  return day < 1 || day > last ? null : dayNumber(year, month, day);
}
