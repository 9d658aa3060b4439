/** Routes of authority: users and roles. */
import type { authority } from '@loupe/contract';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { addUser, listRoles, listUsers, resetPassword, setEnabled } from './service.ts';

export function makeAuthorityHandlers(services: Services): Handlers<typeof authority> {
  return {
    userList: (_actor, input) => listUsers(services, input),
    userAdd: (actor, input) => addUser(services, actor, input),
    userSetEnabled: async (actor, input) => {
      await setEnabled(services, actor, input);
      return null;
    },
    userResetPassword: async (actor, input) => {
      await resetPassword(services, actor, input);
      return null;
    },
    roleList: (_actor, input) => listRoles(services, input),
  };
}
