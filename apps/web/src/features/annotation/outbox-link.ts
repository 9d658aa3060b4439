/**
 * The outbox of whoever is signed in. There is one for the whole app: what was drawn goes out on every page, and what a
 * session that ended left behind goes out when the same person signs in again.
 */
import { api } from '@loupe/contract';
import { v4 as uuid } from 'uuid';
import { call } from '../../core/call.ts';
import { handleError } from '../../core/errors.ts';
import { overStore, sessionStore } from '../../core/session.ts';
import { makeStore } from '../../core/store.ts';
import { createOutbox, type Acknowledgement, type Outbox, type OutboxState } from './outbox/index.ts';

export interface SavedState extends OutboxState {
  /** When everything was last known to be on the server; null: nothing was sent since the page was loaded. */
  at: number | null;
}

const nothing: SavedState = { kind: 'saved', pending: 0, rejected: 0, durable: true, at: null };
export const savedStore = makeStore<SavedState>(nothing);

type Listener = (acknowledgement: Acknowledgement) => void;
const listeners = new Set<Listener>();

let link: { userId: number; outbox: Outbox } | null = null;
/** The store of one user is closed before that of the next is opened. */
let closing: Promise<unknown> = Promise.resolve();

/** The tab's own name, which a reload leaves; where the browser keeps none, there is a new one each time. */
const tabId = (): string => {
  try {
    const known = sessionStorage.getItem('loupe.tab');
    if (known) return known;
    const fresh = uuid();
    sessionStorage.setItem('loupe.tab', fresh);
    return fresh;
  } catch {
    return uuid();
  }
};

const open = (userId: number): Outbox => {
  let failure: unknown = null;
  return createOutbox({
    userId,
    tabId: tabId(),
    send: async (input) => {
      try {
        return await call(api.imageOps, input);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    onState: (state) => {
      const wasBusy = savedStore.get().kind !== 'saved';
      savedStore.set({ ...state, at: state.kind === 'saved' && wasBusy ? Date.now() : savedStore.get().at });
    },
    onResult: (one) => {
      for (const listener of listeners) listener(one);
    },
    onSessionOver: () => handleError(failure),
  });
};

/** Follows the signed-in person; null: nobody is. What waits stays in this browser, bound to the person. */
export const connectOutbox = (userId: number | null): void => {
  if (link?.userId === userId) return;
  const before = link?.outbox;
  if (before) closing = closing.then(() => before.close());
  link = userId === null ? null : { userId, outbox: open(userId) };
  savedStore.set(nothing);
};

// signed in again, without having left the page
overStore.subscribe(() => {
  if (overStore.get() === null && sessionStore.get() !== null) link?.outbox.resume();
});

/** Null while nobody is signed in. */
export const currentOutbox = (): Outbox | null => link?.outbox ?? null;

/** Hears every answer to an op of this person; returns what stops it. */
export const onAcknowledged = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
