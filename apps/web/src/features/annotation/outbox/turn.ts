// One tab at a time sends a user's ops, or two would send them in different orders.

/** Runs work while no other tab does; waits for its turn. */
export type InTurn = (work: () => Promise<void>) => Promise<void>;

/** The browser's own locks: they end with the tab, however it ends. */
export const webLockTurn =
  (locks: LockManager, name: string): InTurn =>
  async (work) => {
    await locks.request(name, work);
  };

const leaseMs = 15_000;
const renewMs = 4000;
const askAgainMs = 2000;

interface Lease {
  holder: string;
  until: number;
}
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const readLease = (storage: Storage, key: string): Lease | null => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as Lease | null;
  } catch {
    return null;
  }
};

/**
 * Where there are no locks (plain http to another machine, old browsers): a lease in local storage, renewed while it is
 * held. Two tabs may hold it for a moment; the server then still merges each op once.
 */
export const leaseTurn =
  (storage: Storage, key: string, holder: string): InTurn =>
  async (work) => {
    const take = () => storage.setItem(key, JSON.stringify({ holder, until: Date.now() + leaseMs }));
    for (;;) {
      const now = readLease(storage, key);
      if (!now || now.holder === holder || now.until < Date.now()) {
        take();
        // the last of two that took it at once holds it
        // oxlint-disable-next-line no-await-in-loop
        await pause(20);
        if (readLease(storage, key)?.holder === holder) break;
      }
      // oxlint-disable-next-line no-await-in-loop
      await pause(askAgainMs);
    }
    const timer = setInterval(take, renewMs);
    try {
      await work();
    } finally {
      clearInterval(timer);
      storage.removeItem(key);
    }
  };

/** What this browser offers; a program without either has one sender anyway. */
export function browserTurn(name: string, holder: string): InTurn {
  if (globalThis.navigator?.locks) return webLockTurn(navigator.locks, name);
  try {
    return leaseTurn(globalThis.localStorage, name, holder);
  } catch {
    return (work) => work();
  }
}
