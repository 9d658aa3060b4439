/** The side bar: a group unfolds its pages, shows only what one may see, and folds into a list beside it. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { firstMenu, menuComponentOf, menuTree, permissionKeys, type PermissionKey } from '@loupe/contract';
import { unfoldedStore } from '../../core/preferences.ts';
import { sessionStore } from '../../core/session.ts';
import { en } from '../../locales/en.ts';
import { zh } from '../../locales/zh.ts';
import { sessionOf } from '../../testing/session.ts';
import { show } from '../../testing/screen.tsx';
import { groupTitles } from '../menu-places.ts';
import { pages } from '../pages.ts';
import { SideBar } from './SideBar.tsx';

const signedIn = (keys: readonly PermissionKey[]) => sessionStore.set(sessionOf(keys));
beforeEach(() => unfoldedStore.set(null));

it('unfolds a group on request and keeps the choice; a link leads to the page', async () => {
  signedIn(permissionKeys);
  const { user, path } = await show(<SideBar folded={false} />);
  const group = screen.getByRole('button', { name: en.shell.authority });
  expect(group.getAttribute('aria-expanded')).toBe('false');
  await user.click(group);
  expect(group.getAttribute('aria-expanded')).toBe('true');
  expect(unfoldedStore.get()).toBe(true);
  await user.click(screen.getByRole('link', { name: en.shell.pages.roles }));
  expect(path()).toBe('/authority/role');
  expect(screen.getByRole('link', { name: en.shell.pages.roles }).getAttribute('aria-current')).toBe('page');
});

it('shows of a group what one may see, and a single page in its place', async () => {
  signedIn(['sys/role/pageList']);
  const two = await show(<SideBar folded={false} />);
  await two.user.click(screen.getByRole('button', { name: en.shell.authority }));
  expect(screen.getByRole('link', { name: en.shell.pages.roles })).toBeTruthy();
  expect(screen.queryByText(en.shell.pages.users)).toBeNull();
  two.unmount();
  signedIn(['project/pageList']);
  await show(<SideBar folded={false} />);
  expect(screen.getByRole('link', { name: en.shell.projects })).toBeTruthy();
  expect(screen.getByRole('link', { name: en.shell.pages.myCenter }).getAttribute('href')).toBe('/authority/myCenter');
  expect(screen.queryByText(en.shell.authority)).toBeNull();
});

it('opens the pages of a group beside it when it is folded', async () => {
  signedIn(permissionKeys);
  const { user, path } = await show(<SideBar folded />);
  await user.click(screen.getByRole('button', { name: en.shell.authority }));
  await user.click(await screen.findByRole('menuitem', { name: en.shell.pages.users }));
  expect(path()).toBe('/authority/user');
});

it('is arranged by the menu: names in the language of the interface, order, and what is hidden', async () => {
  const chosen: Record<string, object> = {
    'project/pageList': { nameEn: 'Lines', nameZh: '产线' },
    online: { visible: false },
    'sys/role/pageList': { nameEn: 'Groups' },
    'sys/user/list': { visible: false },
  };
  const rows = firstMenu.map((row) => ({ ...row, ...chosen[row.key] }));
  const menuList = menuTree([
    ...rows.filter(({ key }) => key === 'anomalyModel'),
    ...rows.filter(({ key }) => key !== 'anomalyModel'),
  ]);
  sessionStore.set({ ...sessionOf(permissionKeys), menuList });
  unfoldedStore.set(true);
  const inEnglish = await show(<SideBar folded={false} />);
  const links = () => screen.getAllByRole('link').map((link) => link.textContent);
  expect(links().slice(1, 6)).toEqual([
    en.shell.dashboard,
    en.shell.anomaly,
    'Lines',
    en.shell.datasets,
    en.shell.models,
  ]);
  expect(links()).toContain('Groups');
  expect(links()).not.toContain(en.shell.online);
  expect(links()).not.toContain(en.shell.pages.users);
  inEnglish.unmount();
  await show(<SideBar folded={false} />, { locale: 'zh' });
  expect(links()).toContain('产线');
  expect(links()).toContain(zh.shell.pages.roles);
});

it('has an entry of the menu for every page of the group that needs a permission', () => {
  const entryOf = (title: string | undefined) => firstMenu.find(({ key }) => title && groupTitles[key] === title)?.key;
  for (const { entry, permission, title } of pages) {
    if (entry === undefined || permission === 'next') continue;
    expect([title, menuComponentOf(entryOf(title) ?? '')]).toEqual([title, permission]);
  }
});
