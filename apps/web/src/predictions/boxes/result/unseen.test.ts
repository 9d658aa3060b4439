import { describe, expect, it } from 'vitest';
import { unseenOfBoth } from './unseen.ts';

const names = ['#1', '#2'] as const;

describe('what two tests did not see of an image', () => {
  it('is said once where both say the same', () => {
    expect(unseenOfBoth(['a', 'a'], names)).toEqual([{ name: '', text: 'a' }]);
    expect(unseenOfBoth(['', ''], names)).toEqual([]);
  });
  it('names the test that did not see it', () => {
    expect(unseenOfBoth(['', 'b'], names)).toEqual([{ name: '#2', text: 'b' }]);
    expect(unseenOfBoth(['a', 'b'], names)).toEqual([
      { name: '#1', text: 'a' },
      { name: '#2', text: 'b' },
    ]);
  });
});
