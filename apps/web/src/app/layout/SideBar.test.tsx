/** The side bar: a group unfolds its pages, shows only what one may see, and folds into a list beside it. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { permissionKeys, type PermissionKey } from '@loupe/contract';
import { unfoldedStore } from '../../core/preferences.ts';
import { sessionStore } from '../../core/session.ts';
import { en } from '../../locales/en.ts';
import { sessionOf } from '../../testing/session.ts';
import { show } from '../../testing/screen.tsx';
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
