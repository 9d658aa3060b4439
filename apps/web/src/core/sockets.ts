/**
 * The two sockets. They are open while somebody is signed in and the page is not /login. After an error they try again
 * in 10 s; messages missed meanwhile are fetched by number. `useSocketEvent('task', handler)` listens.
 */
import {
  api,
  CallError,
  limits,
  presence,
  socketCloseCodes,
  socketHello,
  socketHere,
  socketPaths,
  SocketFrame,
  type SocketEvent,
} from '@loupe/contract';
import { useEffect, useRef } from 'react';
import { call } from './call.ts';
import { handleError } from './errors.ts';
import { makeStore } from './store.ts';

type EventType = SocketEvent['type'];
type EventOf<T extends EventType> = Extract<SocketEvent, { type: T }>;
type Listener = (event: SocketEvent) => void;

const listeners = new Set<Listener>();
/** Whether the progress socket is open now. */
export const socketStore = makeStore<boolean>(false);

/**
 * Sequence numbers that were seen: a kept message may come by both sockets, and again with the missed ones. Begins after
 * `last`; below every number nothing is known yet, not even that there were no messages.
 */
export const makeSequence = (last = -1, onSeen: (last: number) => void = () => {}) => {
  const recent = new Set<number>();
  const set = (seq: number): void => {
    if (seq === last) return;
    last = seq;
    onSeen(seq);
  };
  return {
    last: () => last,
    start: (seq: number) => set(Math.max(last, seq)),
    /** The server counts from below what was seen: it has other data than before. */
    restart: set,
    /** True for a frame that is new; a frame without number always is. */
    isNew: (seq: number | null): boolean => {
      if (seq === null) return true;
      if (recent.has(seq)) return false;
      recent.add(seq);
      if (recent.size > 2000) recent.delete(recent.values().next().value!);
      set(Math.max(last, seq));
      return true;
    },
  };
};

/** The progress socket, once it is ready. */
let progress: WebSocket | null = null;
let here: number | null = null;
let renewal: ReturnType<typeof setInterval> | undefined;

const sayHere = (): void => {
  // where nothing was said nothing needs to be taken back
  if (progress?.readyState === WebSocket.OPEN && (here !== null || renewal !== undefined))
    progress.send(socketHere(here));
};

/** Tells the server which image is open, also after a new connection; null: none. Who else has it open comes as `presence`. */
export const setHere = (imageId: number | null): void => {
  if (here === imageId) return;
  here = imageId;
  sayHere();
  clearInterval(renewal);
  renewal = imageId === null ? undefined : setInterval(sayHere, presence.renewMs);
};

interface Run {
  userId: number;
  sockets: Set<WebSocket>;
  timers: Set<ReturnType<typeof setTimeout>>;
  sequence: ReturnType<typeof makeSequence>;
  ended: boolean;
}
let run: Run | null = null;

const deliver = (owner: Run, frame: SocketFrame): void => {
  if (owner.ended || !owner.sequence.isNew(frame.seq)) return;
  for (const listener of listeners) listener(frame.event);
};

const catchUp = async (owner: Run): Promise<void> => {
  let after = owner.sequence.last();
  if (after < 0) {
    // The first page of this tab: only the present number is wanted.
    const { lastSeq } = await call(api.socketMissed, { afterSeq: limits.idMax });
    owner.sequence.start(lastSeq);
    return;
  }
  while (!owner.ended) {
    const { frames, lastSeq } = await call(api.socketMissed, { afterSeq: after });
    for (const frame of frames) deliver(owner, frame);
    if (lastSeq < after) owner.sequence.restart(lastSeq);
    if (frames.length === 0) return;
    // Not the last number seen: a live message may have come in between.
    after = lastSeq;
  }
};

/** The server has closed a socket because its session is over: whoever sits here is told now, not at the next try. */
const askWhetherOver = (owner: Run): void => {
  call(api.userInfo, {}).catch((error: unknown) => {
    if (!owner.ended && error instanceof CallError) handleError(error);
  });
};
const endCodes: readonly number[] = [socketCloseCodes.offline, socketCloseCodes.revoked];

const address = (path: string): string => `${window.location.origin.replace(/^http/, 'ws')}${path}`;

const open = async (owner: Run, path: string): Promise<void> => {
  const again = () => {
    if (owner.ended) return;
    const timer = setTimeout(() => {
      owner.timers.delete(timer);
      void open(owner, path);
    }, limits.socketRetryMs);
    owner.timers.add(timer);
  };
  const isProgress = path === socketPaths.progress;
  try {
    // `/socketServer/{userid}` knows the person by the session cookie; `/handler` wants the id and a ticket as text.
    const ticket = isProgress ? (await call(api.socketTicket, {})).ticket : null;
    if (owner.ended) return;
    const socket = new WebSocket(address(path));
    owner.sockets.add(socket);
    socket.addEventListener('open', () => {
      if (ticket !== null) socket.send(socketHello(owner.userId, ticket));
    });
    // The server says from when on nothing is missed; what came before is fetched.
    const begin = () => {
      if (isProgress) {
        progress = socket;
        sayHere();
        socketStore.set(true);
      }
      catchUp(owner).catch(() => {
        // The next reconnection asks again from the same number.
      });
    };
    socket.addEventListener('message', (e) => {
      const frame = SocketFrame.safeParse(JSON.parse(String(e.data)));
      if (!frame.success) return;
      if (frame.data.event.type === 'ready') begin();
      else deliver(owner, frame.data);
    });
    socket.addEventListener('close', ({ code }) => {
      owner.sockets.delete(socket);
      if (isProgress) {
        if (progress === socket) progress = null;
        socketStore.set(false);
        if (endCodes.includes(code)) askWhetherOver(owner);
      }
      again();
    });
  } catch (error) {
    if (owner.ended) return;
    // The session may be over: then the person is told at once. A server that is away is tried again.
    if (error instanceof CallError) handleError(error);
    again();
  }
};

const seenKey = 'loupe.lastSeq';

/** After a reload nothing that was announced in between is missed: the tab remembers the last number of its user. */
const rememberedSequence = (userId: number): Run['sequence'] => {
  const [user, last] = (sessionStorage.getItem(seenKey) ?? '').split(' ').map(Number);
  const keep = (seq: number): void => sessionStorage.setItem(seenKey, `${userId} ${seq}`);
  return makeSequence(user === userId && Number.isSafeInteger(last) ? last : undefined, keep);
};

/** Opens the sockets of a user, or closes them with null (signed out, or on /login). */
export const connectSockets = (userId: number | null): void => {
  if (run && run.userId === userId) return;
  if (run) {
    run.ended = true;
    for (const timer of run.timers) clearTimeout(timer);
    for (const socket of run.sockets) socket.close();
    run = null;
  }
  if (userId === null) return;
  run = { userId, sockets: new Set(), timers: new Set(), sequence: rememberedSequence(userId), ended: false };
  void open(run, socketPaths.progress);
  void open(run, `${socketPaths.messages}/${userId}`);
};

/** Listens outside components; returns what stops listening. */
export const onSocketEvent = <T extends EventType>(type: T, handler: (event: EventOf<T>) => void): (() => void) => {
  const listener: Listener = (event) => {
    if (event.type === type) handler(event as EventOf<T>);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Listens while the component is shown; the handler may change with each render. */
export const useSocketEvent = <T extends EventType>(type: T, handler: (event: EventOf<T>) => void): void => {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onSocketEvent(type, (event) => latest.current(event)), [type]);
};
