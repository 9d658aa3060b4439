/** Entries of the side bar: icon and text. An entry leads to its first scene; without that scene's key it is not shown. */
import {
  AimOutlined,
  AlertOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  ProjectOutlined,
} from '@ant-design/icons';
import type { RoutePermission } from '@loupe/contract';
import type { ReactNode } from 'react';
import type { EntryId, Scene } from '../core/scene.tsx';

export interface MenuRow {
  path: string;
  text: EntryId | 'dashboard';
  icon: ReactNode;
}

/** In the order in which they are shown. */
const icons: { readonly [E in EntryId]: ReactNode } = {
  projects: <ProjectOutlined />,
  datasets: <DatabaseOutlined />,
  models: <DeploymentUnitOutlined />,
  online: <AimOutlined />,
  anomaly: <AlertOutlined />,
};

export const menuRows = (scenes: readonly Scene[], can: (key: RoutePermission) => boolean): MenuRow[] => [
  { path: '/dashboard', text: 'dashboard', icon: <DashboardOutlined /> },
  ...(Object.keys(icons) as EntryId[]).flatMap((entry) => {
    const scene = scenes.find((s) => s.entry === entry);
    return scene && can(scene.permission) ? [{ path: scene.path, text: entry, icon: icons[entry] }] : [];
  }),
];
