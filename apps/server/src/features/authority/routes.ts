/** Routes of authority: users, roles and menus. */
import type { authority, menuRoutes } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { listMenus, moveMenu, updateMenu } from './menus.ts';
import { addRole, deleteRole, listRoles, updateRole } from './roles.ts';
import { listRoleChoice, listUsers } from './user-list.ts';
import { addUser, deleteUser, resetPassword, setEnabled, updateUser } from './users.ts';

export function makeAuthorityHandlers(services: Services): Handlers<typeof authority & typeof menuRoutes> {
  return {
    menuList: () => listMenus(services),
    menuUpdate: async (actor, input) => {
      await updateMenu(services, actor, input);
      return null;
    },
    menuMove: async (actor, input) => {
      await moveMenu(services, actor, input);
      return null;
    },
    userList: (actor, input) => listUsers(services, actor, input),
    roleChoice: (actor, input) => listRoleChoice(services, actor, input),
    userAdd: (actor, input) => addUser(services, actor, input),
    userUpdate: (actor, input) => updateUser(services, actor, input),
    userSetEnabled: async (actor, input) => {
      await setEnabled(services, actor, input);
      return null;
    },
    userResetPassword: async (actor, input) => {
      await resetPassword(services, actor, input);
      return null;
    },
    userDelete: (actor, input) => deleteUser(services, actor, input),
    roleList: (actor, input) => listRoles(services, actor, input),
    roleAdd: (actor, input) => addRole(services, actor, input),
    roleUpdate: (actor, input) => updateRole(services, actor, input),
    roleDelete: async (actor, input) => {
      await deleteRole(services, actor, input);
      return null;
    },
  };
}
