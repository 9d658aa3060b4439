// Regular expressions of rules (RE2 syntax, which takes time in proportion to a text), as they are held against texts.

import { RE2JS } from 're2js';

/**
 * Instructions of a compiled expression, each of which may be gone through for each character of each text: repeats of
 * repeats come to tens of thousands. Up to so many the library can walk a text instead of building an automaton.
 */
const largestProgram = 500;
/** Of all expressions that judge an image: 300 texts of 160 characters then take a second at worst. */
const largestSum = 1000;

const meta = /[\\.+*?()|[\]{}^$-]/g;
/** A text as an expression that stands for itself. */
export const literal = (text: string): string => text.replaceAll(meta, String.raw`\$&`);

const folded = (text: string): string => text.normalize('NFKC');
const sizeOf = (text: string): number => [...text].length;

/** A class, what is quoted, what an escape stands for, a character with or without an escape. */
const tokens =
  /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\?[\s\S]/gu;
const members = /\[:\^?\w+:\]|\\[pPx]\{[^}]*\}|\\x[0-9A-Fa-f]{2}|\\?[\s\S]/gu;
const byCode = /^\\x\{?([0-9A-Fa-f]+)\}?$/;
const controls: Readonly<Record<string, string>> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The character that a part of an expression stands for; null: it stands for something else, as \d does. */
function characterOf(token: string): string | null {
  const code = byCode.exec(token)?.[1];
  if (code !== undefined)
    return Number.parseInt(code, 16) <= 0x10ffff ? String.fromCodePoint(parseInt(code, 16)) : null;
  if (sizeOf(token) === 1) return token;
  if (!token.startsWith('\\') || sizeOf(token) !== 2) return null;
  const escaped = token.slice(1);
  return /[A-Za-z0-9]/.test(escaped) ? (controls[escaped] ?? null) : escaped;
}

/** What members of a class come to: those that remain one character, by their codes where these are known, and those that come to several. */
type Members = { readonly single: string; readonly several: readonly string[]; readonly codes?: ReadonlySet<number> };

/** Longer ranges stay as they are: what texts are folded to is mostly within them. */
const longestRange = 1000;
/** More of one range would make an expression of a few signs a large one. */
const mostSeveral = 64;

const inClass = (code: number): string =>
  code < 0x80 ? literal(String.fromCodePoint(code)) : `\\x{${code.toString(16)}}`;

/** Such as 3, 4, 5 and 9 as 3-59. */
function runsOf(codes: ReadonlySet<number>): string {
  const runs: [number, number][] = [];
  for (const code of [...codes].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => (from === to ? inClass(from) : `${inClass(from)}-${inClass(to)}`)).join('');
}

/** Each member of a range is folded, such as Ａ-Ｚ or ①-⑳; null: the range stays as it is. */
function foldedRange(from: string, to: string): Members | null {
  const [low, high] = [from.codePointAt(0)!, to.codePointAt(0)!];
  if (high < low || high - low >= longestRange) return null;
  const all = Array.from({ length: high - low + 1 }, (_, i) => String.fromCodePoint(low + i));
  const folds = all.map(folded);
  const several = [...new Set(folds.filter((is) => sizeOf(is) > 1))].map(literal);
  if (several.length > mostSeveral || folds.every((is, i) => is === all[i])) return null;
  const codes = new Set(folds.filter((is) => sizeOf(is) === 1).map((is) => is.codePointAt(0)!));
  return { single: runsOf(codes), several, codes };
}

function foldedMember(token: string): Members {
  const character = characterOf(token);
  const is = character === null ? null : folded(character);
  if (is === null || is === character) return { single: token, several: [] };
  if (sizeOf(is) > 1) return { single: '', several: [literal(is)] };
  // by its code: a sound mark would else become one character with the member before it
  const code = is.codePointAt(0)!;
  return { single: inClass(code), several: [], codes: new Set([code]) };
}

/** ﾞ and ﾟ of half width, folded. */
const soundMarks: readonly number[] = [0x3099, 0x309a];

/** In half width ｶﾞ are two characters and in a folded text one: a class that has both takes it. */
function withMarks(codes: ReadonlySet<number>): string {
  const marks = soundMarks.filter((mark) => codes.has(mark));
  const pairs = [...codes].flatMap((code) => marks.map((mark) => String.fromCodePoint(code, mark).normalize('NFC')));
  return runsOf(new Set(pairs.filter((pair) => sizeOf(pair) === 1).map((pair) => pair.codePointAt(0)!)));
}

/**
 * A member that comes to several characters stands beside the class: [0-9℃] is [0-9]|°C. No text has it for a class to
 * exclude: [^℃] is any character.
 */
