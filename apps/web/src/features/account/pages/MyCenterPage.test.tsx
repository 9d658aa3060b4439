/** My center as a person uses it: the profile is saved whole, a code proves the phone, a token is shown once. */
import type { AccessToken, OwnSession, Profile } from '@loupe/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { en } from '../../../locales/en.ts';
import { fakeApi, Refusal, type Answers } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { MyCenterPage } from './MyCenterPage.tsx';

const t = en.center;
const at = '2026-03-04T05:06:07.000Z';
const profile: Profile = {
  id: 1,
  account: 'li.ya',
  roleName: 'engineer',
  accountName: null,
  realName: '李娅',
  company: null,
  landline: null,
  fax: null,
  postcode: null,
  phone: '13800138001',
  email: null,
  createdAt: at,
  lastSignInAt: at,
  hasCodes: true,
  isEmailManaged: false,
};
const session = (id: string, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  isCurrent: false,
  browser: 'Firefox',
  system: 'Linux',
  address: '192.0.2.7',
  remembered: false,
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
  ...more,
});
const token: AccessToken = {
  id: 4,
  name: 'line_3',
  scopes: ['online'],
  createdAt: at,
  expiresAt: null,
  hasExpired: false,
  lastUsedAt: null,
};

async function opened(answers: Answers = {}) {
  const server = fakeApi({
    profile,
    sessionList: [session('here', { isCurrent: true, browser: 'Chrome' }), session('there')],
    tokenList: [],
    ...answers,
  });
  const page = await show(<MyCenterPage />);
  await screen.findByText(t.profile);
  return { ...page, server };
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = () => screen.findByRole('dialog');

it('saves the profile whole; what is empty is nothing, and what has a wrong format stays here', async () => {
  const { user, server } = await opened({
    profileUpdate: { ...profile, realName: 'Li Ya', postcode: '215000' },
    userInfo: sessionOf([]),
  });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  expect((await button(en.ui.save)).disabled).toBe(true);
  await user.clear(field(t.realName));
  await user.type(field(t.realName), ' Li Ya ');
  await user.type(field(t.postcode), '2150');
  await user.click(await button(en.ui.save));
  await screen.findByText(t.postcodeRule);
  expect(server.asked('profileUpdate')).toEqual([]);
  await user.type(field(t.postcode), '00');
  await user.click(await button(en.ui.save));
  await waitFor(() => expect(server.asked('profileUpdate')).toHaveLength(1));
  const nothing = { accountName: null, company: null, landline: null, fax: null };
  expect(server.asked('profileUpdate')[0]).toEqual({ ...nothing, realName: 'Li Ya', postcode: '215000' });
});

it('asks before what was typed into the profile is lost, and not where it was undone', async () => {
  const { user, path, history } = await opened();
  const company = screen.getByLabelText<HTMLInputElement>(t.company);
  await user.type(company, 'Works');
  const save = await button(en.ui.save);
  expect(save.disabled).toBe(false);
  act(() => history.push('/elsewhere'));
  await screen.findByText(en.ui.discardTitle);
  await user.click(await button(en.ui.keepEditing));
  await user.clear(company);
  expect(save.disabled).toBe(true);
  await waitFor(() => expect(screen.queryByText(en.ui.discardTitle)).toBeNull());
  act(() => history.push('/elsewhere'));
  await waitFor(() => expect(path()).toBe('/elsewhere'));
  expect(screen.queryByText(en.ui.discardTitle)).toBeNull();
});

it('changes the phone with password and code; the button counts down until another code may be asked for', async () => {
  const { user, server } = await opened({
    phoneSendCode: { resendSeconds: 60, minutes: 5 },
    phoneChange: new Refusal('account.codeWrong'),
  });
  await user.click(await button(`${t.change} · ${t.phone}`));
  const inside = within(await dialog());
  await user.click(inside.getByRole('button', { name: t.sendCode }));
  await inside.findByText(t.phoneRule);
  expect(server.asked('phoneSendCode')).toEqual([]);
  await user.type(inside.getByLabelText(t.currentPassword), 'right-Pass1');
  await user.type(inside.getByLabelText(t.newPhone), '+86 139 0013 9000');
  await user.click(inside.getByRole('button', { name: t.sendCode }));
  await inside.findByText('Code sent to 13900139000. It is valid for 5 minutes.');
  const again = await inside.findByRole<HTMLButtonElement>('button', { name: /^Send again in \d+ s$/ });
  expect(again.disabled).toBe(true);
  expect(server.asked('phoneSendCode')).toEqual([{ password: 'right-Pass1', phone: '+86 139 0013 9000' }]);
  await user.type(inside.getByLabelText(t.code), '12345');
  await user.click(inside.getByRole('button', { name: en.ui.save }));
  await inside.findByText(t.codeRule);
  await user.type(inside.getByLabelText(t.code), '6');
  await user.click(inside.getByRole('button', { name: en.ui.save }));
  await waitFor(() => expect(server.asked('phoneChange')).toHaveLength(1));
  expect(server.asked('phoneChange')[0]).toEqual({ phone: '+86 139 0013 9000', code: '123456' });
  // refused: what was typed stays
  expect(inside.getByLabelText<HTMLInputElement>(t.code).value).toBe('123456');
});

it('leaves the phone to an administrator where no codes are sent, and asks for no code for the e-mail', async () => {
  const { user, server } = await opened({ profile: { ...profile, hasCodes: false }, emailChange: null });
  expect((await button(`${t.change} · ${t.phone}`)).disabled).toBe(true);
  expect(screen.getByText(t.phoneOff)).toBeTruthy();
  await user.click(await button(`${t.addEmail} · ${t.email}`));
  const inside = within(await dialog());
  expect(inside.queryByLabelText(t.code)).toBeNull();
  await user.type(inside.getByLabelText(t.currentPassword), 'right-Pass1');
  await user.type(inside.getByLabelText(t.newEmail), 'li@example.com');
  await user.click(inside.getByRole('button', { name: en.ui.save }));
  await waitFor(() => expect(server.asked('emailChange')).toHaveLength(1));
  expect(server.asked('emailChange')[0]).toEqual({ password: 'right-Pass1', email: 'li@example.com', code: null });
});

it('ends one session or all others after a question, and offers neither for this one', async () => {
  const { user, server } = await opened({ sessionEnd: null, sessionEndOthers: { ended: 1 } });
  await screen.findByText(t.thisDevice);
  expect(screen.queryByRole('button', { name: `${t.end} · Chrome · Linux` })).toBeNull();
  await user.click(await button(`${t.end} · Firefox · Linux`));
  expect(server.asked('sessionEnd')).toEqual([]);
  await user.click(within(await dialog()).getByRole('button', { name: t.end }));
  await waitFor(() => expect(server.asked('sessionEnd')).toEqual([{ id: 'there' }]));
  await user.click(screen.getAllByRole('button', { name: t.endOthers })[0]!);
  await user.click((await screen.findAllByRole('button', { name: t.endOthers })).at(-1)!);
  await waitFor(() => expect(server.asked('sessionEndOthers')).toHaveLength(1));
});

it('creates an access token, shows it this once, and revokes one', async () => {
  const secret = `loupe_pat_${'x'.repeat(43)}`;
  const { user, server } = await opened({ tokenAdd: { token: secret, row: token }, tokenRevoke: null });
  await screen.findByText(t.tokensEmptyTitle);
  await user.click(await button(t.createToken));
  const inside = within(await dialog());
  await user.type(inside.getByLabelText(t.tokenName), 'line_3');
  await user.click(inside.getByRole('checkbox', { name: `${t.scopeNames.read} ${t.scopeTexts.read}` }));
  server.answer({ tokenList: [token] });
  await user.click(inside.getByRole('button', { name: t.createToken }));
  await inside.findByText(t.scopeRequired);
  await user.click(inside.getByRole('checkbox', { name: `${t.scopeNames.online} ${t.scopeTexts.online}` }));
  await user.click(inside.getByRole('button', { name: t.createToken }));
  await screen.findByDisplayValue(secret);
  expect(server.asked('tokenAdd')).toEqual([{ name: 'line_3', scopes: ['online'], days: 90 }]);
  await user.click(screen.getByRole('button', { name: t.done }));
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  await user.click(await button(`${t.revoke} · line_3`));
  await user.click((await screen.findAllByRole('button', { name: t.revoke })).at(-1)!);
  await waitFor(() => expect(server.asked('tokenRevoke')).toEqual([{ id: 4 }]));
});
