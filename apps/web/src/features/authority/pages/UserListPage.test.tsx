/** The list of users: what one may do with whom, and the dialogs that add and delete. */
import { permissionKeys, type User } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { UserListPage } from './UserListPage.tsx';

const user = (id: number, account: string, fields: Partial<User> = {}): User => ({
  id,
  account,
  phone: null,
  email: null,
  realName: null,
  accountName: null,
  roleId: 2,
  roleName: 'engineer',
  enabled: true,
  projects: 0,
  channelFlag: 0,
  lastSignInAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  mayManage: true,
  ...fields,
});
const page = <T,>(list: readonly T[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20 });
const { authority: words, ui } = en;

let own: number;
beforeEach(() => {
  const session = sessionOf(permissionKeys);
  own = session.userId;
  sessionStore.set(session);
});
const rowOf = async (account: string) => within((await screen.findByText(account)).closest('tr')!);

it('offers nothing for whom one may not manage, and of oneself only the data', async () => {
  fakeApi({ userList: page([user(own, 'me'), user(own + 1, 'boss', { mayManage: false }), user(own + 2, 'li')]) });
  await show(<UserListPage />);
  const buttons = async (account: string) =>
    (await rowOf(account)).queryAllByRole('button').map((b) => b.textContent || b.getAttribute('aria-label'));
  expect(await buttons('me')).toEqual([ui.edit]);
  expect(await buttons('boss')).toEqual([]);
  expect(await buttons('li')).toEqual([ui.edit, words.disable, ui.more]);
});

it('adds a user with a generated password, and without what was left empty', async () => {
  const { asked } = fakeApi({
    userList: page([user(own, 'me')]),
    roleChoice: page([{ id: 2, name: 'engineer' }]),
    userAdd: user(9, 'wang'),
  });
  const { user: hand } = await show(<UserListPage />);
  await hand.click(await screen.findByText(words.addUser));
  const dialog = within(await screen.findByRole('dialog'));
  await hand.type(dialog.getByLabelText(words.account), 'wang');
  await hand.type(dialog.getByLabelText(words.phone), '12');
  await hand.click(dialog.getByLabelText(words.role));
  await hand.click(await screen.findByText('Engineer', { selector: '.ant-select-item-option-content' }));
  await hand.click(dialog.getByRole('button', { name: words.generate }));
  await hand.click(dialog.getByRole('button', { name: ui.add }));
  expect(await dialog.findByText(words.phoneWrong)).toBeTruthy();
  await hand.clear(dialog.getByLabelText(words.phone));
  await hand.type(dialog.getByLabelText(words.phone), '138 0013 8000');
  await hand.click(dialog.getByRole('button', { name: ui.add }));
  await waitFor(() => expect(asked('userAdd')).toHaveLength(1));
  expect(asked('userAdd')[0]).toEqual({
    account: 'wang',
    realName: null,
    phone: '138 0013 8000',
    email: null,
    roleId: 2,
    password: expect.stringMatching(/^[a-zA-Z2-9]{12}$/),
  });
});

it('deletes who owns projects only once somebody was chosen who takes them over', async () => {
  const { asked } = fakeApi({
    userList: page([user(7, 'gone', { projects: 3 }), user(8, 'heir', { realName: '李雷' })]),
    userDelete: { projects: 3 },
  });
  const { user: hand } = await show(<UserListPage />);
  await hand.click((await rowOf('gone')).getByRole('button', { name: ui.more }));
  await hand.click(await screen.findByRole('menuitem', { name: ui.delete }));
  const dialog = within(await screen.findByRole('dialog'));
  await hand.click(dialog.getByRole('button', { name: ui.delete }));
  // in the empty field, and as what is wrong with it
  await waitFor(() => expect(dialog.getAllByText(words.chooseHeir)).toHaveLength(2));
  expect(asked('userDelete')).toEqual([]);
  await hand.click(dialog.getByRole('combobox'));
  const offered = await screen.findByText('李雷 (heir)', { selector: '.ant-select-item-option-content' });
  expect(screen.queryByText('gone', { selector: '.ant-select-item-option-content' })).toBeNull();
  await hand.click(offered);
  await hand.click(dialog.getByRole('button', { name: ui.delete }));
  await waitFor(() => expect(asked('userDelete')).toEqual([{ id: 7, heirId: 8 }]));
});
