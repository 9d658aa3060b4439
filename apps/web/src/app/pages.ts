/** Pages that belong to no family: the router makes one route of each row. */
import { agreementPaths, type RoutePermission } from '@loupe/contract';
import type { PageEntryId } from '../core/scene.tsx';
import type { PageTitle } from './menu-places.ts';
import {
  agreementsLoader,
  auditLoader,
  binLoader,
  customerListLoader,
  dashboardLoader,
  administratorsGuideLoader,
  guideLoader,
  menuListLoader,
  myCenterLoader,
  newsLoader,
  personalInformationLoader,
  productServiceLoader,
  roleListLoader,
  smsLoader,
  statisticsLoader,
  userListLoader,
  type Loader,
} from './screens.ts';

export interface PlainPage {
  path: string;
  permission: RoutePermission;
  load: Loader;
  /** The entry of the side bar that it stands under; the first page that a person may see is where the entry leads. */
  entry?: PageEntryId;
  /** Its name under that entry. */
  title?: PageTitle;
  /** Without side bar and header. */
  bare?: boolean;
}

export const pages: readonly PlainPage[] = [
  { path: '/dashboard', permission: 'next', load: dashboardLoader },
  { path: agreementPaths.productService, permission: 'public', load: productServiceLoader, bare: true },
  { path: agreementPaths.personalInformation, permission: 'public', load: personalInformationLoader, bare: true },
  // everybody has one
  { path: '/bin', permission: 'next', load: binLoader },
  { path: '/help/guide', permission: 'next', load: guideLoader },
  { path: '/help/administrators', permission: 'next', load: administratorsGuideLoader },
  { path: '/help/news', permission: 'next', load: newsLoader },
  {
    path: '/authority/user',
    permission: 'sys/user/list',
    load: userListLoader,
    entry: 'authority',
    title: 'users',
  },
  {
    path: '/authority/selfRegisterUser',
    permission: 'sys/selfRegisterUser/list',
    load: customerListLoader,
    entry: 'authority',
    title: 'customers',
  },
  {
    path: '/authority/role',
    permission: 'sys/role/pageList',
    load: roleListLoader,
    entry: 'authority',
    title: 'roles',
  },
  {
    path: '/authority/menus',
    permission: 'sys/menu/list',
    load: menuListLoader,
    entry: 'authority',
    title: 'menus',
  },
  {
    path: '/authority/statistics',
    permission: 'sys/statistics',
    load: statisticsLoader,
    entry: 'authority',
    title: 'statistics',
  },
  {
    path: '/authority/audit',
    permission: 'sys/audit/list',
    load: auditLoader,
    entry: 'authority',
    title: 'audit',
  },
  {
    path: '/authority/sms',
    permission: 'sys/setting',
    load: smsLoader,
    entry: 'authority',
    title: 'sms',
  },
  {
    path: '/authority/agreements',
    permission: 'sys/setting',
    load: agreementsLoader,
    entry: 'authority',
    title: 'agreements',
  },
  // everybody has one as well
  {
    path: '/authority/myCenter',
    permission: 'next',
    load: myCenterLoader,
    entry: 'authority',
    title: 'myCenter',
  },
];

/** The pages under an entry that a person may see, in their order. */
export const pagesOf = (
  entry: PageEntryId,
  can: (key: RoutePermission) => boolean,
  all: readonly PlainPage[] = pages,
): PlainPage[] => all.filter((page) => page.entry === entry && can(page.permission));

export const pageRedirects: readonly (readonly [from: string, to: string])[] = [['/', '/dashboard']];
