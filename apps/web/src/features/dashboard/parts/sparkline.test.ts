import { expect, it } from 'vitest';
import { sparkPath } from './Sparkline.tsx';

it('draws from the right, and starts over after a gap', () => {
  expect(sparkPath([], 5)).toBe('');
  expect(sparkPath([0, 1], 5)).toBe('M90.0 31.0L120.0 1.0');
  expect(sparkPath([1, null, 0.5, 0], 4)).toBe('M0.0 1.0M80.0 16.0L120.0 31.0');
});
