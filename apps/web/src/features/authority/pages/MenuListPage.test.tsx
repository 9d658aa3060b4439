/** The page of menus: names, icons and order of entries, and which of them are shown. */
import { firstMenu, menuTree, permissionKeys } from '@loupe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ownPlace } from '../../../app/menu-places.ts';
import { sessionStore } from '../../../core/session.ts';
import { en } from '../../../locales/en.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { MenuListPage } from './MenuListPage.tsx';

const session = sessionOf(permissionKeys);
const idOf = (key: string) => firstMenu.find((row) => row.key === key)!.id;
const words = en.authority;
const start = async () => {
  const api = fakeApi({ menuList: menuTree(firstMenu), menuUpdate: null, menuMove: null, userInfo: session });
  const shown = await show(<MenuListPage placeOf={ownPlace} />);
  await screen.findAllByText('project/pageList');
  return { ...api, ...shown };
};
const fill = (text: string, name: string) => text.replace('{{name}}', name);
beforeEach(() => sessionStore.set(session));

it('hides an entry and moves it; those that lead back here are always shown', async () => {
  const { user, asked } = await start();
  const shown = (name: string) => screen.getByRole('switch', { name: fill(words.showNamed, name) });
  expect((shown(en.shell.pages.menus) as HTMLButtonElement).disabled).toBe(true);
  expect((shown(en.shell.authority) as HTMLButtonElement).disabled).toBe(true);
  await user.click(shown(en.shell.online));
  const own = { nameZh: null, nameEn: null, icon: null };
  await waitFor(() => expect(asked('menuUpdate')).toEqual([{ id: idOf('online'), ...own, visible: false }]));
  const up = (name: string) => screen.getByRole('button', { name: fill(words.moveNamed.up, name) });
  expect((up(en.shell.projects) as HTMLButtonElement).disabled).toBe(true);
  await user.click(up(en.shell.datasets));
  await waitFor(() => expect(asked('menuMove')).toEqual([{ id: idOf('dataset/pageList'), to: 'up' }]));
  // what is done reaches the side bar at once
  await waitFor(() => expect(asked('userInfo').length).toBeGreaterThan(0));
});

it('names an entry in both languages; what is left empty is the product’s own', async () => {
  const { user, asked } = await start();
  const row = screen.getByText(en.shell.models).closest('tr')!;
  await user.click(within(row).getByRole('button', { name: en.ui.edit }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words.nameEn), 'Recipes');
  await user.click(dialog.getByRole('button', { name: en.ui.save }));
  const chosen = { nameZh: null, nameEn: 'Recipes', icon: null, visible: true };
  await waitFor(() => expect(asked('menuUpdate')).toEqual([{ id: idOf('model/pageList'), ...chosen }]));
});
