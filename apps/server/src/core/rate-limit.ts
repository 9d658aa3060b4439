/** Counts failures by key in a sliding window, in this process; memory is bounded. */
import { AppError } from './errors.ts';

export interface RateLimit {
  /** Counts an attempt in advance, so that parallel ones cannot slip through; throws 429 when there were too many. */
  take: (key: string) => void;
  /** It was no failure after all: this attempt does not count. */
  giveBack: (key: string) => void;
  /** Forget the key. */
  clear: (key: string) => void;
}

const maxKeys = 50_000;

export function rateLimit(max: number, windowSeconds: number, now: () => number = Date.now): RateLimit {
  const attempts = new Map<string, number[]>();
  const windowMs = windowSeconds * 1000;
  return {
    take: (key) => {
      const recent = (attempts.get(key) ?? []).filter((at) => at > now() - windowMs);
      if (recent.length >= max) {
        const seconds = Math.ceil((recent[0]! + windowMs - now()) / 1000);
        throw new AppError('rate.limited', { code: 429, args: { seconds: Math.max(1, seconds) } });
      }
      recent.push(now());
      // Put back at the end: the map is ordered by last use, and the oldest goes first.
      attempts.delete(key);
      attempts.set(key, recent);
      if (attempts.size > maxKeys) attempts.delete(attempts.keys().next().value!);
    },
    giveBack: (key) => void attempts.get(key)?.pop(),
    clear: (key) => void attempts.delete(key),
  };
}
