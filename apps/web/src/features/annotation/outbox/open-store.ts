// The store on disk, with memory behind it: an edit is never refused because the browser's storage is full or closed.

import { idbStore } from './idb-store.ts';
import { memoryStore } from './memory-store.ts';
import type { OutboxStore } from './types.ts';

/** Numbers of ops that only memory holds come behind all others. */
const firstInMemory = 2 ** 40;

/** Ops that the disk does not take go to memory; from then on all do, until memory is empty, so that the order holds. */
export function withMemory(disk: OutboxStore): OutboxStore {
  const memory = memoryStore(firstInMemory);
  let inMemory = 0;
  return {
    durable: () => inMemory === 0,
    add: async (ops, history) => {
      if (inMemory === 0) {
        try {
          await disk.add(ops, history);
          return;
        } catch {
          // full, or the person cleared the site's data: below
        }
      }
      inMemory += ops.length;
      await memory.add(ops, history);
    },
    // One that the disk has is older, and no longer fits: what it holds is left out where it is taken up.
    history: async (key) => (await memory.history(key)) ?? disk.history(key),
    nextBatch: async (userId, most) => {
      const batch = await disk.nextBatch(userId, most);
      return batch.length > 0 ? batch : memory.nextBatch(userId, most);
    },
    pending: async (userId, imageId) => [
      ...(await disk.pending(userId, imageId)),
      ...(await memory.pending(userId, imageId)),
    ],
    count: async (userId) => {
      const [a, b] = await Promise.all([disk.count(userId), memory.count(userId)]);
      return { pending: a.pending + b.pending, rejected: a.rejected + b.rejected };
    },
    apply: async (outcome) => {
      const isHere = (one: { n: number }) => one.n >= firstInMemory;
      const pick = (here: boolean) => ({
        ...outcome,
        answered: outcome.answered.filter((one) => isHere(one) === here),
        rejected: outcome.rejected.filter((one) => isHere(one) === here),
      });
      await memory.apply(pick(true));
      await disk.apply(pick(false));
      inMemory = (await memory.count(outcome.userId)).pending;
    },
    rejected: async (userId) => [...(await disk.rejected(userId)), ...(await memory.rejected(userId))],
    dismiss: async (userId, opIds) => {
      await Promise.all([disk.dismiss(userId, opIds), memory.dismiss(userId, opIds)]);
    },
    close: () => disk.close(),
  };
}

export async function openStore(name: string): Promise<OutboxStore> {
  try {
    return withMemory(await idbStore(name));
  } catch {
    // no IndexedDB here (private mode of some browsers)
    return memoryStore();
  }
}
