import type { Task } from '@loupe/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSecondsLeft } from './use-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

it('says nothing once the time that was told is over, as in a long last validation', () => {
  const { result, rerender } = renderHook(useSecondsLeft, { initialProps: training(1, 'train', 4) });
  rerender(training(1, 'validate', null));
  act(() => void vi.advanceTimersByTime(3000));
  expect(result.current).toBeCloseTo(1, 0);
  act(() => void vi.advanceTimersByTime(2000));
  expect(result.current).toBeNull();
});
