/** Whether the server can be reached: shown in the header, set by calls and by the browser. */
import { makeStore, useStore } from './store.ts';

export type Connection = 'online' | 'offline' | 'unreachable';

export const connectionStore = makeStore<Connection>('online');

/** Follows the browser's own knowledge of its network; returns what stops following. */
export const watchNetwork = (): (() => void) => {
  const onOnline = () => connectionStore.set('online');
  const onOffline = () => connectionStore.set('offline');
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  if (!navigator.onLine) onOffline();
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
  };
};

export const useConnection = (): Connection => useStore(connectionStore);
