/** How fast bytes go out, over the last seconds, and how long a failed attempt waits for the next. */

export interface Pace {
  /** Tells how many bytes are out by now. */
  seen: (bytes: number, now?: number) => void;
  /** Bytes per second; null until two looks lie apart. */
  rate: () => number | null;
}

const windowMs = 8000;

export const makePace = (): Pace => {
  let looks: { at: number; bytes: number }[] = [];
  return {
    seen: (bytes, now = performance.now()) => {
      // A part that is sent again after a cut begins below what was seen.
      if (looks.length > 0 && bytes < looks.at(-1)!.bytes) looks = [];
      looks = [...looks.filter((look) => now - look.at <= windowMs), { at: now, bytes }];
    },
    rate: () => {
      const [first, last] = [looks[0], looks.at(-1)];
      if (!first || !last || last.at - first.at < 500) return null;
      return (1000 * (last.bytes - first.bytes)) / (last.at - first.at);
    },
  };
};

const firstDelayMs = 1000;
const lastDelayMs = 30_000;
/** 1, 2, 4 … 30 s: an upload waits for its connection as long as it takes. */
export const retryDelay = (attempt: number): number => Math.min(lastDelayMs, firstDelayMs * 2 ** attempt);