function foldedClass(token: string): string {
  const [, start = '', inner = ''] = /^(\[\^?\]?)([\s\S]*)\]$/u.exec(token) ?? [];
  const all: readonly string[] = inner.match(members) ?? [];
  const parts: Members[] = [];
  for (let i = 0; i < all.length; i++) {
    const [one, next, last] = [all[i]!, all[i + 1], all[i + 2]];
    const ends = next === '-' && last !== undefined ? [characterOf(one), characterOf(last)] : [];
    const [from, to] = ends;
    if (typeof from !== 'string' || typeof to !== 'string') {
      parts.push(foldedMember(one));
      continue;
    }
    parts.push(foldedRange(from, to) ?? { single: `${one}-${last!}`, several: [] });
    i += 2;
  }
  const codes = new Set(parts.flatMap((part) => [...(part.codes ?? [])]));
  const single = parts.map((part) => part.single).join('') + withMarks(codes);
  const several = start.startsWith('[^') ? [] : parts.flatMap((part) => part.several);
  // one that excludes nothing at all is a fault, and stays one
  if (single === '' && start === '[^' && all.length > 0) return '(?s:.)';
  const others = single === '' && start === '[' ? [] : [`${start}${single}]`];
  return several.length === 0 ? `${start}${single}]` : `(?:${[...others, ...several].join('|')})`;
}

function foldedToken(token: string): string {
  if (token.startsWith('[') && token.length > 1) return foldedClass(token);
  if (token.startsWith('\\Q')) return literal(folded(token.slice(2).replace(/\\E$/, '')));
  const character = characterOf(token);
  if (character === null) return token;
  const is = folded(character);
  if (is === character) return token;
  return sizeOf(is) === 1 ? literal(is) : `(?:${literal(is)})`;
}

/** A digit or comma in full width within braces makes no repeat of them: a{２} is the text a{2}. */
const joined = (so: string, token: string): string => {
  const is = foldedToken(token);
  return so + (is !== token && /^[0-9,]$/.test(is) && /\{[0-9,]*$/.test(so) ? `[${is}]` : is);
};

/**
 * The expression in compatibility form (Unicode NFKC), as texts are compared, so that what is typed as it is printed finds
 * itself: （合格）, 25℃. What it comes to stands for itself: a bracket in full width begins no group.
 */
export const foldedPattern = (pattern: string): string =>
  (pattern.normalize('NFC').match(tokens) ?? []).reduce(joined, '').normalize('NFC');

/** Throws for what is no expression of RE2; what folding alone makes one that is none stays as it is. */
function program(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(foldedPattern(pattern), flags);
  } catch {
    return RE2JS.compile(pattern, flags);
  }
}

const kept = new Map<string, RE2JS>();
const mostKept = 100;

function compiled(pattern: string, ignoreCase: boolean): RE2JS {
  const key = `${ignoreCase ? 'i' : 'c'}${pattern}`;
  const known = kept.get(key);
  if (known) return known;
  const made = program(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, made);
  return made;
}

/**
 * Asked for where it matched, the library goes to each instruction once for each character and keeps nothing; asked whether
 * it matched, it builds an automaton, whose states are new for each text where there are many repeats. That one is for the
 * large expressions that are stored.
 */
const isFit = (expression: RE2JS, text: string): boolean =>
  expression.programSize() > largestProgram ? expression.matches(text) : expression.matcher(text).matches();

/** Of a text in the form that is compared, the whole of it. */
export const fitsPattern = (pattern: string, ignoreCase: boolean, text: string): boolean =>
  isFit(compiled(pattern, ignoreCase), text);

/** By the words of the library: lookaheads and references are among what it does not have. */
const faults = {
  'missing closing )': 'openRound',
  'missing closing ]': 'openSquare',
  'unexpected )': 'closeRound',
  'missing argument to repetition operator': 'nothing',
  'invalid nested repetition operator': 'nested',
  'invalid repeat count': 'count',
  'invalid escape sequence': 'escape',
  'trailing backslash at end of expression': 'backslash',
  'invalid or unsupported Perl syntax': 'group',
  'invalid named capture': 'group',
  'invalid character class range': 'range',
} as const;
export type PatternWhat = (typeof faults)[keyof typeof faults] | 'other';

export type PatternFault =
  | { readonly kind: 'large' }
  /** `at`: the part of the expression. */
  | { readonly kind: 'pattern'; readonly what: PatternWhat; readonly at: string };

function faultOf(error: unknown): PatternFault {
  const { error: said = '', input } = error as { error?: string; input?: string | null };
  const what = Object.hasOwn(faults, said) ? faults[said as keyof typeof faults] : 'other';
  return { kind: 'pattern', what, at: input ?? '' };
}

/** What is wrong with a regular expression; null: nothing. */
export function patternFault(pattern: string): PatternFault | null {
  try {
    const size = program(pattern, 0).programSize();
    return size > largestProgram ? { kind: 'large' } : null;
  } catch (error) {
    return faultOf(error);
  }
}

/** The first of rules with which their expressions come to too much in all; -1: none. Each of them has no fault of its own. */
export function excessPattern(rules: readonly { readonly type: string; readonly pattern?: string }[]): number {
  let sum = 0;
  return rules.findIndex(({ pattern }) => {
    sum += pattern === undefined ? 0 : compiled(pattern, false).programSize();
    return sum > largestSum;
  });
}
