/** What the engine says of a fault or a warning fills the text that a person reads: no place in it stays empty. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMessageKey, messages } from '../core/messages.ts';

const fixture = new URL('../../fixtures/engine-codes.json', import.meta.url);
/** Codes with the details that come with each, as the engine's tests print them. */
const printed = JSON.parse(readFileSync(fixture, 'utf8')) as Record<'causes' | 'warnings', Record<string, string[]>>;

const codes = [
  ...Object.entries(printed.causes).map(([code, details]) => [`cause.${code}`, details] as const),
  ...Object.entries(printed.warnings).map(
    ([code, details]) => [isMessageKey(`warning.${code}`) ? `warning.${code}` : `cause.${code}`, details] as const,
  ),
];

describe('faults and warnings', () => {
  it.each(codes)('%s', (key, details: string[]) => {
    if (!isMessageKey(key)) throw new Error(`${key} has no text`);
    // what has no place of its own is the reason
    const reason = ['field', 'reason', 'message'].some((name) => details.includes(name)) ? ['why'] : [];
    for (const text of Object.values(messages[key])) {
      const wanted = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      expect(wanted.filter((name) => ![...details, ...reason].includes(name))).toEqual([]);
    }
  });
});
