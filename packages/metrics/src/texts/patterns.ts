// Regular expressions of rules (RE2 syntax, which takes time in proportion to a text), as they are held against texts.

import { RE2JS } from 're2js';

/**
 * Instructions of a compiled expression. At 500 a text of 100 characters takes a millisecond or two; repeats of repeats come
 * to tens of thousands, each of which is gone through for each character.
 */
const largestProgram = 500;

const meta = /[\\.+*?()|[\]{}^$-]/g;
const literal = (text: string): string => text.replaceAll(meta, String.raw`\$&`);

/**
 * The expression in compatibility form (Unicode NFKC), as texts are compared, so that what is typed as it is printed finds
 * itself: （合格）, 25℃. What it comes to stands for itself: a bracket in full width begins no group.
 */
export function foldedPattern(pattern: string): string {
  let [isSet, isQuoted, out] = [false, false, ''];
  for (const [token] of pattern.normalize('NFC').matchAll(/\\[\s\S]|[\s\S]/gu)) {
    const character = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
    const folded = character.normalize('NFKC');
    if (folded !== character) {
      const is = isQuoted ? folded : literal(folded);
      out += isSet || isQuoted || [...folded].length === 1 ? is : `(?:${is})`;
      continue;
    }
    out += token;
    if (token === '\\Q') isQuoted = true;
    else if (token === '\\E') isQuoted = false;
    else if (isQuoted) continue;
    else if (token === '[') isSet = true;
    else if (token === ']') isSet = false;
  }
  return out;
}

const kept = new Map<string, RE2JS>();
const mostKept = 100;

/** Throws for what is no expression of RE2. */
function compiled(pattern: string, ignoreCase: boolean): RE2JS {
  const key = `${ignoreCase ? 'i' : 'c'}${pattern}`;
  const known = kept.get(key);
  if (known) return known;
  const made = RE2JS.compile(foldedPattern(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, made);
  return made;
}

/** Of a text in the form that is compared, the whole of it. */
export const fitsPattern = (pattern: string, ignoreCase: boolean, text: string): boolean =>
  compiled(pattern, ignoreCase).matches(text);

export type PatternFault = {
  readonly kind: 'pattern' | 'large';
  /** In the words of its library. */ readonly why: string;
};

/** What is wrong with a regular expression; null: nothing. */
export function patternFault(pattern: string): PatternFault | null {
  try {
    const size = RE2JS.compile(foldedPattern(pattern)).programSize();
    return size > largestProgram ? { kind: 'large', why: `${size} > ${largestProgram}` } : null;
  } catch (error) {
    return { kind: 'pattern', why: error instanceof Error ? error.message : String(error) };
  }
}
