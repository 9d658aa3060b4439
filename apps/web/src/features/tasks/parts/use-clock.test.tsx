import type { Task } from '@loupe/contract';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSecondsLeft } from './use-clock.ts';

const training = (attempt: number, phase: string, etaSeconds: number | null) =>
  ({
    state: 'running',
    attempt,
    progress: { phase, done: 1, total: 9, unit: 'step', etaSeconds },
  }) as Task;

it('follows the announced end slowly, and begins a stage without the end of the one before', () => {
  const { result, rerender } = renderHook(useSecondsLeft, { initialProps: training(1, 'train', 100) });
  expect(result.current).toBeCloseTo(100, 0);
  rerender(training(1, 'train', 200));
  expect(result.current).toBeCloseTo(130, 0);
  rerender(training(1, 'validate', null));
  expect(result.current).toBeCloseTo(130, 0);
  // the next stage measures its speed first
  rerender(training(2, 'train', null));
  expect(result.current).toBeNull();
  rerender(training(2, 'train', 300));
  expect(result.current).toBeCloseTo(300, 0);
});
