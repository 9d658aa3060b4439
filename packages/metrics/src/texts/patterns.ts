// Regular expressions of rules (RE2 syntax, which takes time in proportion to a text), as they are held against texts.

import { RE2JS } from 're2js';

/**
 * Instructions of a compiled expression. At 500 a text of 100 characters takes a millisecond or two; repeats of repeats come
 * to tens of thousands, each of which is gone through for each character.
 */
const largestProgram = 500;

const meta = /[\\.+*?()|[\]{}^$-]/g;
/** A text as an expression that stands for itself. */
export const literal = (text: string): string => text.replaceAll(meta, String.raw`\$&`);

const folded = (text: string): string => text.normalize('NFKC');
const sizeOf = (text: string): number => [...text].length;

/** A class, what is quoted, what an escape stands for, a character with or without an escape. */
const tokens = /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\?[\s\S]/gu;
const members = /\[:\^?\w+:\]|\\[pPx]\{[^}]*\}|\\?[\s\S]/gu;
const isCharacter = (token: string): boolean => sizeOf(token) === 1 || (token.startsWith('\\') && sizeOf(token) === 2);
const characterOf = (token: string): string => (sizeOf(token) === 2 ? token.slice(1) : token);

/** A range is folded as a whole, such as Ａ-Ｚ, or stays as it is: it must not turn round or take in others. */
function foldedRange(from: string, to: string): string {
  const ends = [characterOf(from), characterOf(to)];
  const [low, high] = ends.map(folded) as [string, string];
  const widths = [ends, [low, high]].map(([one, other]) => other!.codePointAt(0)! - one!.codePointAt(0)!);
  const isWhole = sizeOf(low) === 1 && sizeOf(high) === 1 && widths[0] === widths[1];
  return isWhole && low !== ends[0] ? `${literal(low)}-${literal(high)}` : `${from}-${to}`;
}

/** A member that comes to several characters stands beside the class: [0-9℃] is [0-9]|°C. No text has it for a class to exclude. */
function foldedClass(token: string): string {
  const [, start = '', inner = ''] = /^(\[\^?\]?)([\s\S]*)\]$/u.exec(token) ?? [];
  const all: readonly string[] = inner.match(members) ?? [];
  let single = '';
  const several: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const [one, next, last] = [all[i]!, all[i + 1], all[i + 2]];
    if (next === '-' && last !== undefined && isCharacter(one) && isCharacter(last)) {
      single += foldedRange(one, last);
      i += 2;
      continue;
    }
    const is = isCharacter(one) ? folded(characterOf(one)) : '';
    if (is === '' || is === characterOf(one)) single += one;
    else if (sizeOf(is) === 1) single += literal(is);
    else if (!start.startsWith('[^')) several.push(literal(is));
  }
  const others = single === '' && start === '[' ? [] : [`${start}${single}]`];
  return several.length === 0 ? `${start}${single}]` : `(?:${[...others, ...several].join('|')})`;
}

function foldedToken(token: string): string {
  if (token.startsWith('[') && token.length > 1) return foldedClass(token);
  if (token.startsWith('\\Q')) return literal(folded(token.slice(2).replace(/\\E$/, '')));
  if (!isCharacter(token)) return token;
  const is = folded(characterOf(token));
  if (is === characterOf(token)) return token;
  return sizeOf(is) === 1 ? literal(is) : `(?:${literal(is)})`;
}

/**
 * The expression in compatibility form (Unicode NFKC), as texts are compared, so that what is typed as it is printed finds
 * itself: （合格）, 25℃. What it comes to stands for itself: a bracket in full width begins no group.
 */
export const foldedPattern = (pattern: string): string =>
  (pattern.normalize('NFC').match(tokens) ?? []).map(foldedToken).join('').normalize('NFC');

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

/** Of a text in the form that is compared, the whole of it. */
export const fitsPattern = (pattern: string, ignoreCase: boolean, text: string): boolean =>
  compiled(pattern, ignoreCase).matches(text);

export type PatternFault = {
  readonly kind: 'pattern' | 'large';
  /** In the words of its library. */
  readonly why: string;
};

/** What is wrong with a regular expression; null: nothing. */
export function patternFault(pattern: string): PatternFault | null {
  try {
    const size = program(pattern, 0).programSize();
    return size > largestProgram ? { kind: 'large', why: `${size} > ${largestProgram}` } : null;
  } catch (error) {
    return { kind: 'pattern', why: error instanceof Error ? error.message : String(error) };
  }
}
