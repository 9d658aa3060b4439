/** The smallest store: one value that components can read and that everything else can set. */
import { useSyncExternalStore } from 'react';
import { afterPaint } from './after-paint.ts';

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Who is notified later; null while everybody is at once. */
let held: Set<() => void> | null = null;

/** What `work` sets holds at once, but components hear of it once `ready`, asked after `work`, has ended. It must not fail. */
export const notifyAfter = (ready: () => Promise<unknown>, work: () => void): void => {
  if (held) return work();
  const waiting = new Set<() => void>();
  held = waiting;
  try {
    work();
  } finally {
    held = null;
    if (waiting.size > 0) void ready().then(() => waiting.forEach((notify) => notify()));
  }
};

/** So what `work` draws beside React is seen before React has redrawn everything around it. */
export const notifyAfterPaint = (work: () => void): void => notifyAfter(afterPaint, work);

export const makeStore = <T>(initial: T, onSet?: (value: T) => void): Store<T> => {
  let value = initial;
  /** What listeners know, and whether one may have read something newer since, as a component does that is redrawn. */
  let known = initial;
  let isAhead = false;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    if (!isAhead && Object.is(known, value)) return;
    known = value;
    isAhead = false;
    for (const listener of listeners) listener();
  };
  return {
    get: () => {
      isAhead ||= !Object.is(known, value);
      return value;
    },
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      onSet?.(next);
      if (held) held.add(notify);
      else notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

// The third is for rendering to a string, as tests do.
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);
