import 'fake-indexeddb/auto';
import { CallError, type OpResult, type ShapeOp } from '@loupe/contract';
import { v4 as uuid, v7 as newId } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { batchOf } from './batch.ts';
import {
  createOutbox,
  type Acknowledgement,
  type Outbox,
  type OutboxOptions,
  type OutboxState,
  type SendInput,
} from './index.ts';
import { memoryStore } from './memory-store.ts';
import { withMemory } from './open-store.ts';
import { leaseTurn } from './turn.ts';
import type { OutboxStore } from './types.ts';

const op = (base: ShapeOp['base'] = null): ShapeOp => ({
  opId: newId(),
  kind: 'delete',
  shapeId: newId(),
  base,
  shape: null,
});
const applied = ({ opId }: ShapeOp, seq = 1): OpResult => ({
  opId,
  seq,
  rev: seq,
  status: 'applied',
  shapeId: null,
  key: null,
  msg: null,
  en_msg: null,
});
const refused = (one: ShapeOp): OpResult => ({
  ...applied(one),
  seq: null,
  rev: null,
  status: 'refused',
  key: 'annotation.outside',
  msg: '外',
  en_msg: 'outside',
});
const failure = (code: number) => new CallError({ code, msg: '错', en_msg: 'wrong', data: null });

