// The outbox: every edit is kept in this browser first and sent from there, so that no network, server or tab that goes
// away loses it. Bound to one user: what another user left in this browser is neither sent nor lost.
//
//   const outbox = createOutbox({ userId, send, onState, onResult, onSessionOver });
//   await outbox.add(imageId, ops)      resolves when the ops are on disk
//   await outbox.pending(imageId)       unanswered ops, oldest first, to be shown on top of the server's shapes
//   outbox.retryNow()                   the person asked, or the network came back
//   outbox.resume()                     somebody signed in again
//   await outbox.close()                on sign-out or change of user; what waits stays for the next time

import type { ShapeOp } from '@loupe/contract';
import { v4 as uuid } from 'uuid';
import { openStore } from './open-store.ts';
import { drain, type Outcome } from './sender.ts';
import { browserTurn, type InTurn } from './turn.ts';
import type { Acknowledgement, OutboxState, OutboxStore, RejectedOp, SendOps } from './types.ts';

export type { Acknowledgement, OutboxState, RejectedOp, SendInput, SendOps } from './types.ts';

export interface OutboxOptions {
  userId: number;
  send: SendOps;
  onState?: (state: OutboxState) => void;
  onResult?: (acknowledgement: Acknowledgement) => void;
  /** The session ended while ops wait. */
  onSessionOver?: () => void;
  /** Name of the store in this browser. */
  name?: string;
  store?: Promise<OutboxStore>;
  inTurn?: InTurn;
  /** Waits before the next attempt; ends early when the signal is given. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Outbox {
  /** Of this tab; goes with its ops. */
  clientId: string;
  add: (imageId: number, ops: readonly ShapeOp[]) => Promise<void>;
  pending: (imageId: number) => Promise<ShapeOp[]>;
  /** Ops that were refused for good, until they are dismissed. */
  rejected: () => Promise<RejectedOp[]>;
  dismiss: (opIds: readonly string[]) => Promise<void>;
  state: () => OutboxState;
  retryNow: () => void;
  resume: () => void;
  close: () => Promise<void>;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Longer after each failure, and never the same for two browsers: a server that comes back is not run over. */
const waitMs = (failures: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

const browserIsOffline = (): boolean => globalThis.navigator?.onLine === false;

export function createOutbox(options: OutboxOptions): Outbox {
  const { userId, onState, onResult, onSessionOver, wait = sleep } = options;
  const name = options.name ?? 'loupe-outbox';
  const clientId = uuid();
  const opening = options.store ?? openStore(name);
  const inTurn = options.inTurn ?? browserTurn(`${name}-${userId}`, clientId);
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`${name}-${userId}`) : null;
  let state: OutboxState = { kind: 'saved', pending: 0, rejected: 0, durable: true };
  let closed = false;
  let over = false;
  let failures = 0;
  let running: Promise<void> | null = null;
  let hasTurn = false;
  let again = false;
  let waking = new AbortController();

  async function tell(): Promise<void> {
    const store = await opening;
    const counts = await store.count(userId);
    const isAway = failures > 0 || browserIsOffline();
    const kind = over ? 'signedOut' : isAway ? 'offline' : counts.pending > 0 ? 'pending' : 'saved';
    const next: OutboxState = { ...counts, kind, durable: store.durable() };
    if (closed || JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onState?.(state);
  }

  async function settled(acknowledgements: Acknowledgement[]): Promise<void> {
    failures = 0;
    channel?.postMessage(acknowledgements);
    for (const one of acknowledgements) onResult?.(one);
    await tell();
  }

  async function attempt(): Promise<Outcome> {
    const store = await opening;
    again = false;
    return drain({ userId, store, send: options.send, settled }, () => closed || over);
  }

  /** Tries until nothing waits; holds the turn meanwhile, so that the other tabs' ops go out in order too. */
  async function run(): Promise<void> {
    for (let outcome: Outcome = 'away'; !closed && !over && (outcome !== 'done' || again);) {
      // each attempt needs the one before
      // oxlint-disable no-await-in-loop
      outcome = await attempt();
      if (outcome === 'over') {
        over = true;
        onSessionOver?.();
      }
      failures = outcome === 'away' ? failures + 1 : 0;
      await tell();
      if (outcome === 'away' && !closed) await wait(waitMs(failures), waking.signal);
      // oxlint-enable no-await-in-loop
    }
  }

  async function takeTurn(): Promise<void> {
    hasTurn = true;
    await run().finally(() => (hasTurn = false));
  }
  /** The browser closed the store under us; the next edit or the next look tries again. */
  function storeFailed(): void {
    failures++;
    void tell().catch(() => undefined);
  }

  function kick(): void {
    again = true;
    if (closed || over) return;
    running ??= inTurn(takeTurn)
      .catch(storeFailed)
      .finally(() => {
        running = null;
        // something came between the last look and now
        if (again) kick();
      });
  }

  function retryNow(): void {
    waking.abort();
    waking = new AbortController();
    kick();
  }
  const networkChanged = (): void => {
    void tell();
    if (!browserIsOffline()) retryNow();
  };
  const heardFromTab = (event: MessageEvent<Acknowledgement[]>): void => {
    for (const one of event.data) onResult?.(one);
    void tell();
  };

  globalThis.addEventListener?.('online', networkChanged);
  globalThis.addEventListener?.('offline', networkChanged);
  channel?.addEventListener('message', heardFromTab);
  void tell();
  kick();

  return {
    clientId,
    add: async (imageId, ops) => {
      const store = await opening;
      await store.add(ops.map((op) => ({ userId, imageId, clientId, op })));
      await tell();
      kick();
    },
    pending: async (imageId) => (await (await opening).pending(userId, imageId)).map((one) => one.op),
    rejected: async () => (await opening).rejected(userId),
    dismiss: async (opIds) => {
      await (await opening).dismiss(userId, opIds);
      await tell();
    },
    state: () => state,
    retryNow,
    resume: () => {
      over = false;
      retryNow();
    },
    close: async () => {
      closed = true;
      waking.abort();
      globalThis.removeEventListener?.('online', networkChanged);
      globalThis.removeEventListener?.('offline', networkChanged);
      channel?.close();
      // another tab may hold the turn for long; what is under way here is waited for
      if (hasTurn) await running;
      (await opening).close();
    },
  };
}
