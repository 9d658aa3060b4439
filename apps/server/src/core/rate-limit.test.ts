/** Whoever guesses is slowed down; whoever is right need not wait for the end of the window. */
import { limits } from '@loupe/contract';
import { expect, it, vi } from 'vitest';
import { accountPace } from '../features/account/login.ts';
import { rateLimit } from './rate-limit.ts';

it('lets the first ones through, then makes each next one wait longer, up to a bound', () => {
  let now = 0;
  const limit = rateLimit({ max: 3, windowSeconds: 600, pauseSeconds: 5, longestSeconds: 20 }, () => now);
  const tries = () => limit.attempt('key');
  expect([tries(), tries(), tries(), tries()]).toEqual([0, 0, 0, 5]);
  now += 5000;
  expect([tries(), tries()]).toEqual([0, 10]);
  now += 10_000;
  expect([tries(), tries()]).toEqual([0, 20]);
  now += 20_000;
  expect([tries(), tries()]).toEqual([0, 20]);
  expect(() => limit.take('key')).toThrow('rate.limited');
  expect(limit.attempt('another')).toBe(0);
  limit.clear('key');
  expect(tries()).toBe(0);
});

it('nobody waits longer because the clock was set back', () => {
  const limit = rateLimit({ max: 1, windowSeconds: 600, pauseSeconds: 5, longestSeconds: 20 });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    limit.attempt('key');
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(limit.attempt('key')).toBeLessThanOrEqual(5);
  } finally {
    vi.useRealTimers();
  }
});

it('bounds what somebody can guess who asks without end, and lets nobody wait longer than a minute', () => {
  let now = 0;
  const limit = rateLimit(accountPace, () => now);
  let guesses = 0;
  let longest = 0;
  for (; now < 86_400_000; now += 1000) {
    const wait = limit.attempt('key');
    if (wait === 0) guesses++;
    longest = Math.max(longest, wait);
  }
  expect(longest).toBeLessThanOrEqual(limits.loginLongestPauseSeconds);
  // the weakest password that is allowed has six characters
  expect(guesses).toBeLessThan(3000);
});
