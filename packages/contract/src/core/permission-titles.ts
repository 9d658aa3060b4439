/** What each permission is called and allows, and how they are grouped where a role is given some. */
import type { Words } from './fill-text.ts';
import { menuParents, permissionKeys, type PermissionKey } from './permission.ts';

export const permissionTitles: Readonly<Record<PermissionKey, Words>> = {
  'project/pageList': { zh: '项目', en: 'Projects' },
  'dataset/pageList': { zh: '数据集', en: 'Data sets' },
  'folder/pageList': { zh: '文件夹', en: 'Folders' },
  'dataset/picture/pageList': { zh: '图片', en: 'Images' },
  'dataset/picture/handleImg': { zh: '标注图片', en: 'Annotate images' },
  'model/pageList': { zh: '模型、训练与在线检测', en: 'Models, training and online detection' },
  'model/center': { zh: '模型中心', en: 'Model center' },
  'sys/user/list': { zh: '管理用户', en: 'Manage users' },
  'sys/selfRegisterUser/list': { zh: '管理注册客户', en: 'Manage registered customers' },
  'sys/role/pageList': { zh: '管理角色', en: 'Manage roles' },
  'sys/menu/list': { zh: '管理菜单', en: 'Manage menus' },
  'sys/statistics': { zh: '查看统计分析', en: 'View statistics' },
  'sys/audit/list': { zh: '查看审计日志', en: 'View the audit log' },
  'sys/setting': { zh: '修改系统设置', en: 'Change settings' },
  'sys/example': { zh: '设置示例数据', en: 'Mark example data' },
  allData: { zh: '查看和管理所有人的数据', en: 'See and manage the data of everyone' },
};

const groups = {
  work: { zh: '工作', en: 'Work' },
  system: { zh: '系统管理', en: 'Administration' },
  data: { zh: '数据范围', en: 'Data' },
} as const satisfies Readonly<Record<string, Words>>;
export type PermissionGroupId = keyof typeof groups;
const groupOf = (key: PermissionKey): PermissionGroupId =>
  key === 'allData' ? 'data' : key.startsWith('sys/') ? 'system' : 'work';

export interface PermissionNode {
  key: PermissionKey;
  title: Words;
  children: readonly PermissionNode[];
}
export interface PermissionGroup {
  id: PermissionGroupId;
  title: Words;
  children: readonly PermissionNode[];
}

const nodesOf = (keys: readonly PermissionKey[]): PermissionNode[] =>
  keys.map((key) => ({
    key,
    title: permissionTitles[key],
    children: nodesOf(permissionKeys.filter((one) => menuParents[one] === key)),
  }));

const tops = permissionKeys.filter((key) => menuParents[key] === undefined);
export const permissionTree: readonly PermissionGroup[] = (Object.keys(groups) as PermissionGroupId[]).map((id) => ({
  id,
  title: groups[id],
  children: nodesOf(tops.filter((key) => groupOf(key) === id)),
}));

/** A key and those that it is reached through: images lie in folders, and folders in data sets. */
export const withParents = (key: PermissionKey): PermissionKey[] => {
  const parent = menuParents[key];
  return parent === undefined ? [key] : [...withParents(parent), key];
};
/** A key and those that are reached through it. */
export const withChildren = (key: PermissionKey): PermissionKey[] => [
  key,
  ...permissionKeys.filter((one) => menuParents[one] === key).flatMap(withChildren),
];
