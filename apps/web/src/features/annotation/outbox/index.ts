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
import type { KeptHistory } from '../../../canvas/index.ts';
import { v4 as uuid } from 'uuid';
import { openStore } from './open-store.ts';
import { createLoop, sleep } from './loop.ts';
import { drain } from './sender.ts';
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
  /** Of the tab, also after a reload; left out, it is a new one each time. */
  tabId?: string;
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
  /** `history`: what can be undone after these ops. `imageName`: for what may have to be said of them later. */
  add: (imageId: number, ops: readonly ShapeOp[], history?: KeptHistory, imageName?: string) => Promise<void>;
  /** What this tab could undo on the image when it last edited it. */
  history: (imageId: number) => Promise<KeptHistory | null>;
  pending: (imageId: number) => Promise<ShapeOp[]>;
  /** Ops that were refused for good, until they are dismissed. */
  rejected: () => Promise<RejectedOp[]>;
  dismiss: (opIds: readonly string[]) => Promise<void>;
  state: () => OutboxState;
  retryNow: () => void;
  resume: () => void;
  close: () => Promise<void>;
}

const browserIsOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Calls back when the browser gains or loses its network; gives what ends that. */
function watchNetwork(changed: () => void): () => void {
  globalThis.addEventListener?.('online', changed);
  globalThis.addEventListener?.('offline', changed);
  return () => {
    globalThis.removeEventListener?.('online', changed);
    globalThis.removeEventListener?.('offline', changed);
  };
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { userId, onState, onResult } = options;
  const name = options.name ?? 'loupe-outbox';
  const clientId = uuid();
  const { tabId = clientId } = options;
  const opening = options.store ?? openStore(name);
  const otherTabs = globalThis.BroadcastChannel ? new BroadcastChannel(`${name}-${userId}`) : null;
  let state: OutboxState = { kind: 'saved', pending: 0, rejected: 0, durable: true };

  /** Ops on their way to the disk: from the moment of the edit on nobody may read that all is saved. */
  let adding = 0;

  function show(next: OutboxState): void {
    if (loop.isClosed() || JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onState?.(state);
  }
  async function updateState(): Promise<void> {
    const store = await opening;
    if (loop.isClosed()) return;
    const stored = await store.count(userId);
    const counts = { ...stored, pending: stored.pending + adding };
    const isAway = loop.isFailing() || browserIsOffline();
    const kind = loop.isOver() ? 'signedOut' : isAway ? 'offline' : counts.pending > 0 ? 'pending' : 'saved';
    show({ kind, ...counts, durable: store.durable() });
  }
  async function acknowledge(acknowledgements: Acknowledgement[]): Promise<void> {
    loop.succeeded();
    // a channel has no target origin: it only reaches this one
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    otherTabs?.postMessage(acknowledgements);
    for (const one of acknowledgements) onResult?.(one);
    await updateState();
  }
  const loop = createLoop({
    attempt: async () =>
      drain({ userId, store: await opening, send: options.send, acknowledge }, () => loop.isClosed() || loop.isOver()),
    changed: updateState,
    onOver: () => options.onSessionOver?.(),
    inTurn: options.inTurn ?? browserTurn(`${name}-${userId}`, clientId),
    wait: options.wait ?? sleep,
  });

  const leaveNetwork = watchNetwork(() => {
    void updateState();
    if (!browserIsOffline()) loop.retryNow();
  });
  otherTabs?.addEventListener('message', (event: MessageEvent<Acknowledgement[]>) => {
    for (const one of event.data) onResult?.(one);
    void updateState();
  });
  void updateState();
  loop.kick();

  return {
    clientId,
    add: async (imageId, ops, kept, imageName) => {
      adding += ops.length;
      if (ops.length > 0)
        show({ ...state, kind: state.kind === 'saved' ? 'pending' : state.kind, pending: state.pending + ops.length });
      const named = imageName === undefined ? {} : { imageName };
      const queued = ops.map((op) => ({ userId, imageId, ...named, clientId, op }));
      const stored = opening.then((store) => store.add(queued, kept && { userId, tabId, imageId, kept }));
      await stored.finally(() => (adding -= ops.length));
      await updateState();
      loop.kick();
    },
    pending: async (imageId) => (await (await opening).pending(userId, imageId)).map((one) => one.op),
    history: async (imageId) => (await opening).history({ userId, tabId, imageId }),
    rejected: async () => (await opening).rejected(userId),
    dismiss: async (opIds) => {
      await (await opening).dismiss(userId, opIds);
      await updateState();
    },
    state: () => state,
    retryNow: loop.retryNow,
    resume: loop.resume,
    close: async () => {
      await loop.close();
      leaveNetwork();
      otherTabs?.close();
      (await opening).close();
    },
  };
}
