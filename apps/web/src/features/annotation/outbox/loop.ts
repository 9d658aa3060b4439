// When to send: at once, in this tab's turn, and again after a while where it did not work.

import type { Outcome } from './sender.ts';
import type { InTurn } from './turn.ts';

export interface LoopParts {
  /** Sends what waits. */
  attempt: () => Promise<Outcome>;
  /** After each attempt. */
  changed: () => Promise<void>;
  onOver: () => void;
  inTurn: InTurn;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Loop {
  /** Something waits. */
  kick: () => void;
  /** Ends a wait between attempts. */
  retryNow: () => void;
  /** Somebody signed in again. */
  resume: () => void;
  succeeded: () => void;
  /** Ends for good, after what is under way here. */
  close: () => Promise<void>;
  isClosed: () => boolean;
  isOver: () => boolean;
  isFailing: () => boolean;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Longer after each failure, and never the same for two browsers: a server that comes back is not run over. */
const waitMs = (failures: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

export function createLoop({ attempt, changed, onOver, inTurn, wait }: LoopParts): Loop {
  let closed = false;
  let over = false;
  let failures = 0;
  let again = false;
  let hasTurn = false;
  let running: Promise<void> | null = null;
  let waking = new AbortController();

  /** Tries until nothing waits; holds the turn meanwhile, so that the other tabs' ops go out in order too. */
  async function run(): Promise<void> {
    for (let outcome: Outcome = 'away'; !closed && !over && (outcome !== 'done' || again);) {
      // each attempt needs the one before
      // oxlint-disable no-await-in-loop
      again = false;
      outcome = await attempt();
      if (outcome === 'over') {
        over = true;
        onOver();
      }
      failures = outcome === 'away' ? failures + 1 : 0;
      await changed();
      if (outcome === 'away' && !closed) await wait(waitMs(failures), waking.signal);
      // oxlint-enable no-await-in-loop
    }
  }
  async function takeTurn(): Promise<void> {
    hasTurn = true;
    await run().finally(() => (hasTurn = false));
  }
  /** The browser closed the store under us; the next edit or the next look tries again. */
  function storeFailed(): void {
    failures++;
    void changed().catch(() => undefined);
  }
  function kick(): void {
    again = true;
    if (closed || over) return;
    running ??= inTurn(takeTurn)
      .catch(storeFailed)
      .finally(() => {
        running = null;
        // something came between the last look and now
        if (again) kick();
      });
  }
  function retryNow(): void {
    waking.abort();
    waking = new AbortController();
    kick();
  }
  return {
    kick,
    retryNow,
    resume: () => {
      over = false;
      retryNow();
    },
    succeeded: () => {
      failures = 0;
    },
    close: async () => {
      closed = true;
      waking.abort();
      // another tab may hold the turn for long; what is under way here is waited for
      if (hasTurn) await running;
    },
    isClosed: () => closed,
    isOver: () => over,
    isFailing: () => failures > 0,
  };
}