const opened: Outbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A browser with one outbox in it; `answer` is the server. Failed attempts wait until `retryNow`. */
function browser(answer: (input: SendInput) => OpResult[] | Promise<OpResult[]>, options: Partial<OutboxOptions> = {}) {
  const sent: SendInput[] = [];
  const states: OutboxState[] = [];
  const results: Acknowledgement[] = [];
  let over = 0;
  const outbox = createOutbox({
    userId: 1,
    name: options.name ?? uuid(),
    send: async (input) => {
      sent.push(input);
      return { revision: 0, results: await answer(input) };
    },
    onState: (state) => void states.push(state),
    onResult: (one) => void results.push(one),
    onSessionOver: () => void over++,
    wait: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    ...options,
  });
  opened.push(outbox);
  const until = async (is: (state: OutboxState) => boolean) => {
    while (!is(outbox.state())) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { outbox, sent, states, results, until, over: () => over };
}
const ok = (input: SendInput) => input.ops.map((one) => applied(one));
const isSaved = (state: OutboxState) => state.kind === 'saved' && state.pending === 0;
const isOffline = (state: OutboxState) => state.kind === 'offline';

describe('sending', () => {
  it('goes in order, image by image, and acknowledges each op', async () => {
    const one = browser(ok);
    const [a, b, c, d] = [op(), op(), op(), op()];
    await one.outbox.add(7, [a, b]);
    await one.until(isSaved);
    await one.outbox.add(8, [c]);
    await one.outbox.add(7, [d]);
    await one.until(isSaved);
    expect(one.sent.flatMap((input) => input.ops.map((each) => [input.imageId, each.opId]))).toEqual([
      [7, a.opId],
      [7, b.opId],
      [8, c.opId],
      [7, d.opId],
    ]);
    expect(one.results.map((each) => each.opId)).toEqual([a, b, c, d].map((each) => each.opId));
    expect(new Set(one.sent.map((input) => input.clientId))).toEqual(new Set([one.outbox.clientId]));
  });

  it('repeats the same ops when an answer is lost', async () => {
    let lost = true;
    const one = browser((input) => {
      if (lost) throw new TypeError('network');
      return ok(input);
    });
    const ops = [op(), op()];
    await one.outbox.add(7, ops);
    await one.until(isOffline);
    expect(one.outbox.state()).toMatchObject({ pending: 2 });
    expect(await one.outbox.pending(7)).toEqual(ops);
    expect(await one.outbox.pending(8)).toEqual([]);
    lost = false;
    one.outbox.retryNow();
    await one.until(isSaved);
    expect(one.sent.map((input) => input.ops)).toEqual([ops, ops]);
    expect(await one.outbox.pending(7)).toEqual([]);
  });

  it('keeps what the server did not answer', async () => {
    let first = true;
    const one = browser((input) => {
      const answers = ok(input).slice(0, first ? 1 : 9);
      first = false;
      return answers;
    });
    await one.outbox.add(7, [op(), op(), op()]);
    await one.until(isSaved);
    expect(one.sent.map((input) => input.ops.length)).toEqual([3, 2]);
  });

  it('stops when the session is over, and goes on after the next sign-in', async () => {
    let signedIn = false;
    const one = browser((input) => {
      if (!signedIn) throw failure(10010);
      return ok(input);
    });
    await one.outbox.add(7, [op()]);
    await one.until((state) => state.kind === 'signedOut');
    expect(one.over()).toBe(1);
    await one.outbox.add(7, [op()]);
    expect(one.outbox.state()).toMatchObject({ kind: 'signedOut', pending: 2 });
    expect(one.sent).toHaveLength(1);
    signedIn = true;
    one.outbox.resume();
    await one.until(isSaved);
    expect(one.results).toHaveLength(2);
  });
});

describe('refusals', () => {
  it('are kept to be shown, and what is chained to them goes on from their base', async () => {
    const first = op(5);
    const second = op(first.opId);
    const sending = browser(
      ({ ops }) => ops.slice(0, 1).map((each) => (each.opId === first.opId ? refused(each) : applied(each))),
      {},
    );
    await sending.outbox.add(7, [first, second]);
    await sending.until(isSaved);
    expect(sending.sent.at(-1)!.ops).toEqual([{ ...second, base: 5 }]);
    expect(await sending.outbox.rejected()).toMatchObject([
      { op: first, key: 'annotation.outside', en_msg: 'outside' },
    ]);
    expect(sending.outbox.state()).toMatchObject({ kind: 'saved', rejected: 1 });
    await sending.outbox.dismiss([first.opId]);
    expect(sending.outbox.state()).toMatchObject({ rejected: 0 });
  });

  it('of a whole request are narrowed down to the op that is the reason', async () => {
    const ops = Array.from({ length: 7 }, () => op());
    const bad = ops[4]!.opId;
    const one = browser((input) => {
      if (input.ops.some((each) => each.opId === bad)) throw failure(400);
      return ok(input);
    });
    await one.outbox.add(7, ops);
    await one.until(isSaved);
    const status = new Map(one.results.map((each) => [each.opId, each.result.status]));
    expect(ops.map((each) => status.get(each.opId))).toEqual(
      ops.map((each) => (each.opId === bad ? 'refused' : 'applied')),
    );
    expect(await one.outbox.rejected()).toMatchObject([{ op: { opId: bad }, key: 'http.400' }]);
  });

  it('because the image is gone keep the ops', async () => {
    const one = browser((input) => {
      if (input.imageId === 7) throw failure(404);
      return ok(input);
    });
    await one.outbox.add(7, [op(), op()], undefined, 'gear_07.png');
    await one.outbox.add(8, [op()]);
    await one.until((state) => isSaved(state) && state.rejected === 2);
    const kept = await one.outbox.rejected();
    // nobody else can name it any more
    expect(kept.map((each) => [each.key, each.imageName])).toEqual([
      ['http.404', 'gear_07.png'],
      ['http.404', 'gear_07.png'],
    ]);
  });

  it.each([409, 429, 500, 503, 610])('with code %i are tried again', async (code) => {
    let down = true;
    const one = browser((input) => {
      if (down) throw failure(code);
      return ok(input);
    });
    await one.outbox.add(7, [op()]);
    await one.until(isOffline);
    down = false;
    one.outbox.retryNow();
    await one.until(isSaved);
    expect(one.results).toHaveLength(1);
  });
});

describe('keeping', () => {
  const away = () => {
    throw new TypeError('network');
  };

  it('outlives the tab, and belongs to its user alone', async () => {
    const name = uuid();
    const first = browser(away, { name });
    const mine = op();
    await first.outbox.add(7, [mine]);
    await first.outbox.close();
    const other = browser(ok, { name, userId: 2 });
    await other.outbox.add(7, [op()]);
    await other.until(isSaved);
    expect(other.sent.flatMap((input) => input.ops)).toHaveLength(1);
    expect(await other.outbox.pending(7)).toEqual([]);
    const later = browser(ok, { name });
    await later.until((state) => isSaved(state) && later.results.length > 0);
    expect(later.sent).toMatchObject([{ clientId: first.outbox.clientId, ops: [mine] }]);
  });

  it('goes on in memory, in order, when the disk takes no more', async () => {
    const disk = memoryStore();
    let full = false;
    const add: OutboxStore['add'] = (ops) =>
      full ? Promise.reject(new DOMException('', 'QuotaExceededError')) : disk.add(ops);
    let down = true;
    const one = browser((input) => (down ? away() : ok(input)), {
      store: Promise.resolve(withMemory({ ...disk, durable: () => true, add })),
    });
    const ops = [op(), op(), op()];
    await one.outbox.add(7, [ops[0]!]);
    expect(one.outbox.state().durable).toBe(true);
    full = true;
    await one.outbox.add(7, [ops[1]!]);
    expect(one.outbox.state()).toMatchObject({ durable: false, pending: 2 });
    full = false;
    await one.outbox.add(7, [ops[2]!]);
    await one.until(isOffline);
    expect(await one.outbox.pending(7)).toEqual(ops);
    down = false;
    one.outbox.retryNow();
    await one.until((state) => isSaved(state) && state.durable);
    expect(one.results.map((each) => each.opId)).toEqual(ops.map((each) => each.opId));
  });
});

describe('two tabs of one user', () => {
  it('send by one at a time, in the order of the edits, and both hear the answers', async () => {
    const name = uuid();
    let atOnce = 0;
    let most = 0;
    const slow = async (input: SendInput) => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 3));
      atOnce--;
      return ok(input);
    };
    const tabs = [browser(slow, { name }), browser(slow, { name })] as const;
    const ops = Array.from({ length: 12 }, () => op());
    for (const [i, one] of ops.entries()) await tabs[(i % 2) as 0 | 1].outbox.add(7, [one]);
    for (const tab of tabs) await tab.until((state) => isSaved(state) && tab.results.length === ops.length);
    const order = ops.map((one) => one.opId);
    expect(most).toBe(1);
    for (const tab of tabs) expect(tab.results.map((one) => one.opId)).toEqual(order);
    const senders = new Map(
      tabs.flatMap((tab) => tab.sent.flatMap((input) => input.ops.map((one) => [one.opId, input.clientId]))),
    );
    expect(order.map((id) => senders.get(id))).toEqual(ops.map((_, i) => tabs[(i % 2) as 0 | 1].outbox.clientId));
  });

  it('take turns by a lease where the browser has no locks', async () => {
    const data = new Map<string, string>();
    const storage = {
      getItem: (key: string) => data.get(key) ?? null,
      setItem: (key: string, value: string) => void data.set(key, value),
      removeItem: (key: string) => void data.delete(key),
    } as Storage;
    const log: string[] = [];
    const work = (who: string) => async () => {
      log.push(`${who} in`);
      await new Promise((resolve) => setTimeout(resolve, 60));
      log.push(`${who} out`);
    };
    data.set('k', JSON.stringify({ holder: 'a tab that crashed', until: Date.now() - 1 }));
    await Promise.all([leaseTurn(storage, 'k', 'x')(work('x')), leaseTurn(storage, 'k', 'y')(work('y'))]);
    expect(log.map((line) => line.slice(2))).toEqual(['in', 'out', 'in', 'out']);
    expect(data.size).toBe(0);
  });
});

