/** The session is over on a page that stays: one signs in over it, or leaves it. */
import { act, screen, waitFor } from '@testing-library/react';
import { CallError, codes, messages } from '@loupe/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleError, onSessionOver } from '../../../core/errors.ts';
import { overStore, sessionStore, signIn, signOut } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { SignInAgain } from './SignInAgain.tsx';

const t = en.account;
const over = new CallError({ code: codes.offline, msg: '离线', en_msg: 'offline', data: null });
const toLogin = vi.fn();

beforeEach(() => {
  toLogin.mockReset();
  onSessionOver(toLogin);
  signIn(sessionOf([]));
});
afterEach(() => act(() => signOut()));

async function shown(login: Refusal | ReturnType<typeof sessionOf> = sessionOf([])) {
  const server = fakeApi({ login: login as never });
  const { user, unmount } = await show(<SignInAgain />, { screen: 'Annotate' });
  act(() => handleError(over));
  const box = await screen.findByRole('dialog');
  return { server, user, unmount, box };
}

it('asks over the page, for the password alone, and goes on', async () => {
  const { server, user, box } = await shown();
  expect(box.textContent).toContain(t.again.title);
  expect(screen.getByTestId('who').textContent).toBe('chief');
  expect([toLogin.mock.calls.length, sessionStore.get()?.username]).toEqual([0, 'chief']);
  await user.type(screen.getByLabelText(t.password), 'right-pass-1{Enter}');
  await waitFor(() => expect(overStore.get()).toBeNull());
  expect(server.asked('login')).toMatchObject([{ account: 'chief', password: 'right-pass-1' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says why a password is refused, and stays', async () => {
  const { user, box } = await shown(new Refusal('account.passwordWrong'));
  await user.type(screen.getByLabelText(t.password), 'wrong-pass-1{Enter}');
  await waitFor(() => expect(box.textContent).toContain(messages['account.passwordWrong'].en));
  expect(overStore.get()).not.toBeNull();
});

it('leads to the sign-in page where one is somebody else', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: t.again.leave }));
  expect([toLogin.mock.calls.length, sessionStore.get(), overStore.get()]).toEqual([1, null, null]);
});

it('is only where a page asks for it: elsewhere the sign-in page comes', async () => {
  const { unmount } = await shown();
  act(() => signIn(sessionOf([])));
  unmount();
  act(() => handleError(over));
  expect([toLogin.mock.calls.length, overStore.get()]).toEqual([1, null]);
});
