/** How long a model that kills its hosts is refused: by time that passes, whatever becomes of the clock. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../core/errors.ts';
import { makeBreaker } from './breaker.ts';

const model = 'a'.repeat(64);
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function struck() {
  const breaker = makeBreaker();
  for (let i = 0; i < 3; i++) {
    breaker.begin(model);
    breaker.end(model, new AppError('inference.timeout', { args: { model: 'm', seconds: 30 } }));
  }
  return breaker;
}

it('is a minute, also where the clock is set back', () => {
  const breaker = struck();
  vi.setSystemTime(Date.now() - 2 * hour);
  vi.advanceTimersByTime(30_000);
  expect(breaker.refusal(model)).toBeDefined();
  vi.advanceTimersByTime(31_000);
  expect(breaker.refusal(model)).toBeUndefined();
});

it('is no shorter where the clock is set forward', () => {
  const breaker = struck();
  vi.setSystemTime(Date.now() + 2 * hour);
  expect(breaker.refusal(model)).toBeDefined();
});
