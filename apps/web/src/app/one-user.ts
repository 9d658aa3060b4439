/**
 * One person in all pages of a browser, which share the cookie. Each page leaves word of its own: who is signed in, that a
 * session is over, or that the person went. A page that hears of a change asks the server, and only starts again where it
 * would go on as somebody else: what is half done on it would be lost.
 */
import { api, CallError } from '@loupe/contract';
import { useEffect } from 'react';
import { call } from '../core/call.ts';
import { handleError } from '../core/errors.ts';
import { goOn } from '../core/refresh-session.ts';
import { outStore, overStore, sessionStore } from '../core/session.ts';
import { useStore } from '../core/store.ts';

const userKey = 'loupe.user';
const [gone, over] = ['out', 'over'];

const reload = (): void => window.location.reload();

/** Whose the cookie is now. */
async function ask(startAgain: () => void): Promise<void> {
  try {
    const data = await call(api.userInfo, {});
    if (data.userId !== sessionStore.get()?.userId) startAgain();
    else if (overStore.get() !== null) goOn(data);
  } catch (error) {
    // without an answer the next call says it
    if (error instanceof CallError) handleError(error);
  }
}

export function useOneUser(startAgain: () => void = reload): void {
  const userId = useStore(sessionStore)?.userId ?? null;
  const isOut = useStore(outStore);
  const isOver = useStore(overStore) !== null;
  const word = userId !== null && !isOver ? String(userId) : isOut ? gone : over;
  useEffect(() => {
    localStorage.setItem(userKey, word!);
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== userKey || newValue === word) return;
      const isSomebody = newValue !== gone && newValue !== over;
      // nobody is signed in on this page: somebody may be now
      if (userId === null) return isSomebody ? startAgain() : undefined;
      if (newValue === gone || (isSomebody && newValue !== String(userId))) return startAgain();
      void ask(startAgain);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [userId, word, startAgain]);
}
