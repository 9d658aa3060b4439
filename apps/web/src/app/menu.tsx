/**
 * Entries of the side bar, as the person's menu arranges them: what an entry is called, its icon, and whether it is shown.
 * An entry leads to its first scene, or unfolds its pages; without a key it is not shown.
 */
import { DashboardOutlined } from '@ant-design/icons';
import { adminGroup, type MenuEntry, type RoutePermission } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useLocale } from '../core/i18n.ts';
import type { EntryId, PageEntryId, Scene } from '../core/scene.tsx';
import { menuIconOf } from '../ui/menu-icons.tsx';
import { groupIcon, groupTitles, places, type PageTitle, type Place } from './menu-places.ts';
import { pagesOf, type PlainPage } from './pages.ts';

/** What an administrator calls it; null where the product's own name holds. */
export interface ChosenName {
  zh: string | null;
  en: string | null;
}
/** A page under an entry. */
export interface MenuChild {
  path: string;
  title: PageTitle;
  name: ChosenName;
}
export interface MenuRow {
  /** Where it leads; of a group, to the first of its pages. */
  path: string;
  text: EntryId | PageEntryId | 'dashboard';
  name: ChosenName;
  icon: ReactNode;
  /** A group unfolds; one page alone stands in its place. */
  children?: readonly MenuChild[];
}

/** The name that an administrator chose in the language of the interface, else the product's own. */
export const useChosenName = (): ((name: ChosenName, own: string) => string) => {
  const locale = useLocale();
  return (name, ownName) => name[locale] ?? ownName;
};

const own: ChosenName = { zh: null, en: null };
const nameOf = ({ nameZh, nameEn }: Pick<MenuEntry, 'nameZh' | 'nameEn'>): ChosenName => ({ zh: nameZh, en: nameEn });

type Can = (key: RoutePermission) => boolean;

const sceneRow = (entry: MenuEntry, { entry: text, icon }: Place, scenes: readonly Scene[], can: Can): MenuRow[] => {
  const scene = scenes.find((one) => one.entry === text);
  if (!scene || !can(scene.permission)) return [];
  return [{ path: scene.path, text, name: nameOf(entry), icon: menuIconOf(entry.icon ?? icon) }];
};

/** The pages of a group in the order of its entries; those that need no permission have none, and come last. */
const groupPages = (group: MenuEntry, pages: readonly PlainPage[], can: Can): MenuChild[] => {
  const open = pagesOf('authority', can, pages).filter((page) => page.title !== undefined);
  const child = ({ path, title }: PlainPage, name: ChosenName): MenuChild => ({ path, title: title!, name });
  return [
    ...group.children
      .filter(({ visible }) => visible)
      .flatMap((entry) =>
        open.filter(({ title }) => title === groupTitles[entry.key]).map((page) => child(page, nameOf(entry))),
      ),
    ...open.filter(({ permission }) => permission === 'next').map((page) => child(page, own)),
  ];
};

const groupRow = (group: MenuEntry, pages: readonly PlainPage[], can: Can): MenuRow[] => {
  const children = groupPages(group, pages, can);
  if (!children[0]) return [];
  const icon = menuIconOf(group.icon ?? groupIcon);
  return [{ path: children[0].path, text: 'authority', name: nameOf(group), icon, children }];
};

export const menuRows = (
  scenes: readonly Scene[],
  pages: readonly PlainPage[],
  menu: readonly MenuEntry[],
  can: Can,
): MenuRow[] => [
  { path: '/dashboard', text: 'dashboard', name: own, icon: <DashboardOutlined /> },
  ...menu.flatMap((entry) => {
    if (!entry.visible) return [];
    if (entry.key === adminGroup) return groupRow(entry, pages, can);
    const place = places.get(entry.key);
    return place ? sceneRow(entry, place, scenes, can) : [];
  }),
];
