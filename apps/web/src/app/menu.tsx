/** Entries of the side bar: a screen, its icon and text. An entry whose key a person lacks is not shown. */
import {
  AimOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeploymentUnitOutlined,
  ProjectOutlined,
} from '@ant-design/icons';
import type { RoutePermission } from '@loupe/contract';
import type { ReactNode } from 'react';
import type { Scene, ScreenId } from '../core/scene.tsx';

export interface MenuRow {
  path: string;
  text: 'dashboard' | 'projects' | 'datasets' | 'models' | 'online';
  icon: ReactNode;
  permission: RoutePermission;
  /** Screens that light this entry up as well. */
  screens: readonly ScreenId[];
}

const rows: (Omit<MenuRow, 'path' | 'permission'> & { screen: ScreenId })[] = [
  { screen: 'ProjectList', text: 'projects', icon: <ProjectOutlined />, screens: ['ProjectList'] },
  {
    screen: 'DatasetList',
    text: 'datasets',
    icon: <DatabaseOutlined />,
    screens: ['DatasetList', 'FolderList', 'PictureList', 'Annotate', 'ExportList'],
  },
  {
    screen: 'ModelList',
    text: 'models',
    icon: <DeploymentUnitOutlined />,
    screens: ['ModelList', 'ModelAdd', 'AddSet', 'TrainingInfo', 'Result'],
  },
  { screen: 'OnlineList', text: 'online', icon: <AimOutlined />, screens: ['OnlineList', 'OnlineDetail'] },
];

export const menuRows = (scenes: readonly Scene[], can: (key: RoutePermission) => boolean): MenuRow[] => [
  { path: '/dashboard', text: 'dashboard', icon: <DashboardOutlined />, permission: 'next', screens: [] },
  ...rows.flatMap(({ screen, ...row }) => {
    const scene = scenes.find((s) => s.screen === screen);
    return scene && can(scene.permission) ? [{ ...row, path: scene.path, permission: scene.permission }] : [];
  }),
];
