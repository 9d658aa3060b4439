import { describe, expect, it } from 'vitest';
import { isTooDeep } from './body.ts';
import { rateLimit } from './rate-limit.ts';

describe('at the door', () => {
  it('counts brackets outside texts only', () => {
    const deep = (text: string) => isTooDeep(Buffer.from(text));
    expect(deep('['.repeat(65))).toBe(true);
    expect(deep('['.repeat(64))).toBe(false);
    expect(deep(`"${'['.repeat(100)}"`)).toBe(false);
    expect(deep(`"\\"${'['.repeat(100)}"`)).toBe(false);
    expect(deep('[]'.repeat(1000))).toBe(false);
  });

  it('forgets failures when the window has passed', () => {
    let now = 0;
    const limit = rateLimit({ max: 2, windowSeconds: 10, pauseSeconds: 10, longestSeconds: 10 }, () => now);
    limit.take('k');
    now = 6000;
    limit.take('k');
    expect(() => limit.take('k')).toThrow('rate.limited');
    expect(() => limit.take('other')).not.toThrow();
    now = 10_001;
    expect(() => limit.take('k')).not.toThrow();
    expect(() => limit.take('k')).toThrow('rate.limited');
    limit.giveBack('k');
    expect(() => limit.take('k')).not.toThrow();
    limit.clear('k');
    expect(() => limit.take('k')).not.toThrow();
  });
});
