/** The permission keys of the specification, how their menu entries are nested, and what a route may declare. */

/** In the order of the menu; an entry comes after the one that it is under. */
export const permissionKeys = [
  'project/pageList',
  'dataset/pageList',
  'folder/pageList',
  'dataset/picture/pageList',
  'dataset/picture/handleImg',
  'model/pageList',
  'model/center',
  'sys/user/list',
  'sys/selfRegisterUser/list',
  'sys/role/pageList',
  'sys/menu/list',
  'sys/statistics',
  'sys/audit/list',
  'sys/setting',
  'sys/example',
  'allData',
] as const;
export type PermissionKey = (typeof permissionKeys)[number];

/** Which entry an entry is under; the others are at the top. */
export const menuParents: Readonly<Partial<Record<PermissionKey, PermissionKey>>> = {
  'folder/pageList': 'dataset/pageList',
  'dataset/picture/pageList': 'folder/pageList',
  'dataset/picture/handleImg': 'dataset/picture/pageList',
  'model/center': 'model/pageList',
};

/** `next`: signed in, own data, no key. `public`: no session; each such route is named in `publicRoutes`. */
export type RoutePermission = PermissionKey | 'next' | 'public';

/** What a route guard asks: `next` passes, else the key must be among the person's menu permissions. */
export const permits = (held: ReadonlySet<string>, required: RoutePermission): boolean =>
  required === 'next' || required === 'public' || held.has(required);
