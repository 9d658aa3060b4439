/** Every cause of a failure has words in both languages: what it is called, what happened, what to do. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMessageKey, messages } from '../core/messages.ts';
import { causeGuides, guideOf } from './cause-guide.ts';

const fixture = new URL('../../fixtures/engine-codes.json', import.meta.url);
/** Codes with the details that come with each, as the engine's tests print them. */
const printed = JSON.parse(readFileSync(fixture, 'utf8')) as Record<'causes' | 'warnings', Record<string, string[]>>;

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

  it('has words for every code of the engine', () => {
    for (const code of Object.keys(printed.causes)) expect(Object.keys(causeGuides)).toContain(code);
  });

  it('a process that is lost is said of each attempt and of tasks without an engine: nothing of several times, nor of training', () => {
    const said = messages['cause.engine.lost'];
    expect(`${said.en} ${causeGuides['engine.lost']!.title.en}`).not.toMatch(/engine|several|train/i);
    expect(`${said.zh} ${causeGuides['engine.lost']!.title.zh}`).not.toMatch(/训练|引擎|多次/);
  });

  it('reads a code of tomorrow as an error within the engine', () => {
    expect(guideOf('toString')).toBe(causeGuides['engine.internal']);
  });
});
