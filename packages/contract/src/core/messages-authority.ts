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
  'role.nameExists': { zh: '角色名称已存在', en: 'A role with this name already exists' },
  'role.fixed': {
    zh: '超级管理员始终拥有全部权限，不能修改或删除。可以复制后修改副本',
    en: 'The super admin always has every permission and stays as it is. Copy it and change the copy',
  },
  'role.builtIn': {
    zh: '这是内置角色，不能重命名或删除。可以修改其说明和权限',
    en: 'This role is built in and cannot be renamed or deleted. You can change its description and permissions',
  },
  'role.inUse': {
    zh: '仍有 {users} 个用户使用此角色，请先为他们分配其他角色',
    en: 'This role still has users ({users}). Give them another role first',
  },
  'menu.alwaysShown': {
    zh: '此菜单项不能隐藏，否则将无法找到本页面',
    en: 'This entry cannot be hidden: nobody would find this page again',
  },
} as const;
