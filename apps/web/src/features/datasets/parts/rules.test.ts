// Label rows and selection: what is decided before anything is sent.
import { describe, expect, it } from 'vitest';
import { draftFault, faultyRows, namedDrafts } from './label-rules.ts';

describe('label rows', () => {
  const row = (name: string, color = '#f2545b') => ({ name, color });

  it('leaves rows without a name out', () => {
    expect(draftFault([row(''), row(' 毛刺 ')])).toBeNull();
    expect(namedDrafts([row(''), row(' 毛刺 ')])).toEqual([row('毛刺')]);
  });

  it('finds names that are not allowed or there twice, and colours that are none', () => {
    expect(draftFault([row('a b')])).toBe('invalid');
    expect(draftFault([row('x'.repeat(31))])).toBe('invalid');
    expect(draftFault([row('Crack'), row('crack ')])).toBe('twice');
    expect(draftFault([row('crack', 'red')])).toBe('incomplete');
  });

  it('says which rows are at fault: of two of one name the second', () => {
    expect([...faultyRows([row('Crack'), row(''), row('crack '), row('dent')])]).toEqual([2]);
    expect([...faultyRows([row('a b'), row('dent', 'red')])]).toEqual([0, 1]);
  });
});
