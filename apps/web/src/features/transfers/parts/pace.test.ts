import { describe, expect, it } from 'vitest';
import { makePace, retryDelay } from './pace.ts';

describe('pace of an upload', () => {
  it('is that of the last seconds', () => {
    const pace = makePace();
    pace.seen(0, 0);
    expect(pace.rate()).toBeNull();
    pace.seen(1000, 1000);
    expect(pace.rate()).toBe(1000);
    pace.seen(1000, 2000);
    pace.seen(2000, 20_000);
    pace.seen(7000, 21_000);
    expect(pace.rate()).toBe(5000);
  });

  it('starts over when a part is sent again', () => {
    const pace = makePace();
    pace.seen(8000, 0);
    pace.seen(5000, 1000);
    expect(pace.rate()).toBeNull();
    pace.seen(6000, 2000);
    expect(pace.rate()).toBe(1000);
  });

  it('waits longer each time, but never for minutes', () => {
    expect([0, 1, 2, 3].map(retryDelay)).toEqual([1000, 2000, 4000, 8000]);
    expect(retryDelay(500)).toBe(30_000);
  });
});
