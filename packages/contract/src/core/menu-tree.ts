/** The entries that a menu begins with, and the part of a menu that a person has. */
import { menuParents, permissionKeys, type PermissionKey } from './permission.ts';

/** Icons of which an entry may have one. */
export const menuIcons = [
  'project',
  'database',
  'deployment',
  'aim',
  'alert',
  'team',
  'appstore',
  'audit',
  'barchart',
  'book',
  'camera',
  'cloud',
  'experiment',
  'eye',
  'file',
  'folder',
  'picture',
  'safety',
  'scan',
  'setting',
  'tag',
  'tool',
  'user',
] as const;
export type MenuIcon = (typeof menuIcons)[number];

export interface MenuSeed {
  key: string;
  /** The permission that opens it; `next`: it needs none. */
  menuComponent: PermissionKey | 'next';
  parent: string | null;
}

/** Under which everything stands that administrators do. */
export const adminGroup = 'authority';
const parentOf = (key: PermissionKey): string | null =>
  menuParents[key] ?? (key.startsWith('sys/') ? adminGroup : null);
const ofKey = (key: PermissionKey): MenuSeed => ({ key, menuComponent: key, parent: parentOf(key) });
const isAdmins = (key: PermissionKey): boolean => key.startsWith('sys/');

/** An entry for each permission, and those that share one or need none. In their order; a parent comes first. */
export const menuSeeds: readonly MenuSeed[] = [
  ...permissionKeys.filter((key) => key !== 'allData' && !isAdmins(key)).map(ofKey),
  { key: 'online', menuComponent: 'model/pageList', parent: null },
  { key: 'ocrModel', menuComponent: 'model/pageList', parent: null },
  { key: 'anomalyModel', menuComponent: 'model/pageList', parent: null },
  { key: adminGroup, menuComponent: 'next', parent: null },
  ...permissionKeys.filter(isAdmins).map(ofKey),
  { key: 'sms', menuComponent: 'sys/setting', parent: adminGroup },
  { key: 'agreements', menuComponent: 'sys/setting', parent: adminGroup },
  ofKey('allData'),
];

/** What opens an entry. One that this Loupe does not know is opened by the permission of its name. */
export const menuComponentOf = (key: string): string =>
  menuSeeds.find((seed) => seed.key === key)?.menuComponent ?? key;

export interface MenuRow {
  id: number;
  parentId: number | null;
  key: string;
}
export type MenuNode<R extends MenuRow> = R & { menuComponent: string; children: MenuNode<R>[] };

/** The rows, in their order, as a tree; what is not `included` is left out, and what stands below it moves up. */
export function menuTree<R extends MenuRow>(
  rows: readonly R[],
  included: (menuComponent: string) => boolean = () => true,
): MenuNode<R>[] {
  const below = (parent: number | null): MenuNode<R>[] =>
    rows
      .filter((row) => row.parentId === parent)
      .flatMap((row) => {
        const children = below(row.id);
        const menuComponent = menuComponentOf(row.key);
        return included(menuComponent) ? [{ ...row, menuComponent, children }] : children;
      });
  return below(null);
}

/** The menu of a new installation, as rows. */
export const firstMenu = menuSeeds.map(({ key, parent }, index) => ({
  id: index + 1,
  parentId: parent === null ? null : menuSeeds.findIndex((seed) => seed.key === parent) + 1,
  key,
  nameZh: null,
  nameEn: null,
  icon: null,
  visible: true,
}));
