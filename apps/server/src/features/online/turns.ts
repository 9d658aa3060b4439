/** Whose image is read next: few at a time, in turn by who asks, and no more may wait than will soon be answered. */
import { AppError } from '../../core/errors.ts';

export interface TurnBounds {
  /** Images in memory at a time: in all, and of one who asks. */
  atOnce: number;
  each: number;
  /** Requests that wait unread: in all, and of one who asks. */
  waiting: number;
  waitingEach: number;
  /** Longest time that one waits. */
  waitMs: number;
}

export const turnBounds: TurnBounds = { atOnce: 16, each: 8, waiting: 64, waitingEach: 32, waitMs: 20_000 };

export interface Turns {
  /** Resolves when it is the turn of one of `by`, to what gives the place back. Throws `inference.busy`: 503, or 429 for one who asks too much. */
  take: (by: string) => Promise<() => void>;
}

interface Waiting {
  by: string;
  begin: () => void;
}

export const busy = (code: 429 | 503): AppError => new AppError('inference.busy', { code, args: { seconds: 1 } });

export function makeTurns({ atOnce, each, waiting: waitingMax, waitingEach, waitMs }: TurnBounds = turnBounds): Turns {
  const held = new Map<string, number>();
  const waiting: Waiting[] = [];
  let free = atOnce;
  const heldBy = (by: string): number => held.get(by) ?? 0;

  /** Who holds the fewest goes first; of these, who came first. */
  function next(): Waiting | undefined {
    const may = waiting.filter(({ by }) => heldBy(by) < each);
    return may.toSorted((a, b) => heldBy(a.by) - heldBy(b.by))[0];
  }

  function dispatch(): void {
    for (let one = next(); one !== undefined && free > 0; one = next()) {
      waiting.splice(waiting.indexOf(one), 1);
      free -= 1;
      held.set(one.by, heldBy(one.by) + 1);
      one.begin();
    }
  }

  function giveBack(by: string): void {
    free += 1;
    if (heldBy(by) === 1) held.delete(by);
    else held.set(by, heldBy(by) - 1);
    dispatch();
  }

  return {
    take: (by) => {
      if (waiting.filter((one) => one.by === by).length >= waitingEach) return Promise.reject(busy(429));
      if (waiting.length >= waitingMax) return Promise.reject(busy(503));
      return new Promise((resolve, reject) => {
        const begin = () => {
          clearTimeout(timer);
          resolve(() => giveBack(by));
        };
        const one = { by, begin };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(busy(503));
        }, waitMs);
        waiting.push(one);
        dispatch();
      });
    },
  };
}