it('a batch holds one tab’s ops and not too many points', () => {
  const queued = (n: number, clientId: string, points: number) => ({
    n,
    userId: 1,
    imageId: 1,
    clientId,
    op: { ...op(), shape: { points: Array.from({ length: points }, () => 0) } } as unknown as ShapeOp,
  });
  const sizes = (...queue: ReturnType<typeof queued>[]) => batchOf(queue, 3).map((one) => one.n);
  expect(sizes(queued(1, 'a', 4), queued(2, 'a', 4), queued(3, 'b', 4))).toEqual([1, 2]);
  expect(sizes(...[1, 2, 3, 4].map((n) => queued(n, 'a', 4)))).toEqual([1, 2, 3]);
  expect(sizes(queued(1, 'a', 190_000), queued(2, 'a', 20_000))).toEqual([1]);
  expect(sizes(queued(1, 'a', 400_000))).toEqual([1]);
});

it('never says that all is saved between an edit and its answer, also before it is on disk', async () => {
  let answer = (): void => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  const { outbox, states, until } = browser(async (input) => {
    await waits;
    return ok(input);
  });
  const kept = outbox.add(7, [op()]);
  // at once, in the same turn as the edit
  expect(outbox.state()).toMatchObject({ kind: 'pending', pending: 1 });
  await kept;
  expect(states.map(({ kind }) => kind)).not.toContain('saved');
  answer();
  await until(isSaved);
  expect(states.map(({ kind, pending }) => `${kind} ${pending}`)).toEqual(['pending 1', 'saved 0']);
});
