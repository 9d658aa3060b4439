import { expect, test } from 'vitest';
import { learnedImages } from './learned-images.ts';

const [ready, trained] = [{ training: 'none' }, { training: 'full' }];

test('images that trained stand before those that validated', () => {
  expect(learnedImages({ train: 1200, val: 30 }, [{}])).toBe('1,200 + 30');
  expect(learnedImages({ train: 10, val: 2 }, [ready, trained])).toBe('10 + 2');
  expect(learnedImages({ train: 10, val: 2 }, [])).toBe('10 + 2');
});

test('what is ready-made learned from none, and was validated on all where none was held back', () => {
  expect(learnedImages({ train: 10, val: 2 }, [ready, ready])).toBe('0 + 2');
  expect(learnedImages({ train: 10, val: 0 }, [ready])).toBe('0 + 10');
});
