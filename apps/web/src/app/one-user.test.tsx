/** Two pages of one browser: the session is over, the same person signs in again, somebody else does, the person leaves. */
import { act, waitFor } from '@testing-library/react';
import { CallError, codes } from '@loupe/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleError, onSessionOver, stayWhenOver, toSignIn } from '../core/errors.ts';
import { overStore, sessionStore, signIn, signOut } from '../core/session.ts';
import { fakeApi, Refusal, type Answers } from '../testing/fake-api.ts';
import { show } from '../testing/screen.tsx';
import { sessionOf } from '../testing/session.ts';
import { useOneUser } from './one-user.ts';

const over = new CallError({ code: codes.offline, msg: '离线', en_msg: 'offline', data: null });
const ended = new Refusal('session.offline', {}, null, codes.offline);
const startAgain = vi.fn();
const toLogin = vi.fn();
let leaveStay = () => {};

function Page() {
  useOneUser(startAgain);
  return null;
}
/** What another page of the browser left. */
const hear = (newValue: string) =>
  act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'loupe.user', newValue })));
const word = () => localStorage.getItem('loupe.user');

async function begin(answers: Answers, stays = true) {
  const server = fakeApi(answers);
  signIn(sessionOf([]));
  if (stays) leaveStay = stayWhenOver();
  await show(<Page />);
  return server;
}

beforeEach(() => {
  startAgain.mockReset();
  toLogin.mockReset();
  onSessionOver(toLogin);
});
afterEach(() => {
  leaveStay();
  leaveStay = () => {};
  act(() => signOut());
});

it('asks over the page that stays, where another page of the browser heard that the session is over', async () => {
  await begin({ userInfo: ended });
  await hear('over');
  await waitFor(() => expect(overStore.get()).not.toBeNull());
  expect([startAgain.mock.calls.length, toLogin.mock.calls.length, sessionStore.get()?.userId]).toEqual([0, 0, 1]);
  expect(word()).toBe('over');
});

it('goes on where the same person signs in again on the other page', async () => {
  const server = await begin({ userInfo: sessionOf([]) });
  act(() => handleError(over));
  expect(word()).toBe('over');
  await hear('1');
  await waitFor(() => expect(overStore.get()).toBeNull());
  expect([startAgain.mock.calls.length, server.asked('userInfo').length, word()]).toEqual([0, 1, '1']);
});

it('never goes on as somebody else', async () => {
  await begin({ userInfo: sessionOf([], { userId: 2 }) });
  act(() => handleError(over));
  await hear('2');
  expect([startAgain.mock.calls.length, overStore.get() === null]).toEqual([1, false]);
  await hear('1');
  await waitFor(() => expect(startAgain).toHaveBeenCalledTimes(2));
  expect(overStore.get()).not.toBeNull();
});

it('leaves where the person leaves, and only then: a session that is over says another word', async () => {
  await begin({});
  await hear('out');
  expect(startAgain).toHaveBeenCalledTimes(1);
  act(() => toSignIn());
  expect(word()).toBe('over');
  act(() => signOut());
  expect(word()).toBe('out');
  await hear('over');
  expect(startAgain).toHaveBeenCalledTimes(1);
  await hear('1');
  expect(startAgain).toHaveBeenCalledTimes(2);
});

it('leads a page that does not stay to the sign-in page', async () => {
  await begin({ userInfo: ended }, false);
  await hear('over');
  await waitFor(() => expect(toLogin).toHaveBeenCalledTimes(1));
});
