// A queue that lives as long as the tab: where the browser keeps nothing (private mode, full disk), and for tests.

import { batchOf } from './batch.ts';
import { mostHistories, type HistoryKey, type OutboxStore, type QueuedOp, type RejectedOp } from './types.ts';
import type { KeptHistory } from '../../../canvas/index.ts';

const historyKey = ({ userId, tabId, imageId }: HistoryKey): string => JSON.stringify([userId, tabId, imageId]);

export function memoryStore(firstNumber = 1): OutboxStore {
  let next = firstNumber;
  let queue: QueuedOp[] = [];
  let rejected: RejectedOp[] = [];
  const histories = new Map<string, KeptHistory>();
  const of = (userId: number) => queue.filter((one) => one.userId === userId);
  return {
    durable: () => false,
    add: async (ops, history) => {
      queue.push(...ops.map((one) => ({ ...one, n: next++ })));
      if (!history) return;
      const key = historyKey(history);
      histories.delete(key);
      // As the disk does it: what changes later must not change what is kept.
      histories.set(key, structuredClone(history.kept));
      const [oldest] = histories.keys();
      if (histories.size > mostHistories && oldest !== undefined) histories.delete(oldest);
    },
    history: async (key) => histories.get(historyKey(key)) ?? null,
    nextBatch: async (userId, most) => {
      const own = of(userId);
      return batchOf(
        own.filter((one) => one.imageId === own[0]?.imageId),
        most,
      );
    },
    pending: async (userId, imageId) => of(userId).filter((one) => one.imageId === imageId),
    count: async (userId) => ({
      pending: of(userId).length,
      rejected: rejected.filter((one) => one.userId === userId).length,
    }),
    apply: async (outcome) => {
      const gone = new Set([...outcome.answered, ...outcome.rejected].map((one) => one.op.opId));
      queue = queue.filter((one) => !gone.has(one.op.opId));
      for (const one of queue) {
        const base = outcome.refusedBases.get(String(one.op.base));
        if (base !== undefined) one.op = { ...one.op, base };
      }
      rejected.push(...outcome.rejected);
    },
    rejected: async (userId) => rejected.filter((one) => one.userId === userId),
    dismiss: async (userId, opIds) => {
      rejected = rejected.filter((one) => one.userId !== userId || !opIds.includes(one.op.opId));
    },
    close: () => undefined,
  };
}
