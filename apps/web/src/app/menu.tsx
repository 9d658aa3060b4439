/** Entries of the side bar: icon and text. An entry leads to its first scene, or unfolds its pages; without a key it is not shown. */
import {
  AimOutlined,
  AlertOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  ProjectOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { RoutePermission } from '@loupe/contract';
import type { ReactNode } from 'react';
import type { EntryId, PageEntryId, Scene } from '../core/scene.tsx';
import { pagesOf, type PageTitle, type PlainPage } from './pages.ts';

/** A page under an entry. */
export interface MenuChild {
  path: string;
  title: PageTitle;
}
export interface MenuRow {
  /** Where it leads; of a group, to the first of its pages. */
  path: string;
  text: EntryId | PageEntryId | 'dashboard';
  icon: ReactNode;
  /** A group unfolds; one page alone stands in its place. */
  children?: readonly MenuChild[];
}

/** In the order in which they are shown. */
const icons: { readonly [E in EntryId]: ReactNode } = {
  projects: <ProjectOutlined />,
  datasets: <DatabaseOutlined />,
  models: <DeploymentUnitOutlined />,
  online: <AimOutlined />,
  anomaly: <AlertOutlined />,
};

const pageIcons: { readonly [E in PageEntryId]: ReactNode } = { authority: <TeamOutlined /> };

export const menuRows = (
  scenes: readonly Scene[],
  pages: readonly PlainPage[],
  can: (key: RoutePermission) => boolean,
): MenuRow[] => [
  { path: '/dashboard', text: 'dashboard', icon: <DashboardOutlined /> },
  ...(Object.keys(icons) as EntryId[]).flatMap((entry) => {
    const scene = scenes.find((s) => s.entry === entry);
    return scene && can(scene.permission) ? [{ path: scene.path, text: entry, icon: icons[entry] }] : [];
  }),
  ...(Object.keys(pageIcons) as PageEntryId[]).flatMap((entry) => {
    const children = pagesOf(entry, can, pages).flatMap(({ path, title }) => (title ? [{ path, title }] : []));
    return children[0] ? [{ path: children[0].path, text: entry, icon: pageIcons[entry], children }] : [];
  }),
];
