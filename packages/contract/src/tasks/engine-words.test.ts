/** What the engine says of a fault or a warning fills the text that a person reads: no place in it stays empty. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMessageKey, messages } from '../core/messages.ts';

const engine = new URL('../../../../engine/loupe_engine/', import.meta.url);
const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.py'))
  .map((path) => [path, readFileSync(new URL(path, engine), 'utf8')] as const);

interface Said {
  place: string;
  key: string;
  gives: Set<string>;
}

/** The text up to the bracket that closes the call. */
function callAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
  return text.slice(start, end - 1);
}

const said = sources.flatMap(([path, text]): Said[] =>
  [...text.matchAll(/\b(Fault|warn)\("(\w+\.\w+)"/g)]
    .map((match) => {
      const [whole, kind, code] = match as unknown as [string, string, string];
      const call = callAt(text, match.index + whole.length);
      const gives = new Set([...call.matchAll(/\b(\w+)=/g)].map(([, name]) => name!));
      // Fault(code, stage, file, …)
      if (kind === 'Fault' && call.split(',').filter((part) => part.trim() !== '' && !part.includes('=')).length > 1)
        gives.add('file');
      // what has no place of its own is the reason
      if (['field', 'reason', 'message'].some((name) => gives.has(name))) gives.add('why');
      // details that are computed are not in the source
      if (call.includes('**')) return [];
      const key = [`warning.${code}`, `cause.${code}`].find((one) => kind === 'warn' || one.startsWith('cause'));
      const warned = kind === 'warn' && !isMessageKey(`warning.${code}`) ? `cause.${code}` : key!;
      return [{ place: path, key: warned, gives }];
    })
    .flat(),
);

describe('faults and warnings', () => {
  it('are found in the source', () => {
    expect(said.length).toBeGreaterThan(30);
    expect(said.map(({ key }) => key)).toEqual(expect.arrayContaining(['cause.trunk.damaged', 'warning.data.flat']));
  });

  it.each(said.map((one) => [`${one.key} of ${one.place}`, one] as const))('%s', (_, { place, key, gives }) => {
    // the loop names the file, whichever recipe does not take it
    if (place.startsWith('recipes/') && key === 'cause.start.damaged') gives.add('file');
    if (!isMessageKey(key)) throw new Error(`${key} has no text`);
    for (const text of Object.values(messages[key])) {
      const wanted = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      expect(wanted.filter((name) => !gives.has(name))).toEqual([]);
    }
  });
});
