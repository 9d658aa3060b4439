/** Texts of authority: users, roles and menus. */
export const authority = {
  searchUser: '搜索账号、姓名或手机号',
  account: '账号',
  realName: '姓名',
  phone: '手机号',
  role: '角色',
  state: '状态',
  lastSignIn: '最近登录',
  users: '用户数',
  searchRole: '搜索角色名称',
};
