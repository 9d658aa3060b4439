/** Messages of users, roles and menus: what keeps rights from being given, taken or lost. */
export const authorityMessages = {
  'role.beyondYours': {
    zh: '该角色含有您没有的权限，请联系超级管理员',
    en: 'This role has permissions that you do not hold. Ask a super admin',
  },
  'user.beyondYours': {
    zh: '该用户拥有您没有的权限，请联系超级管理员',
    en: 'This user has permissions that you do not hold. Ask a super admin',
  },
  'user.lastSuperAdmin': {
    zh: '这是最后一个可用的超级管理员。请先为其他用户分配超级管理员角色',
    en: 'This is the last super admin who can sign in. Give another user the super admin role first',
  },
  'user.ownRole': {
    zh: '不能修改自己的角色，请由其他管理员操作',
    en: 'You cannot change your own role. Ask another administrator',
  },
  'user.ownDelete': {
    zh: '不能删除自己的账号，请由其他管理员操作',
    en: 'You cannot delete your own account. Ask another administrator',
  },
  'user.needsHeir': {
    zh: '该用户有 {projects} 个项目，请选择由谁接管',
    en: 'This user owns projects ({projects}). Choose who takes them over',
  },
  'user.heirGone': {
    zh: '该用户不能接管项目：账号已停用、已删除，或就是被删除的用户。请选择其他人',
    en: 'This user cannot take over the projects: disabled, deleted, or the one being deleted. Choose someone else',
  },
} as const;
