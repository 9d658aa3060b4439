/** The sign-in page where one registers or resets a password: what is asked, what is sent, and what is off. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { contractText } from '../../../core/i18n.ts';
import { sessionStore, signIn, signOut } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi, type Answers } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { LoginPage } from './LoginPage.tsx';

const t = en.account;
const config = {
  defaultLanguage: null,
  version: '1.0',
  providerName: null,
  codes: 'http',
  operator: null,
  contact: null,
} as const;
const sent = { resendSeconds: 60, minutes: 5 };
beforeEach(signOut);

async function opened(by: string, answers: Answers = {}) {
  const server = fakeApi({ publicConfig: config, ...answers });
  return { server, ...(await show(<LoginPage />, { search: by ? `?by=${by}` : '' })) };
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

it('registers with a code, two equal passwords and the agreements ticked; then asks who one is, once', async () => {
  const customer = { ...sessionOf([]), mustComplete: true, mustBeApproved: true };
  const { server, user } = await opened('register', {
    registerCheck: { isOpen: true },
    registerSendCode: sent,
    registerSmsSubmit: customer,
    infoCompletion: null,
    userInfo: { ...customer, mustComplete: false },
  });
  await user.type(await field(en.center.phone), '+86 139 0013 9000');
  await user.click(await button(en.center.sendCode));
  expect((await button(/^Send again in \d+ s$/)).disabled).toBe(true);
  expect(server.asked('registerCheck')).toHaveLength(1);
  await user.type(await field(en.center.code), '123456');
  await user.type(await field(t.password), 'fresh-pass-1');
  await user.type(await field(t.repeatFirst), 'fresh-pass-2');
  await user.click(await button(t.registerButton));
  await screen.findByText(contractText('account.passwordsDiffer'));
  await screen.findByText(t.agreeRule);
  expect(server.asked('registerSmsSubmit')).toEqual([]);
  await user.clear(await field(t.repeatFirst));
  await user.type(await field(t.repeatFirst), 'fresh-pass-1');
  await user.click(screen.getByRole('checkbox'));
  await user.click(await button(t.registerButton));
  await waitFor(() => expect(server.asked('registerSmsSubmit')).toHaveLength(1));
  const both = { password: 'fresh-pass-1', passwordAgain: 'fresh-pass-1' };
  expect(server.asked('registerSmsSubmit')[0]).toEqual({
    phone: '+86 139 0013 9000',
    code: '123456',
    ...both,
    agreed: true,
  });

  await screen.findByText(t.completeText);
  await user.type(await field(en.center.realName), 'Li Wei');
  await user.type(await field(en.center.email), 'li@');
  await user.click(await button(t.completeButton));
  await screen.findByText(t.companyRule);
  await user.type(await field(en.center.company), 'Example Works');
  await user.type(await field(en.center.email), 'example.com');
  await user.click(await button(t.completeButton));
  await screen.findByText(t.waitTitle);
  expect(server.asked('infoCompletion')).toEqual([
    { name: 'Li Wei', company: 'Example Works', email: 'li@example.com' },
  ]);
  expect(sessionStore.get()).toMatchObject({ mustComplete: false, mustBeApproved: true });
  server.answer({ userInfo: { ...customer, mustComplete: false, mustBeApproved: false } });
  await user.click(await button(t.waitCheck));
  await waitFor(() => expect(sessionStore.get()?.mustBeApproved).toBe(false));
});

it('resets a password and leads back to the sign-in', async () => {
  const { server, user, search } = await opened('reset', {
    forgetPassCheck: { isOpen: true },
    forgetPassSendCode: sent,
    forgetPassSmsSubmit: null,
  });
  await user.click(await button(en.center.sendCode));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(server.asked('forgetPassCheck')).toEqual([]);
  await user.type(await field(en.center.phone), '13900139000');
  await user.click(await button(en.center.sendCode));
  await screen.findByText('Code sent to 13900139000. It is valid for 5 minutes.');
  await user.type(await field(en.center.code), '123456');
  await user.type(await field(t.newPassword), 'short');
  await user.click(await button(t.resetButton));
  await screen.findAllByText(/6–20 letters/);
  await user.type(await field(t.newPassword), '-pass-1');
  await user.type(await field(t.repeatPassword), 'short-pass-1');
  await user.click(await button(t.resetButton));
  await waitFor(() => expect(server.asked('forgetPassSmsSubmit')).toHaveLength(1));
  await screen.findByText(t.signInText);
  expect(search()).toEqual({});
});

it('says that it is off and whom to ask where no codes are sent', async () => {
  const off = { ...config, codes: 'off', contact: 'it@example.com' } as const;
  const { user } = await opened('', { publicConfig: off });
  await user.click(await button(t.registerLink));
  await screen.findByText(t.registerOff);
  await screen.findByText('Contact: it@example.com');
  expect(screen.queryByLabelText(en.center.phone)).toBeNull();
  await user.click(await button(t.backToSignIn));
  await user.click(await button(t.resetLink));
  await screen.findByText(t.resetOff);
});

it('says who tells the code where there is no gateway', async () => {
  await opened('register', { publicConfig: { ...config, codes: 'console', operator: 'Example Works' } });
  const note = await screen.findByText((text) => text.startsWith(t.noGateway));
  expect(note.textContent).toContain('Ask the Loupe administrator at Example Works.');
});

it('has the cursor in the first field of the first password', async () => {
  signIn(sessionOf([], { mustChangePassword: true }));
  await opened('');
  // nobody remembers what was typed at the sign-in
  expect(document.activeElement).toBe(await field(t.oldPassword));
});
