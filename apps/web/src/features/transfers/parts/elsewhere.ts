/**
 * Uploads that other windows of this browser send: they are under way, not interrupted. Windows tell each other what they
 * send when that changes and when one asks; nothing but an answer counts, so a window that died is forgotten.
 */
import { makeStore, type Store } from '../../../core/store.ts';

type Word = { type: 'ask' } | { type: 'sends'; window: string; ids: readonly string[] };

/** As BroadcastChannel: reaches all others, never oneself. */
export interface Channel {
  post: (word: Word) => void;
  listen: (onWord: (word: Word) => void) => void;
}

export interface Elsewhere {
  store: Store<ReadonlySet<string>>;
  /** Announces what this window sends. */
  announce: () => void;
  /** Hears again what the others send; who has not answered after a while sends nothing. */
  ask: () => void;
}

const answerMs = 1000;

export const makeElsewhere = (
  channel: Channel,
  own: { window: string; ids: () => readonly string[] },
  later: (work: () => void) => void = (work) => void setTimeout(work, answerMs),
): Elsewhere => {
  const store = makeStore<ReadonlySet<string>>(new Set());
  const byWindow = new Map<string, readonly string[]>();
  let answered = new Set<string>();
  const show = (): void => {
    const ids = new Set([...byWindow.values()].flat());
    if (ids.size !== store.get().size || [...ids].some((id) => !store.get().has(id))) store.set(ids);
  };
  const announce = (): void => channel.post({ type: 'sends', window: own.window, ids: own.ids() });
  channel.listen((word) => {
    if (word.type === 'ask') {
      announce();
      return;
    }
    byWindow.set(word.window, word.ids);
    answered.add(word.window);
    show();
  });
  return {
    store,
    announce,
    ask: () => {
      answered = new Set();
      channel.post({ type: 'ask' });
      later(() => {
        for (const window of byWindow.keys()) if (!answered.has(window)) byWindow.delete(window);
        show();
      });
    },
  };
};
