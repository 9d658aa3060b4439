import 'fake-indexeddb/auto';
import type { ShapeOp } from '@loupe/contract';
import { openDB } from 'idb';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeptHistory } from '../../../canvas/index.ts';
import { createOutbox, type Outbox } from './index.ts';
import { memoryStore } from './memory-store.ts';
import { withMemory } from './open-store.ts';
import { mostHistories, type OutboxStore } from './types.ts';

const op = (): ShapeOp => ({ opId: newId(), kind: 'checkEmpty', shapeId: null, base: null, shape: null });
const kept = (...marks: boolean[]): KeptHistory => ({
  past: marks.map((after) => [{ kind: 'empty', before: !after, after }]),
  future: [],
});

const opened: Outbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
/** The server never answers here. */
function outboxOf(name: string, tabId: string, userId = 1, store?: Promise<OutboxStore>): Outbox {
  const outbox = createOutbox({
    userId,
    tabId,
    name,
    send: () => Promise.reject(new TypeError('network')),
    wait: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    ...(store ? { store } : {}),
  });
  opened.push(outbox);
  return outbox;
}

describe('the history of an image', () => {
  it("outlives a reload of its tab, with the ops, and is nobody else's", async () => {
    const name = uuid();
    const before = outboxOf(name, 'tab');
    await before.add(7, [op()], kept(true));
    await before.add(7, [op()], kept(true, false));
    await before.add(8, [op()]);
    await before.close();
    const after = outboxOf(name, 'tab');
    expect(await after.history(7)).toEqual(kept(true, false));
    expect(await after.pending(7)).toHaveLength(2);
    expect(await after.history(8)).toBeNull();
    expect(await outboxOf(name, 'other').history(7)).toBeNull();
    expect(await outboxOf(name, 'tab', 2).history(7)).toBeNull();
  });

  it('is kept of so many images, those edited last', async () => {
    for (const store of [undefined, Promise.resolve(memoryStore())]) {
      const outbox = outboxOf(uuid(), 'tab', 1, store);
      for (let imageId = 1; imageId <= mostHistories + 2; imageId++) await outbox.add(imageId, [op()], kept(true));
      const there = await Promise.all([1, 2, 3, mostHistories + 2].map((id) => outbox.history(id)));
      expect(there.map((one) => one !== null)).toEqual([false, false, true, true]);
    }
  });

  it('is in memory where the disk takes no more', async () => {
    const full: OutboxStore = { ...memoryStore(), add: () => Promise.reject(new Error('full')) };
    const outbox = outboxOf(uuid(), 'tab', 1, Promise.resolve(withMemory(full)));
    await outbox.add(7, [op()], kept(true));
    expect(await outbox.history(7)).toEqual(kept(true));
  });
});

it('a store of the version before keeps its ops', async () => {
  const name = uuid();
  const old = await openDB(name, 1, {
    upgrade(fresh) {
      const ops = fresh.createObjectStore('ops', { keyPath: 'n', autoIncrement: true });
      ops.createIndex('user', 'userId');
      ops.createIndex('image', ['userId', 'imageId']);
      fresh.createObjectStore('rejected', { keyPath: 'n' }).createIndex('user', 'userId');
    },
  });
  const waiting = op();
  await old.add('ops', { userId: 1, imageId: 7, clientId: 'old', op: waiting });
  old.close();
  const outbox = outboxOf(name, 'tab');
  expect(await outbox.pending(7)).toEqual([waiting]);
  await outbox.add(7, [op()], kept(true));
  expect(await outbox.history(7)).toEqual(kept(true));
});
