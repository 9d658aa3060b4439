/** What is said of a version that found so many test defects of each size. */
import { expect, test } from 'vitest';
import { probeWords } from './probes.ts';

const row = (kind: string, ...found: number[]) =>
  found.map((count, i) => ({ kind, px: 10 * 2 ** i, share: 0.01 * 2 ** i, found: count, tried: 10 }));

test('a kind is found from the size on from which all larger ones are found too', () => {
  const [scratch] = probeWords(row('scratch', 1, 9, 10, 9));
  expect(scratch).toEqual({ kind: 'scratch', word: 'finds', px: 20, found: 28, tried: 30 });
  // a lucky size below one that is missed does not count
  expect(probeWords(row('dent', 10, 3, 9, 10))[0]).toMatchObject({ word: 'finds', px: 40, found: 19, tried: 20 });
  expect(probeWords(row('dent', 10, 10, 10, 8))[0]).toEqual({
    kind: 'dent',
    word: 'some',
    px: 10,
    found: 38,
    tried: 40,
  });
});

test('a kind of which at most less than half is found at any size is missed', () => {
  expect(probeWords(row('missing', 0, 0, 2, 4))[0]).toMatchObject({ word: 'misses', found: 6, tried: 40 });
  expect(probeWords(row('missing', 0, 0, 5, 4))[0]!.word).toBe('some');
});

test('each kind has its word, in the order of the cells, whatever the order of sizes', () => {
  const cells = [...row('stain', 0, 10).toReversed(), ...row('scratch', 0, 0)];
  expect(probeWords(cells).map(({ kind, word, px }) => [kind, word, px])).toEqual([
    ['stain', 'finds', 20],
    ['scratch', 'misses', 10],
  ]);
  expect(probeWords([])).toEqual([]);
});
