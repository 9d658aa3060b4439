// Names while they are typed, and what is said of one that is not allowed.
import { describe, expect, it } from 'vitest';
import { folderName, longName, nameFault, pastedName, shortName, typedName } from './name-rule.ts';

describe('names while they are typed', () => {
  it('turns spaces and hyphens into underscores where the rule forbids them, one for one', () => {
    expect(typedName('line 2-top', 'name')).toBe('line_2_top');
    expect(typedName('产线　二－上—下', 'name')).toBe('产线_二_上_下');
    expect(typedName('a  b ', 'name')).toBe('a__b_');
    expect(typedName('train 01-b–c', 'folder')).toBe('train_01-b-c');
  });

  it('leaves what may mean something else to the person', () => {
    expect(typedName('a/b.c', 'name')).toBe('a/b.c');
  });

  it('takes the ends off what is pasted', () => {
    expect(pastedName('  line 2\n', 'name')).toBe('line_2');
  });
});

describe('what is wrong with a name', () => {
  it('names the characters, each once', () => {
    expect(nameFault('a/b.c/d', longName)).toEqual({ why: 'characters', which: '/ .' });
    expect(nameFault('a-b', longName)).toEqual({ why: 'characters', which: '-' });
    expect(nameFault('a-b', folderName)).toBeNull();
  });

  it('counts a name that is too long', () => {
    expect(nameFault('x'.repeat(30), shortName)).toBeNull();
    expect(nameFault('x'.repeat(31), shortName)).toEqual({ why: 'long', count: 31 });
    expect(nameFault('x'.repeat(31), longName)).toBeNull();
    // characters that JavaScript counts as two are one for the server
    expect(nameFault('𠮷'.repeat(30), shortName)).toBeNull();
    expect(nameFault('𠮷'.repeat(31), shortName)).toEqual({ why: 'long', count: 31 });
  });

  it('misses an empty one', () => {
    expect(nameFault('  ', longName)).toEqual({ why: 'missing' });
  });
});
