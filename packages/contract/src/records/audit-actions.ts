/** What the audit log names: every action with its words. A feature that writes another one adds its row here. */
import type { Words } from '../core/fill-text.ts';

export const auditActions = {
  // sessions and the own account
  'session.signIn': { zh: '登录', en: 'Signed in' },
  'session.signInFailed': { zh: '登录失败', en: 'Sign-in failed' },
  'session.signOut': { zh: '退出登录', en: 'Signed out' },
  'session.end': { zh: '结束会话', en: 'Ended a session' },
  'password.change': { zh: '修改密码', en: 'Changed own password' },
  'password.reset': { zh: '通过短信重置密码', en: 'Reset own password by SMS' },
  'phone.change': { zh: '修改手机号', en: 'Changed own phone number' },
  'email.change': { zh: '修改邮箱', en: 'Changed own e-mail' },
  'profile.update': { zh: '修改个人资料', en: 'Changed own profile' },
  'token.add': { zh: '创建访问令牌', en: 'Created an access token' },
  'token.revoke': { zh: '撤销访问令牌', en: 'Revoked an access token' },
  // users, roles, menus
  'user.register': { zh: '注册', en: 'Registered' },
  'user.add': { zh: '新建用户', en: 'Created a user' },
  'user.update': { zh: '修改用户', en: 'Changed a user' },
  'user.role': { zh: '修改用户角色', en: "Changed a user's role" },
  'user.enable': { zh: '启用用户', en: 'Enabled a user' },
  'user.disable': { zh: '停用用户', en: 'Disabled a user' },
  'user.approve': { zh: '批准客户', en: 'Approved a customer' },
  'user.resetPassword': { zh: '重置用户密码', en: "Reset a user's password" },
  'user.delete': { zh: '删除用户', en: 'Deleted a user' },
  'role.add': { zh: '添加角色', en: 'Added a role' },
  'role.update': { zh: '修改角色', en: 'Changed a role' },
  'role.delete': { zh: '删除角色', en: 'Deleted a role' },
  'menu.update': { zh: '修改菜单', en: 'Changed a menu entry' },
  // sharing
  'project.share': { zh: '共享项目', en: 'Shared a project' },
  'project.unshare': { zh: '取消共享项目', en: 'Stopped sharing a project' },
  'project.leave': { zh: '退出项目', en: 'Left a project' },
  'project.handOver': { zh: '移交项目', en: 'Handed over a project' },
  'project.example': { zh: '修改示例数据标记', en: 'Changed what is example data' },
  // deletions, and the way back
  'project.delete': { zh: '删除项目', en: 'Deleted a project' },
  'dataset.delete': { zh: '删除数据集', en: 'Deleted a data set' },
  'folder.delete': { zh: '删除文件夹', en: 'Deleted a folder' },
  'label.delete': { zh: '删除标签', en: 'Deleted a label' },
  'image.delete': { zh: '删除图片', en: 'Deleted images' },
  'model.delete': { zh: '删除模型', en: 'Deleted a model' },
  'task.delete': { zh: '删除任务', en: 'Deleted a task' },
  'online.delete': { zh: '删除在线入口', en: 'Deleted an online entry' },
  'export.delete': { zh: '删除导出记录', en: 'Deleted an export' },
  'bin.restore': { zh: '从回收站恢复', en: 'Restored from the bin' },
  'bin.delete': { zh: '从回收站永久删除', en: 'Permanently deleted from the bin' },
  // what leaves the server
  'export.add': { zh: '导出数据', en: 'Exported data' },
  'export.download': { zh: '下载导出文件', en: 'Downloaded an export' },
  'model.download': { zh: '下载模型', en: 'Downloaded a model' },
  'weights.download': { zh: '下载权重', en: 'Downloaded weights' },
  'audit.download': { zh: '导出审计日志', en: 'Exported the audit log' },
  // pre-annotation
  'similar.add': { zh: '开始查找相似', en: 'Started a search for similar objects' },
  'preannotate.add': { zh: '开始预标注', en: 'Started a pre-annotation' },
  // online use
  'online.keyCreate': { zh: '创建在线入口密钥', en: 'Created an online key' },
  'online.keyRevoke': { zh: '撤销在线入口密钥', en: 'Revoked an online key' },
  'online.add': { zh: '新建在线入口', en: 'Created an online entry' },
  'online.update': { zh: '修改在线入口', en: 'Changed an online entry' },
  'version.thresholds': { zh: '修改版本阈值', en: 'Changed the thresholds of a version' },
  // settings
  'bin.setting': { zh: '修改回收站设置', en: 'Changed the bin setting' },
  'cleanup.update': { zh: '修改清理设置', en: 'Changed the clean-up setting' },
  'records.setting': { zh: '修改记录保留期', en: 'Changed how long records are kept' },
  'agreement.update': { zh: '修改协议', en: 'Changed an agreement' },
  'setting.update': { zh: '修改设置', en: 'Changed a setting' },
} as const satisfies Readonly<Record<string, Words>>;
export type AuditAction = keyof typeof auditActions;

/** Kinds of objects; an object is written as `kind/id`, or as the kind alone where there is one of it. */
export const auditObjects = {
  user: { zh: '用户', en: 'User' },
  role: { zh: '角色', en: 'Role' },
  menu: { zh: '菜单', en: 'Menu entry' },
  token: { zh: '访问令牌', en: 'Access token' },
  session: { zh: '会话', en: 'Session' },
  project: { zh: '项目', en: 'Project' },
  dataset: { zh: '数据集', en: 'Data set' },
  folder: { zh: '文件夹', en: 'Folder' },
  label: { zh: '标签', en: 'Label' },
  image: { zh: '图片', en: 'Images' },
  model: { zh: '模型', en: 'Model' },
  version: { zh: '版本', en: 'Version' },
  task: { zh: '任务', en: 'Task' },
  export: { zh: '导出', en: 'Export' },
  online: { zh: '在线检测', en: 'Online entry' },
  bin: { zh: '回收站', en: 'Bin' },
  audit: { zh: '审计日志', en: 'Audit log' },
  setting: { zh: '设置', en: 'Setting' },
} as const satisfies Readonly<Record<string, Words>>;
export type AuditKind = keyof typeof auditObjects;
export type AuditObject = AuditKind | `${AuditKind}/${number}`;

const known = (table: Readonly<Record<string, Words>>, key: string): Words =>
  Object.hasOwn(table, key) ? table[key]! : { zh: key, en: key };
/** Lines of an earlier program may name what is no more: they are shown by their key. */
export const auditActionTitle = (action: string): Words => known(auditActions, action);
export const auditKindTitle = (kind: string): Words => known(auditObjects, kind);
