// The queue in IndexedDB: append-only, on disk before an edit counts as kept, apart for each user of this browser.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { batchOf } from './batch.ts';
import { mostHistories, type HistoryRecord, type OutboxStore, type QueuedOp, type RejectedOp } from './types.ts';

interface OutboxDb extends DBSchema {
  ops: { key: number; value: Omit<QueuedOp, 'n'> & { n?: number }; indexes: { user: number; image: [number, number] } };
  rejected: { key: number; value: RejectedOp; indexes: { user: number } };
  histories: {
    key: [number, string, number];
    value: HistoryRecord & { at: number };
    indexes: { at: number };
  };
}

/** Acknowledged by the disk, not only by the browser's cache: a crash right after a stroke must not lose it. */
const strict = { durability: 'strict' } as const;

async function open(name: string): Promise<IDBPDatabase<OutboxDb>> {
  const db = await openDB<OutboxDb>(name, 2, {
    upgrade(fresh, before) {
      if (before < 1) {
        const ops = fresh.createObjectStore('ops', { keyPath: 'n', autoIncrement: true });
        ops.createIndex('user', 'userId');
        ops.createIndex('image', ['userId', 'imageId']);
        fresh.createObjectStore('rejected', { keyPath: 'n' }).createIndex('user', 'userId');
      }
      const histories = fresh.createObjectStore('histories', { keyPath: ['userId', 'tabId', 'imageId'] });
      histories.createIndex('at', 'at');
    },
    // a newer version of the program in another tab wants to change the store
    blocking: () => db.close(),
  });
  return db;
}

/** Lets the oldest history go where there are too many. */
async function trimHistories(db: IDBPDatabase<OutboxDb>): Promise<void> {
  const { store } = db.transaction('histories', 'readwrite');
  if ((await store.count()) <= mostHistories) return;
  const oldest = await store.index('at').openCursor();
  await oldest?.delete();
}

export async function idbStore(name: string): Promise<OutboxStore> {
  const db = await open(name);
  let trimming: Promise<unknown> = Promise.resolve();
  const pending = async (userId: number, imageId: number) =>
    (await db.getAllFromIndex('ops', 'image', [userId, imageId])) as QueuedOp[];
  return {
    durable: () => true,
    add: async (added, history) => {
      const tx = db.transaction(['ops', 'histories'], 'readwrite', strict);
      const ops = tx.objectStore('ops');
      const work: Promise<unknown>[] = added.map((one) => ops.add(one));
      if (history) work.push(tx.objectStore('histories').put({ ...history, at: Date.now() }));
      // on its way to the disk whatever this page does next: it waits for no answer of the page
      tx.commit();
      await Promise.all([...work, tx.done]);
      // a store that is closed meanwhile has one history too many
      if (history) trimming = trimHistories(db).catch(() => undefined);
    },
    history: async ({ userId, tabId, imageId }) => {
      await trimming;
      return (await db.get('histories', [userId, tabId, imageId]))?.kept ?? null;
    },
    nextBatch: async (userId, most) => {
      const oldest = await db.transaction('ops').store.index('user').openCursor(userId);
      return oldest ? batchOf(await pending(userId, oldest.value.imageId), most) : [];
    },
    pending,
    count: async (userId) => {
      // One transaction: a store that is closed meanwhile lets it end, but begins no second one.
      const tx = db.transaction(['ops', 'rejected']);
      const [waiting, refused] = await Promise.all([
        tx.objectStore('ops').index('user').count(userId),
        tx.objectStore('rejected').index('user').count(userId),
      ]);
      return { pending: waiting, rejected: refused };
    },
    apply: async ({ userId, answered, rejected, refusedBases }) => {
      const tx = db.transaction(['ops', 'rejected'], 'readwrite', strict);
      const ops = tx.objectStore('ops');
      const work: Promise<unknown>[] = [...answered, ...rejected].map((one) => ops.delete(one.n));
      work.push(...rejected.map((one) => tx.objectStore('rejected').put(one)));
      if (refusedBases.size > 0) {
        for (const one of (await ops.index('user').getAll(userId)) as QueuedOp[]) {
          const base = refusedBases.get(String(one.op.base));
          if (base !== undefined) work.push(ops.put({ ...one, op: { ...one.op, base } }));
        }
      }
      await Promise.all([...work, tx.done]);
    },
    rejected: (userId) => db.getAllFromIndex('rejected', 'user', userId),
    dismiss: async (userId, opIds) => {
      const tx = db.transaction('rejected', 'readwrite', strict);
      const own = await tx.store.index('user').getAll(userId);
      const gone = own.filter((one) => opIds.includes(one.op.opId));
      await Promise.all([...gone.map((one) => tx.store.delete(one.n)), tx.done]);
    },
    close: () => db.close(),
  };
}
