/** How long a training still takes, as its page counts it down: in each stage anew, and never "0 s left". */
import type { Task } from '@loupe/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSecondsLeft } from './use-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (index: number, phase: string, etaSeconds: number | null) =>
  ({
    state: 'running',
    stage: { index, count: 2 },
    progress: { phase, done: 1, total: 9, etaSeconds },
  }) as unknown as Task;
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(1000 * seconds));

it('takes the word of the next stage as it is, however long the one before is over', () => {
  const { result, rerender } = renderHook((task: Task) => useSecondsLeft(task), { initialProps: at(0, 'train', 10) });
  expect(result.current).toBe(10);
  pass(60);
  rerender(at(1, 'train', 70));
  expect(result.current).toBe(70);
});

it('says nothing once the time that was told is over, as in a long last validation', () => {
  const { result, rerender } = renderHook((task: Task) => useSecondsLeft(task), { initialProps: at(1, 'train', 4) });
  rerender(at(1, 'validate', null));
  pass(3);
  expect(result.current).toBe(1);
  pass(2);
  expect(result.current).toBeNull();
});
