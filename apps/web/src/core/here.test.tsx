/** Which image is open is said once the socket is ready, again after a new connection, and taken back once. */
import { limits, presence, socketHere } from '@loupe/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { FakeSocket, fakeSockets } from '../testing/fake-socket.ts';
import { connectSockets, setHere } from './sockets.ts';

const progress = () => FakeSocket.all.filter(({ url }) => url.endsWith('/handler'));
/** What was said beside the hello. */
const said = (socket: FakeSocket) => socket.sent.slice(1);

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets();
  fakeApi({ socketTicket: { ticket: 'x' }, socketMissed: { lastSeq: 0, frames: [] } });
});
afterEach(() => {
  setHere(null);
  connectSockets(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says it when the socket is ready, as a sign of life, and again after a new connection', async () => {
  connectSockets(1);
  setHere(7);
  await vi.waitFor(() => expect(progress()).toHaveLength(1));
  const [first] = progress();
  expect(first!.sent).toEqual([]);
  first!.open();
  expect(said(first!)).toEqual([socketHere(7)]);
  await vi.advanceTimersByTimeAsync(presence.renewMs);
  expect(said(first!)).toEqual([socketHere(7), socketHere(7)]);
  setHere(8);
  expect(said(first!).at(-1)).toBe(socketHere(8));

  first!.close();
  await vi.advanceTimersByTimeAsync(limits.socketRetryMs);
  await vi.waitFor(() => expect(progress()).toHaveLength(2));
  const second = progress()[1]!;
  second.open();
  expect(said(second)).toEqual([socketHere(8)]);
  setHere(null);
  await vi.advanceTimersByTimeAsync(3 * presence.renewMs);
  expect(said(second)).toEqual([socketHere(8), socketHere(null)]);
});
