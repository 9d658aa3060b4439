/** Texts of authority: users, roles and menus. */
export const authority = {
  searchUser: 'Search account, name or phone',
  account: 'Account',
  realName: 'Name',
  phone: 'Phone',
  role: 'Role',
  state: 'State',
  lastSignIn: 'Last sign-in',
  users: 'Users',
  searchRole: 'Search role name',
};
