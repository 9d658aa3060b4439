/** Every cause of a failure has words in both languages: what it is called, what happened, what to do. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMessageKey, messages } from '../core/messages.ts';
import { causeGuides, guideOf } from './cause-guide.ts';

const engineCodes = [
  ...readFileSync(new URL('../../../../engine/loupe_engine/faults.py', import.meta.url), 'utf8').matchAll(
    /^ {8}"([a-z]+\.[a-zA-Z]+)",$/gm,
  ),
].map(([, code]) => code!);

describe('causes', () => {
  it.each(Object.entries(causeGuides))('%s says in zh and en what it is and what to do', (code, { title, hint }) => {
    const key = `cause.${code}`;
    expect(isMessageKey(key)).toBe(true);
    for (const text of [title, hint, messages[key as 'cause.disk.full']]) {
      expect(text.zh).toMatch(/\p{Script=Han}/u);
      expect(text.en).toMatch(/[a-z]/);
    }
    expect(title.en.length).toBeLessThan(40);
  });

  it('knows every code of the engine, as a cause or as a warning', () => {
    expect(engineCodes.length).toBeGreaterThan(12);
    for (const code of engineCodes) {
      expect(isMessageKey(`cause.${code}`) || isMessageKey(`warning.${code}`), code).toBe(true);
    }
  });

  it('reads a code of tomorrow as an error within the engine', () => {
    expect(guideOf('toString')).toBe(causeGuides['engine.internal']);
  });
});
