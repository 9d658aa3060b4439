/** The permission keys of the specification, the menu entries they open, and what a route may declare. */
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
  'allData',
] as const;
export type PermissionKey = (typeof permissionKeys)[number];

/** `next`: signed in, own data, no key. `public`: no session; each such route is named in `publicRoutes`. */
export type RoutePermission = PermissionKey | 'next' | 'public';

/** What a route guard asks: `next` passes, else the key must be among the person's menu permissions. */
export const permits = (held: ReadonlySet<string>, required: RoutePermission): boolean =>
  required === 'next' || required === 'public' || held.has(required);
