/** Lists of ids against plain arrays. */
import { describe, expect, it } from 'vitest';
import { common } from './id-list.ts';

const far = 2 ** 40;

describe('what two lists have in common', () => {
  it.each([
    ['nothing', [], [1, 2], []],
    ['no member', [3, 1], [], []],
    ['the order of the list, each once', [9, 2, 7, 4], [4, 9, 9, 100, 1], [9, 4]],
    ['the ends of the list', [8, 16, 24], [8, 24], [8, 24]],
    ['ids far apart', [1, far + 5, 3, far], [far, 3, far + 6], [3, far]],
  ])('%s', (_name, list, members, expected) => {
    expect(Array.from(common(Float64Array.from(list), Float64Array.from(members)))).toEqual(expected);
  });

  it('is the same for short and long ids', () => {
    const list = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1009);
    const members = list.filter((id) => id % 3 === 0);
    expect(Array.from(common(Uint32Array.from(list), Uint32Array.from(members)))).toEqual(members);
  });
});
