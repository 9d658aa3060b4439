import { newShape } from '@loupe/contract';
import { expect, it } from 'vitest';
import { checkShape } from './check-shape.ts';

it('says what is wrong with the corners of a text', () => {
  const keyOf = (points: number[]) => {
    const shape = newShape({ id: '01890000-0000-7000-8000-000000000000', labelId: 1, kind: 'quad', points });
    const checked = checkShape(shape, { width: 100, height: 50, kinds: ['quad'] });
    return 'key' in checked ? checked.key : null;
  };
  expect(keyOf([1, 1, 9, 1, 9, 9])).toBe('annotation.corners');
  expect(keyOf([1, 1, 9, 1, 9, 9, 5, 12, 1, 9])).toBe('annotation.corners');
  expect(keyOf([1, 1, 9, 9, 9, 1, 1, 9])).toBe('annotation.crossed');
  expect(keyOf([1, 1, 900, 1, 9, 9, 1, 9])).toBe('annotation.outside');
  expect(keyOf([1, 1, 9, 1, 9, 9, 1, 9])).toBeNull();
});
