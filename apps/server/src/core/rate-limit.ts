/** Counts failures by key in a sliding window and makes who has too many wait; in this process, in bounded memory. */
import { AppError } from './errors.ts';

export interface RateLimit {
  /** Counts an attempt in advance, so that parallel ones cannot slip through. Answers 0, or the seconds to wait where it may not be made. */
  attempt: (key: string) => number;
  /** The same, but throws 429 where it may not be made. */
  take: (key: string) => void;
  /** It was no failure after all: this attempt does not count. */
  giveBack: (key: string) => void;
  /** Forget the key. */
  clear: (key: string) => void;
}

export interface Pace {
  /** Attempts in the window that may come as quickly as they like. */
  readonly max: number;
  readonly windowSeconds: number;
  /** Seconds from one attempt to the next beyond them; doubled with each further one, up to `longestSeconds`. */
  readonly pauseSeconds: number;
  readonly longestSeconds: number;
}

const maxKeys = 50_000;

export function rateLimit(pace: Pace, now: () => number = () => performance.now()): RateLimit {
  const attempts = new Map<string, number[]>();
  const windowMs = pace.windowSeconds * 1000;
  const waitMs = (recent: readonly number[]): number => {
    const beyond = recent.length - pace.max;
    if (beyond < 0) return 0;
    const pause = Math.min(pace.pauseSeconds * 2 ** Math.min(beyond, 30), pace.longestSeconds);
    return Math.max(0, recent.at(-1)! + pause * 1000 - now());
  };
  const attempt = (key: string): number => {
    const recent = (attempts.get(key) ?? []).filter((at) => at > now() - windowMs);
    const wait = waitMs(recent);
    if (wait > 0) return Math.ceil(wait / 1000);
    recent.push(now());
    // Put back at the end: the map is ordered by last use, and the oldest goes first.
    attempts.delete(key);
    attempts.set(key, recent);
    if (attempts.size > maxKeys) attempts.delete(attempts.keys().next().value!);
    return 0;
  };
  return {
    attempt,
    take: (key) => {
      const seconds = attempt(key);
      if (seconds > 0) throw new AppError('rate.limited', { code: 429, args: { seconds } });
    },
    giveBack: (key) => void attempts.get(key)?.pop(),
    clear: (key) => void attempts.delete(key),
  };
}
