/** The table of what shapes mean: it covers what each model type takes, and the guides say the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { families } from './families/index.ts';
import { shapeMeanings } from './shape-meaning.ts';

const guide = (language: 'zh' | 'en') =>
  readFileSync(path.join(import.meta.dirname, `../../../docs/guide/${language}.md`), 'utf8');
const own = Object.values(families).flatMap(({ modelTypes }) => modelTypes);

describe.each(own.map((type) => [type.id, type] as const))('%s', (id, { shapes, name }) => {
  it('says what each of its kinds of shapes means, and nothing of others', () => {
    expect(Object.keys(shapeMeanings[id]).sort()).toEqual([...shapes, 'ignore'].sort());
  });

  it.each(['zh', 'en'] as const)('has the same words in the %s guide', (language) => {
    const text = guide(language);
    expect(text).toContain(name[language]);
    for (const meaning of Object.values(shapeMeanings[id])) expect(text).toContain(meaning[language]);
  });
});
