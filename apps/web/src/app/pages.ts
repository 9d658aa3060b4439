/** Pages that belong to no family: the router makes one route of each row. */
import type { RoutePermission } from '@loupe/contract';
import type { PageEntryId } from '../core/scene.tsx';
import { binLoader, dashboardLoader, type Loader } from './screens.ts';

export interface PlainPage {
  path: string;
  permission: RoutePermission;
  load: Loader;
  /** The entry of the side bar that it stands under; the first page that a person may see is where the entry leads. */
  entry?: PageEntryId;
  /** Without side bar and header. */
  bare?: boolean;
}

export const pages: readonly PlainPage[] = [
  { path: '/dashboard', permission: 'next', load: dashboardLoader },
  // everybody has one
  { path: '/bin', permission: 'next', load: binLoader },
];

export const pageRedirects: readonly (readonly [from: string, to: string])[] = [['/', '/dashboard']];
